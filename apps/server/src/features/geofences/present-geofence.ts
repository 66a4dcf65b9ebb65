import { mayEditGeofence } from '@varde/catalogue/device-functions';
import { posPathOf } from '@varde/catalogue/geofences';
import type { Geofence, GlobalGeofence } from '@varde/contract/geofences';
import type { WearersFence } from '#domain/geofences/geofences.ts';
import type { GeofenceRecord } from '#domain/geofences/tables.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import { epoch } from '#platform/clock/epoch.ts';

/** The fences of a device, oldest first, as a caller sees them. `custId`: the owner of the device. */
export const presentGeofences = (fences: readonly WearersFence[], custId: number, caller: Caller): Geofence[] =>
  fences.map((fence, index) => ({ ...presentGeofence(fence, custId, caller), index }));

function presentGeofence(fence: WearersFence, custId: number, caller: Caller): Omit<Geofence, 'index'> {
  const mayLocate = caller.may('DEVICE_ACCESS_MAP', custId);
  const { outside, lastKnownOutside, notifiedAt } = fence;
  return {
    ...presentShape(fence),
    ...{ deviId: fence.deviId, rev: fence.rev, changedBy: fence.changedByName },
    status: !mayLocate || outside === null ? null : outside ? 'outside' : 'inside',
    lastKnownOutside: mayLocate ? epoch(lastKnownOutside) : null,
    notified: outside === true && notifiedAt !== null,
    editEnabled: mayEdit(fence, custId, caller),
    copy: fence.ofDefaults,
  };
}

/** Throws `geofenceChanged`, with who it was, when the stored state is no longer the one that the caller has read. */
export function refuseStale(stored: { rev: number; changedBy: string | null }, rev: number | undefined): void {
  if (rev !== undefined && rev !== stored.rev)
    throw new AppError('geofenceChanged', [{ path: 'changedBy', message: stored.changedBy ?? '' }]);
}

/** A fence as others see it who may reuse it. */
export function presentShape(fence: GeofenceRecord): GlobalGeofence {
  const { geofenceId, name, radius, enabled, enabledTime, enabledTimeFrom, enabledTimeTo } = fence;
  const { sharedCustId, vertices, inloIds, kind, delayMinutes, alertByCall } = fence;
  return {
    ...{ id: geofenceId, name, radius, enabled, enabledTime, enabledTimeFrom, enabledTimeTo },
    ...{
      share: sharedCustId !== null,
      sharedCustId,
      vertices,
      posPath: posPathOf(vertices),
      delayMinutes,
      alertByCall,
    },
    ...{ polygon: kind === 'polygon', circle: kind === 'circle', indoor: kind === 'indoor', inloIds },
  };
}

export function mayEdit(
  { sharedCustId }: Pick<GeofenceRecord, 'sharedCustId'>,
  custId: number,
  { acting }: Caller,
): boolean {
  const shared = sharedCustId !== null;
  const mayShare = shared && acting.may('CUSTOMER_GEOFENCE', sharedCustId);
  return mayEditGeofence({ may: (policy) => acting.may(policy, custId) }, { shared, mayShare });
}
