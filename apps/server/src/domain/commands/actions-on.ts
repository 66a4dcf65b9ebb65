import { alarmFlags } from '@varde/catalogue/alarms';
import { type DeviceActionKey, deviceActionsFor, locatingActions } from '@varde/catalogue/device-actions';
import type { DeviceRow } from '@varde/contract/devices';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
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

/**
 * The actions on many devices of few customers and few kinds, computed once for each pair, without those that are refused
 * because the wearer is not located. By the row alone, and that of its twin, whose flags say whether the wearer is looked
 * for (`isSought`).
 */
export function actionsByOwner(caller: Caller): (device: DeviceRow, twin: DeviceRow | null) => DeviceActionKey[] {
  const known = new Map<string, { all: DeviceActionKey[]; notLocating: DeviceActionKey[] }>();
  return (device, twin) => {
    const { ownedByCustId: custId, dehaId } = device;
    const key = `${custId} ${dehaId}`;
    let actions = known.get(key);
    if (actions === undefined) {
      const all = actionsOn(caller, { custId, dehaId });
      actions = { all, notLocating: withoutLocating(all) };
      known.set(key, actions);
    }
    return device.disablePositioning && !seeking.some((flag) => device[flag] || twin?.[flag])
      ? actions.notLocating
      : actions.all;
  };
}

/** The flags of open alarms for which somebody must find the wearer. */
const seeking = alarmFlags.filter((flag) => flag !== 'geofenceWarning');

/** Without those that would find out where the wearer is. */
export const withoutLocating = (actions: readonly DeviceActionKey[]): DeviceActionKey[] =>
  actions.filter((key) => !locatingActions.includes(key));

/** Throws `positioningOff` for an action that would find out where the wearer of a device without positioning is. */
export async function refuseToLocate(tx: Database, deviId: number, action: DeviceActionKey): Promise<void> {
  if (locatingActions.includes(action) && (await hasNoPositioning(tx, deviId))) throw new AppError('positioningOff');
}
