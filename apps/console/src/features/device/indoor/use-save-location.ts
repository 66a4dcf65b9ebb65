import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { IndoorLocation } from '@varde/contract/indoor-locations';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { useSubmit } from '#domain/errors/use-submit.ts';
import type { ActionPath } from '#kit/actions/action.ts';
import { notifyDone } from '#kit/state/notify.ts';
import { isRenamed, type LocationDraft, pinOf } from './location-draft.ts';

/** Alarms and messages from there have this address as well. The location is saved, also where that fails. */
async function nameThePlace(deviId: number, { latLng, address }: IndoorLocation): Promise<void> {
  const place = pinOf(latLng);
  if (place === null || address === '') return;
  await call('saveAddress', { params: { deviId }, body: { ...place, address } }).catch(() => undefined);
}

/** Saves and deletes the indoor locations of a device. `base`: the address of its tab. */
export function useSaveLocation(deviId: number, base: ActionPath) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { submit, busy, failure } = useSubmit();
  const refresh = () =>
    Promise.all(
      (['Device', 'Customer'] as const).map((owner) =>
        cache.invalidateQueries({ queryKey: [`getIndoorLocationsFor${owner}`] }),
      ),
    );
  return {
    busy,
    failure,
    /** `stored`: it has this already; only its name is sent where nothing else has changed. */
    async save(draft: LocationDraft, stored?: LocationDraft): Promise<IndoorLocation | undefined> {
      const { inloId, name, rev } = draft;
      const saved = await submit(() =>
        stored !== undefined && isRenamed(stored, draft)
          ? call('saveIndoorLocationName', { params: { deviId, inloId }, body: { name, rev } })
          : call('saveIndoorLocation', { params: { deviId }, body: draft }),
      );
      if (saved === undefined) return undefined;
      await nameThePlace(deviId, saved);
      await refresh();
      notifyDone(t('indoor.saved', { name: saved.name }));
      return saved;
    },
    /** Resolves to whether it is deleted; the list may still have it. */
    async remove({ inloId, name }: IndoorLocation): Promise<boolean> {
      const removed = await submit(() => call('deleteIndoorLocation', { params: { deviId, inloId } }));
      if (removed === undefined) return false;
      notifyDone(t('indoor.remove.done', { name }));
      void refresh();
      return true;
    },
    /** Opens the tab of a location. */
    open: (inloId: number): void => void navigate({ to: `${base}/${inloId}`, ignoreBlocker: true }),
  };
}
