import { useQueryClient } from '@tanstack/react-query';
import type { GeofenceForm } from '@varde/contract/geofence-form';
import type { Geofence } from '@varde/contract/geofences';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '#data/api/api-error.ts';
import { call } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { useFenceSubmit } from '#domain/geofence/use-fence-submit.ts';
import { confirm } from '#kit/dialogs/confirm.tsx';
import { notifyDone } from '#kit/state/notify.ts';

/** Saves and deletes fences of a device; `onStored` gets the saved fence, or null when it was deleted. */
export function useFenceStore(deviId: number, onStored: (saved: Geofence | null) => Promise<void> | void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { submit, busy, failure } = useFenceSubmit();
  const query = apiQuery('listGeofences', { params: { deviId } });

  async function show(id: number, saved: Geofence | null) {
    await cache.cancelQueries({ queryKey: query.queryKey }); // one that was asked for before has the fences as they were
    cache.setQueryData(query.queryKey, (before) => {
      if (before === undefined) return before;
      const known = before.geofences.some((one) => one.id === id);
      const kept = before.geofences.flatMap((one) => (one.id === id ? (saved ?? []) : one));
      return { ...before, geofences: known || saved === null ? kept : [...kept, saved] };
    });
    void cache.invalidateQueries({ queryKey: ['getGeofenceDistance'] });
  }
  return {
    busy,
    failure,
    /** `rev`: of the stored fence that the user has seen. */
    async save(geofence: GeofenceForm, rev: number) {
      const body = geofence.id === 0 ? { geofence } : { geofence, rev };
      const saved = await submit(() => call('saveGeofence', { params: { deviId }, body }));
      if (saved === undefined) return void cache.invalidateQueries({ queryKey: query.queryKey });
      await show(saved.id, saved);
      notifyDone(t(saved.enabled ? 'geofence.saved' : 'geofence.savedOff', { name: saved.name }));
      await onStored(saved);
    },
    async remove({ id, name, rev }: Geofence) {
      const yes = await confirm({
        title: t('geofence.delete'),
        body: t('geofence.confirmDelete', { name }),
        cancel: t('common.cancel'),
        proceed: t('geofence.delete'),
        destructive: true,
      });
      if (!yes) return;
      const done = await submit(() => deleteFence({ deviId, geofenceId: id }, rev));
      if (!done) return void cache.invalidateQueries({ queryKey: query.queryKey });
      await show(id, null);
      notifyDone(t('geofence.deleted', { name }));
      await onStored(null);
    },
  };
}

/** Also true when somebody else has deleted it already. */
async function deleteFence(params: { deviId: number; geofenceId: number }, rev: number): Promise<true> {
  try {
    await call('deleteGeofence', { params, query: { rev } });
  } catch (error) {
    if (errorCodeOf(error) !== 'notFound') throw error;
  }
  return true;
}
