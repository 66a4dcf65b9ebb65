import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { DeviceDetail } from '@varde/contract/devices';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { deviceQuery } from '#data/live/device-query.ts';
import { Failure } from '#kit/form/failure.tsx';
import { useSubmit } from '../errors/use-submit.ts';
import styles from './device-header.module.css';
import { useDeviceName } from './use-device-name.ts';

const longest = 80;

/** The name of a device as the page's heading, editable in place for users who may rename it. */
export function DeviceName({ device, children }: { device: DeviceDetail; children: ReactNode }) {
  const { t } = useTranslation();
  const name = useDeviceName(device);
  const [editing, setEditing] = useState(false);
  if (editing) return <NameForm device={device} onDone={() => setEditing(false)} />;
  return (
    <>
      <h1 className={styles.name}>
        {name} {children}
      </h1>
      {device.abilities.includes('rename') && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('device.rename')}
          title={t('device.rename')}
          onClick={() => setEditing(true)}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      )}
    </>
  );
}

function NameForm({ device: { deviId, deviceName }, onDone }: { device: DeviceDetail; onDone: () => void }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { submit, busy, failure } = useSubmit();
  const [name, setName] = useState(deviceName);
  const wanted = name.trim();

  async function save(event: FormEvent) {
    event.preventDefault();
    if (wanted === deviceName) return onDone();
    const body = { deviceName: wanted };
    const saved = await submit(() => call('renameDevice', { params: { deviId }, body }));
    if (saved === undefined) return;
    cache.setQueryData(deviceQuery(deviId).queryKey, (device) => device && { ...device, ...saved });
    onDone();
  }
  return (
    <form onSubmit={save} className={styles.nameForm}>
      <Group gap="xs">
        <TextInput
          autoFocus
          aria-label={t('device.name')}
          maxLength={longest}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && onDone()}
        />
        <Button type="submit" size="xs" loading={busy} disabled={wanted === ''}>
          {t('common.save')}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          {t('common.cancel')}
        </Button>
        <Failure text={failure} />
      </Group>
    </form>
  );
}
