import { Checkbox, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { changedParts } from '@varde/catalogue/geofence-parts';
import type { GeofenceForm } from '@varde/contract/geofence-form';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call, type Output } from '#data/api/call.ts';
import { apiQuery, queryKey } from '#data/api/query-options.ts';
import { useDraft } from '#data/use-draft.ts';
import { ChangedElsewhere } from '#domain/geofence/changed-elsewhere.tsx';
import { isDrawn } from '#domain/geofence/fence-form.ts';
import { useFenceSubmit } from '#domain/geofence/use-fence-submit.ts';
import { Failure } from '#kit/form/failure.tsx';
import { SaveButtons } from '#kit/form/save-buttons.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import panes from '#ui/panes.module.css';
import { DefaultFenceList } from './default-fence-list.tsx';
import { PerTypeSection, typesWith, useTypeGuard } from './per-type-section.tsx';

const types = typesWith(({ capabilities }) => capabilities.positioning);

/** The fences that devices of a type get with a customer. */
export function DefaultFencesSection({ custId }: { custId: number }) {
  const { t } = useTranslation();
  return (
    <PerTypeSection
      id="customer-default-fences"
      title={t('geofence.defaults.title')}
      help={t('geofence.defaults.help')}
      types={types}
      queryOf={(dehaId) => apiQuery('getDefaultGeofences', { params: { custId, dehaId } })}
      form={(defaults, onDirty) => <DefaultFencesForm defaults={defaults} onDirty={onDirty} />}
    />
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
  /** Those from which that began. */
  begun: Stored;
}

/** Fences as they are stored. */
type Stored = Pick<Output<'getDefaultGeofences'>, 'geofences' | 'rev'>;

function DefaultFencesForm({ defaults, onDirty }: FormProps) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { custId, dehaId, inherited, changeable } = defaults;
  const params = { custId, dehaId };
  const [edited, setEdited] = useDraft<Edited | null>(`edited-default-fences-${custId}-${dehaId}`, null);
  const { geofences } = edited ?? defaults;
  const change = (changed: Edited['geofences']) =>
    setEdited((before) => ({ geofences: changed, begun: before?.begun ?? storedOf(defaults) }));
  const { submit, busy, failure } = useFenceSubmit();
  const dirty = JSON.stringify(geofences) !== JSON.stringify(defaults.geofences);
  const fault = faultOf(geofences ?? []);
  const isChangedElsewhere = dirty && !busy && edited !== null && edited.begun.rev !== defaults.rev;
  useTypeGuard(dirty, { busy, onDirty });

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const { rev } = edited?.begun ?? defaults;
    const saved = await submit(() => call('saveDefaultGeofences', { params, body: { geofences, rev } }));
    const { queryKey: own } = apiQuery('getDefaultGeofences', { params });
    if (saved === undefined) return void cache.invalidateQueries({ queryKey: own });
    // Customers below may inherit them.
    await cache.invalidateQueries({ queryKey: queryKey('getDefaultGeofences'), refetchType: 'none' });
    cache.setQueryData(own, saved);
    // What was changed while they were being saved stays.
    setEdited((now) => (now === null || now === edited ? null : { ...now, begun: storedOf(saved) }));
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
      {isChangedElsewhere && (
        <ChangedElsewhere
          by={defaults.changedBy}
          what={namesOfChanged(edited.begun.geofences ?? [], defaults.geofences ?? [], t('geofence.defaults.title'))}
          onTake={() => setEdited(null)}
          onInsist={() => setEdited({ ...edited, begun: storedOf(defaults) })}
        />
      )}
      {changeable && (
        <Group mt={12} gap={8} justify="flex-end">
          <Failure text={(dirty && fault && t(`geofence.defaults.${fault}`)) || failure} />
          <SaveButtons
            dirty={dirty}
            valid={fault === null && !isChangedElsewhere}
            busy={busy}
            onCancel={() => setEdited(null)}
          />
        </Group>
      )}
    </form>
  );
}

const storedOf = ({ geofences, rev }: Stored): Stored => ({ geofences, rev });

/** The fences that are in one of the lists alone, or are others in each; `all`: what to say when it is neither. */
function namesOfChanged(before: readonly GeofenceForm[], now: readonly GeofenceForm[], all: string): string[] {
  const differs = (fence: GeofenceForm, others: readonly GeofenceForm[]) =>
    !others.some((other) => changedParts(other, fence).length === 0);
  const changed = [
    ...now.filter((fence) => differs(fence, before)),
    ...before.filter((fence) => differs(fence, now)),
  ].map(({ name }) => name);
  return changed.length === 0 ? [all] : [...new Set(changed)];
}

function faultOf(geofences: readonly GeofenceForm[]): 'notDrawn' | 'namesDiffer' | null {
  if (!geofences.every(isDrawn)) return 'notDrawn';
  return new Set(geofences.map(({ name }) => name.trim())).size < geofences.length ? 'namesDiffer' : null;
}
