import { Checkbox, Group, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { hardwareList } from '@varde/catalogue/hardware/index';
import { byName } from '@varde/catalogue/name-order';
import type { GeofenceForm } from '@varde/contract/geofence-form';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '#data/api/api-error.ts';
import { call, type Output } from '#data/api/call.ts';
import { apiQuery, queryKey } from '#data/api/query-options.ts';
import { useDraft } from '#data/use-draft.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { isDrawn } from '#domain/geofence/fence-form.ts';
import { Failure } from '#kit/form/failure.tsx';
import { SaveButtons } from '#kit/form/save-buttons.tsx';
import { useLeaveQuestion, useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import { notifyDone } from '#kit/state/notify.ts';
import panes from '#ui/panes.module.css';
import { DefaultFenceList } from './default-fence-list.tsx';

const types = hardwareList
  .filter(({ capabilities }) => capabilities.positioning)
  .map(({ dehaId, name }) => ({ value: String(dehaId), label: name }))
  .sort((a, b) => byName(a.label, b.label));

/** The fences that devices of a type get with a customer; nothing without the right to them. */
export function DefaultFencesSection({ custId }: { custId: number }) {
  const { t } = useTranslation();
  const [dehaId, setType] = useState(Number(types[0]?.value));
  const [dirty, setDirty] = useState(false);
  const mayLeave = useLeaveQuestion();
  const { data, error, refetch } = useQuery(apiQuery('getDefaultGeofences', { params: { custId, dehaId } }));
  if (error && !data && ['notAllowed', 'notFound'].includes(errorCodeOf(error))) return null;
  return (
    <section className={panes.section} style={{ justifyItems: 'stretch' }} aria-labelledby="customer-default-fences">
      <h3 id="customer-default-fences" className={panes.sectionTitle}>
        {t('geofence.defaults.title')}
      </h3>
      <p className={panes.facts}>{t('geofence.defaults.help')}</p>
      <NativeSelect
        label={t('customers.defaultSettings.type')}
        value={String(dehaId)}
        onChange={async ({ currentTarget }) => {
          const chosen = Number(currentTarget.value);
          if (!dirty || (await mayLeave())) setType(chosen);
        }}
        data={types}
        maw={420}
      />
      {data ? (
        <DefaultFencesForm key={dehaId} defaults={data} onDirty={setDirty} />
      ) : (
        <LoadState error={error} onRetry={refetch} height={120} />
      )}
    </section>
  );
}

interface FormProps {
  defaults: Output<'getDefaultGeofences'>;
  onDirty: (dirty: boolean) => void;
}

/** What somebody has made of the fences; before that they are as they are stored, also when others change them. */
interface Edited {
  /** Null: the customer has those of the customer above. */
  geofences: GeofenceForm[] | null;
}

function DefaultFencesForm({ defaults, onDirty }: FormProps) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { custId, dehaId, inherited, changeable } = defaults;
  const params = { custId, dehaId };
  const [edited, setEdited] = useDraft<Edited | null>(`edited-default-fences-${custId}-${dehaId}`, null);
  const { geofences } = edited ?? defaults;
  const change = (changed: Edited['geofences']) => setEdited({ geofences: changed });
  const { submit, busy, errors, failure } = useFormSubmit();
  const dirty = JSON.stringify(geofences) !== JSON.stringify(defaults.geofences);
  const fault = faultOf(geofences ?? []);
  useUnsavedGuard(dirty && !busy);
  useEffect(() => {
    onDirty(dirty);
    return () => onDirty(false);
  }, [dirty, onDirty]);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const saved = await submit(() => call('saveDefaultGeofences', { params, body: { geofences } }));
    if (saved === undefined) return;
    // Customers below may inherit them.
    await cache.invalidateQueries({ queryKey: queryKey('getDefaultGeofences'), refetchType: 'none' });
    cache.setQueryData(apiQuery('getDefaultGeofences', { params }).queryKey, saved);
    setEdited(null);
    notifyDone(t('geofence.defaults.saved'));
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Checkbox
        label={t('geofence.defaults.own')}
        checked={geofences !== null}
        disabled={!changeable}
        onChange={({ currentTarget }) => change(currentTarget.checked ? (defaults.geofences ?? []) : null)}
      />
      {inherited && geofences === null && (
        <p className={panes.facts}>
          {t('geofence.defaults.inherited', {
            customer: inherited.customerName,
            names: inherited.geofences.map(({ name }) => name).join(', ') || t('geofence.defaults.none'),
          })}
        </p>
      )}
      {geofences && <DefaultFenceList geofences={geofences} fixed={!changeable} onChange={change} />}
      {changeable && (
        <Group mt={12} gap={8} justify="flex-end">
          <Failure
            text={(dirty && fault && t(`geofence.defaults.${fault}`)) || (failure ?? Object.values(errors)[0] ?? null)}
          />
          <SaveButtons dirty={dirty} valid={fault === null} busy={busy} onCancel={() => setEdited(null)} />
        </Group>
      )}
    </form>
  );
}

function faultOf(geofences: readonly GeofenceForm[]): 'notDrawn' | 'namesDiffer' | null {
  if (!geofences.every(isDrawn)) return 'notDrawn';
  return new Set(geofences.map(({ name }) => name.trim())).size < geofences.length ? 'namesDiffer' : null;
}
