import { deviceButtonsFor } from '@varde/catalogue/device-buttons';
import { mayCall, mayHaveNote, mayOpenEventSetup, mayOpenUserImage } from '@varde/catalogue/device-functions';
import type { Policy } from '@varde/catalogue/permissions';
import { type DeviceDetail, type DeviceRow, deviceAbilities } from '@varde/contract/devices';
import { mayAllowDeletes, mayDelete } from '#domain/life/deletion-rule.ts';
import type { Caller } from '#platform/caller.ts';

export type DeviceAbilities = DeviceDetail['abilities'];

/**
 * A sender that uses an identity acts as the device, so only administrators of the whole installation manage
 * identities.
 */
export const mayNameDevices = (caller: Caller): boolean => caller.acting.scopeOf('ADMIN') === 'all';

/** Fields of a device that decide abilities, besides the caller. */
type Owned = Pick<DeviceRow, 'ownedByCustId' | 'allowDeviceDeletes' | 'vardeAsReceiver' | 'twin' | 'dehaId'>;

/**
 * What an alarm operator has in AHP context: the buttons map or log, event setup and settings (specification 1,
 * section 6), what these pages show, and the handling of alarms.
 */
const inAhpContext: ReadonlySet<DeviceAbilities[number]> = new Set([
  'map',
  'transactions',
  'settings',
  'eventSetup',
  'alarmCentre',
  'info',
  'resetAlarm',
]);

/** The caller's abilities on a device. */
export function abilitiesOn(caller: Caller, { ownedByCustId, ...device }: Owned): DeviceAbilities {
  const may = (policy: Policy) => caller.may(policy, ownedByCustId);
  const mayAct = (policy: Policy) => caller.acting.may(policy, ownedByCustId);
  const buttons = deviceButtonsFor({ ...caller, may: (policy) => caller.entitled.may(policy, ownedByCustId) });
  const isClone = device.twin === 'CLONE';
  const deletes = mayAct('DEVICE_DELETE_DATA');
  const has: Record<DeviceAbilities[number], boolean> = {
    map: buttons.includes('map'),
    transactions: buttons.includes('transactions'),
    settings: buttons.includes('settings'),
    note: mayHaveNote({ ...caller, may }),
    eventSetup: mayOpenEventSetup({ ...caller, may }, device),
    alarmCentre: mayOpenEventSetup({ ...caller, may }, device) && may('ALARM_CENTRE'),
    phone: mayCall(caller),
    userImage: mayOpenUserImage({ ...caller, may }),
    resetAlarm: mayAct('ALARM_HANDLE'),
    test: mayAct('ALARM_HANDLE'),
    // Twins are separated first (decision 0016).
    assign: mayAct('DEVICE_ORGANIZATION') && device.twin === 'NONE',
    swap: mayAct('DEVICE_ORGANIZATION') && deletes && device.twin === 'NONE',
    twin: may('TWIN_DEVICE') && !isClone,
    forgetHistory: deletes,
    delete: deletes && mayDelete(caller, device),
    allowDeletes: deletes && mayAllowDeletes(caller),
    auditLog: may('AUDIT_LOG'),
    personalData: may('USER_PRIVILEGES_ALL'),
    identities: mayNameDevices(caller),
    rename: mayAct('NAME_CHANGE'),
    info: may('DEVICE_INFO'),
    editInfo: mayAct('DEVICE_INFO') && !isClone,
  };
  const isHere = (ability: DeviceAbilities[number]) => caller.context !== 'AHP' || inAhpContext.has(ability);
  return deviceAbilities.filter((ability) => has[ability] && isHere(ability));
}

/** The same for many devices of few customers: computed once for each combination. */
export function abilitiesByOwner(caller: Caller): (device: Owned) => DeviceAbilities {
  const known = new Map<string, DeviceAbilities>();
  return (device) => {
    const { ownedByCustId, allowDeviceDeletes, vardeAsReceiver, twin, dehaId } = device;
    const key = [ownedByCustId, allowDeviceDeletes, vardeAsReceiver, twin, dehaId].join(' ');
    const abilities = known.get(key) ?? abilitiesOn(caller, device);
    known.set(key, abilities);
    return abilities;
  };
}
