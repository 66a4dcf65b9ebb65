import { deviceButtonsFor } from '@varde/catalogue/device-buttons';
import type { Policy } from '@varde/catalogue/permissions';
import { type DeviceDetail, deviceAbilities } from '@varde/contract/devices';
import type { Caller } from '#platform/http/caller.ts';

export type DeviceAbilities = DeviceDetail['abilities'];

/** A sender with an identity acts as the device, so only administrators of the whole installation manage identities. */
export const mayNameDevices = (caller: Caller): boolean => caller.acting.scopeOf('ADMIN') === 'all';

/** What the caller may do with the devices of a customer. */
export function abilitiesOn(caller: Caller, custId: number): DeviceAbilities {
  const may = (policy: Policy) => caller.may(policy, custId);
  const buttons = deviceButtonsFor({ ...caller, may });
  const has: Record<DeviceAbilities[number], boolean> = {
    map: buttons.includes('map'),
    transactions: buttons.includes('transactions'),
    settings: buttons.includes('settings'),
    resetAlarm: caller.acting.may('ALARM_HANDLE', custId),
    assign: caller.acting.may('DEVICE_ORGANIZATION', custId),
    auditLog: may('AUDIT_LOG'),
    identities: mayNameDevices(caller),
  };
  return deviceAbilities.filter((ability) => has[ability]);
}

/** The same for many devices of few customers: each customer is asked once. */
export function abilitiesByCustomer(caller: Caller): (custId: number) => DeviceAbilities {
  const known = new Map<number, DeviceAbilities>();
  return (custId) => {
    const abilities = known.get(custId) ?? abilitiesOn(caller, custId);
    known.set(custId, abilities);
    return abilities;
  };
}
