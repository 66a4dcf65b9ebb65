import { type DeviceActionKey, deviceActionsFor, locatingActions } from '@varde/catalogue/device-actions';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import { hasNoPositioning } from '../devices/positioning-off.ts';

/** Fields of a device that decide its actions: customer and hardware. */
interface Owned {
  custId: number;
  dehaId: number;
}

/** The actions that the caller may start on a device. */
export function actionsOn({ acting }: Caller, { custId, dehaId }: Owned): DeviceActionKey[] {
  return deviceActionsFor({ ...acting, may: (policy) => acting.may(policy, custId) }, dehaId);
}

/** The same for many devices of few customers and few kinds: computed once for each pair. */
export function actionsByOwner(caller: Caller): (device: Owned) => DeviceActionKey[] {
  const known = new Map<string, DeviceActionKey[]>();
  return ({ custId, dehaId }) => {
    const key = `${custId} ${dehaId}`;
    const actions = known.get(key) ?? actionsOn(caller, { custId, dehaId });
    known.set(key, actions);
    return actions;
  };
}

/** Throws `positioningOff` for an action that would find out where the wearer of a device without positioning is. */
export async function refuseToLocate(tx: Database, deviId: number, action: DeviceActionKey): Promise<void> {
  if (locatingActions.includes(action) && (await hasNoPositioning(tx, deviId)))
    throw new AppError('positioningOff');
}
