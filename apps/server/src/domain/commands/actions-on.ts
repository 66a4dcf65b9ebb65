import { type DeviceActionKey, deviceActionsFor } from '@varde/catalogue/device-actions';
import type { Caller } from '#platform/http/caller.ts';

/** The customer and the hardware of a device: what its actions depend on. */
interface Owned {
  custId: number;
  dehaId: number;
}

/** What the caller may have a device do. */
export function actionsOn({ acting }: Caller, { custId, dehaId }: Owned): DeviceActionKey[] {
  return deviceActionsFor({ ...acting, may: (policy) => acting.may(policy, custId) }, dehaId);
}

/** The same for many devices of few customers and few kinds: each pair is asked once. */
export function actionsByOwner(caller: Caller): (device: Owned) => DeviceActionKey[] {
  const known = new Map<string, DeviceActionKey[]>();
  return ({ custId, dehaId }) => {
    const key = `${custId} ${dehaId}`;
    const actions = known.get(key) ?? actionsOn(caller, { custId, dehaId });
    known.set(key, actions);
    return actions;
  };
}
