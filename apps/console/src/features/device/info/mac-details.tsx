import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { knownMacLengths } from '@varde/contract/forms';
import type { DeviceMac } from '@varde/contract/known-macs';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { useFormats } from '#kit/use-formats.ts';
import styles from './known-macs.module.css';

interface MacDetailsProps {
  mac: DeviceMac;
  mayEdit: boolean;
  onSaved: () => void;
}

/** What is known of an access point or beacon, and for those who may change it a form for where it stands. */
export function MacDetails({ mac, mayEdit, onSaved }: MacDetailsProps) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  if (editing) return <PlaceForm mac={mac} onCancel={() => setEditing(false)} onSaved={onSaved} />;
  return (
    <Stack gap="sm">
      <MacFacts mac={mac} />
      {mayEdit && (
        <Group>
          <Button variant="default" size="xs" onClick={() => setEditing(true)}>
            {t(mac.headerSaved ? 'deviceInfo.macs.edit' : 'deviceInfo.macs.enter')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function MacFacts({ mac }: { mac: DeviceMac }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { deviceKnownMac: known, latestTimestamp, latLng, macAddress, name, receivedCount, type } = mac;
  const unknown = t('deviceInfo.unknown');
  const facts = [
    [t('deviceInfo.macs.location'), known?.location ?? unknown],
    [t('deviceInfo.macs.type'), t(`deviceInfo.macs.types.${type}`)],
    [t('deviceInfo.mac'), macAddress],
    ...(name === null ? [] : [[t('deviceInfo.macs.name'), name]]),
    [
      t('deviceInfo.macs.latest'),
      latestTimestamp === null ? t('deviceInfo.macs.notHeard') : formats.dayAndClock(latestTimestamp),
    ],
    [t('deviceInfo.macs.count'), receivedCount],
    [t('deviceInfo.macs.position'), (known?.latLng ?? latLng ?? unknown).replace(',', ', ')],
    [t('deviceInfo.macs.address'), known?.address || unknown],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface PlaceFormProps {
  mac: DeviceMac;
  onCancel: () => void;
  onSaved: () => void;
}

function PlaceForm({ mac, onCancel, onSaved }: PlaceFormProps) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { submit, busy, errors, failure } = useFormSubmit();
  const { deviId, demaId, deviceKnownMac: known } = mac;
  const [place, setPlace] = useState({ location: known?.location ?? '', address: known?.address ?? '' });

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const saved = await submit(() => call('saveKnownMac', { params: { deviId, demaId }, body: place }));
    if (saved === undefined) return;
    cache.setQueryData(apiQuery('listMacs', { params: { deviId } }).queryKey, saved);
    onSaved();
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        {(['location', 'address'] as const).map((field) => (
          <TextInput
            key={field}
            label={t(`deviceInfo.macs.${field}`)}
            description={field === 'location' ? t('deviceInfo.macs.locationHelp') : undefined}
            value={place[field]}
            maxLength={knownMacLengths[field]}
            error={errors[field]}
            data-autofocus={field === 'location' ? true : undefined}
            onChange={({ currentTarget: { value } }) => setPlace({ ...place, [field]: value })}
          />
        ))}
        <DialogButtons
          failure={failure}
          busy={busy}
          disabled={known === null && place.location.trim() === ''}
          onCancel={onCancel}
        >
          {t('deviceInfo.macs.save')}
        </DialogButtons>
      </Stack>
    </form>
  );
}
