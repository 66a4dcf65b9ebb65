import { hardwareById } from '@varde/catalogue/hardware/index';
import { identityIn, registrationProtocol } from '@varde/catalogue/protocols';
import type { AuditEntry } from '#domain/audit/audit.ts';
import { changeDevice } from '#domain/devices/change-device.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { lockDevice } from '#domain/devices/find-device.ts';
import { findFreeUnit } from '#domain/devices/free-unit.ts';
import { registerDevice } from '#domain/devices/register-device.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { giveDefaultFences } from '#domain/geofences/default-fences.ts';
import { hasOpenAlarm } from '#domain/life/begin-assignment.ts';
import { nextWearer } from '#domain/life/next-wearer.ts';
import type { WireGroups } from '#domain/settings/wire-groups.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';

export type NewDevicesDependencies = Pick<FeatureDependencies, 'db' | 'bus' | 'clock'> & { wireGroups: WireGroups };

export interface Addition {
  deviceSerialNumber: string;
  deviceName: string;
  custId: number;
}

/** A unit that is not in stock. */
export interface NewUnit {
  dehaId: number;
  identity: string;
  /** Empty without a phone number. */
  phone: string;
}

export interface Added {
  device: DeviceRecord;
  /** The customer that had it in stock. */
  from: number;
  token: string | null;
}

/**
 * A sender that uses an identity acts as the device, so only administrators of the whole installation register units.
 */
export const mayRegister = (caller: Caller): boolean => caller.acting.scopeOf('ADMIN') === 'all';

export function auditOfAdded({ device, from }: Added, by: Caller, at: Date): AuditEntry[] {
  const { deviId, custId } = device;
  const about = { at, by, subject: { kind: 'device' as const, id: deviId } };
  return [
    { ...about, action: 'device.added', custId, after: { custId } },
    ...(from === custId ? [] : [{ ...about, action: 'assignment.ended' as const, custId: from }]),
  ];
}

/** Adds a unit from the stock of a customer in scope. Throws `notInStock` and `openAlarm`. */
export async function addFromStock(
  tx: Database,
  caller: Caller,
  { deviceSerialNumber, deviceName, custId, at }: Addition & { at: Date },
  wireGroups: WireGroups,
): Promise<Added> {
  const scope = caller.scopeOf('ADD_DEVICE_MENU');
  const found = await findFreeUnit(tx, scope, deviceSerialNumber, null);
  const unit = found && (await lockDevice(tx, scope, found.deviId));
  // Another call may have added it before it was locked.
  if (unit === undefined || unit.custId !== found?.custId) throw new AppError('notInStock');
  if (await hasOpenAlarm(tx, unit)) throw new AppError('openAlarm');
  const { deviId } = await nextWearer(tx, { deviId: unit.deviId, custId, at }, wireGroups);
  const device = await changeDevice(tx, deviId, { deviceName });
  return { device, from: unit.custId, token: null };
}

/** Registers a unit that is not in stock. Throws `notAllowed`, `validationFailed` and `serialTaken`. */
export async function addNew(
  tx: Database,
  caller: Caller,
  { unit, deviceSerialNumber, deviceName, custId }: Addition & { unit: NewUnit },
): Promise<Added> {
  if (!mayRegister(caller)) throw new AppError('notAllowed');
  const { dehaId, phone } = unit;
  const hardware = hardwareById(dehaId);
  if (hardware === undefined) throw invalid('unit.dehaId');
  const identity = identityIn(registrationProtocol(hardware), unit.identity);
  if (identity === null) throw invalid('unit.identity');
  if (phone !== '' && !/^\+\d{6,20}$/.test(phone)) throw invalid('unit.phone');
  const made = await registerDevice(tx, {
    ...{ dehaId, custId, deviceName, deviceSerialNumber, identity },
    ...(phone === '' ? {} : { formattedPhoneNumE164: phone }),
  });
  if (made === null) throw new AppError('serialTaken');
  const device = await lockDevice(tx, 'all', made.deviId);
  if (device === undefined) throw new Error('the device that was registered is not there');
  await giveDefaultFences(tx, device);
  return { device, from: custId, token: made.token };
}

const invalid = (path: string) => new AppError('validationFailed', [{ path, message: 'pattern' }]);
