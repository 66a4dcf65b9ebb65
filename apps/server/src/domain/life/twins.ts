import { disablePositioning } from '@varde/catalogue/settings/positioning';
import { and, eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { changeDevice } from '../devices/change-device.ts';
import { clearPlaces } from '../devices/clear-place.ts';
import type { DeviceRecord } from '../devices/device-row.ts';
import { unitsOf } from '../devices/find-device.ts';
import { takeDefaultFences } from '../geofences/default-fences.ts';
import { settingsOf, storeDesired } from '../settings/device-settings.ts';
import { deviceSettings } from '../settings/tables.ts';
import type { WireGroups } from '../settings/wire-groups.ts';
import { type MoveRequest, moveWearer, wornBy } from './move-wearer.ts';

/** Both devices of a pair after a change. */
export interface Pair {
  master: DeviceRecord;
  clone: DeviceRecord;
}

/** Makes two devices of one customer twins. In the caller's transaction, which holds the locks of both. */
export async function linkTwins(tx: Database, { master, clone }: Pair): Promise<Pair> {
  await takeDefaultFences(tx, clone.deviId);
  return {
    master: await changeDevice(tx, master.deviId, {
      twin: 'MASTER',
      twinDevice: clone.deviId,
      twinSerial: clone.deviceSerialNumber,
      twinName: clone.deviceName,
      twinStatus: clone.status,
    }),
    clone: await changeDevice(tx, clone.deviId, {
      twin: 'CLONE',
      twinDevice: master.deviId,
      twinSerial: master.deviceSerialNumber,
      twinName: master.deviceName,
      twinStatus: master.status,
      userTag: master.userTag,
    }),
  };
}

/**
 * Separates a pair into two devices. The former clone stays in its assignment, with its history of the wearer: one who does
 * not want to be located is not located by it either, until it is handed over (decision 0024).
 */
export async function separateTwins(tx: Database, { master, clone }: Pair, request: MoveRequest): Promise<Pair> {
  const alone = {
    twin: 'NONE' as const,
    twinDevice: null,
    twinSerial: null,
    twinName: null,
    twinStatus: null,
  };
  const apart = {
    master: await changeDevice(tx, master.deviId, alone),
    clone: await changeDevice(tx, clone.deviId, alone),
  };
  return clone.positioningOff ? { ...apart, clone: await keepUnlocated(tx, apart.clone, request) } : apart;
}

async function keepUnlocated(
  tx: Database,
  { deviId }: DeviceRecord,
  { userId, at }: MoveRequest,
): Promise<DeviceRecord> {
  await storeDesired(tx, { deviId, userId, at }, new Map([[disablePositioning.key, true]]));
  const [device] = await unitsOf(tx, deviId); // a trigger has written in the row that positioning is off
  if (device === undefined) throw new Error(`device ${deviId} is gone while it is locked`);
  const [cleared] = await clearPlaces(tx, [device]); // an alarm of its master may have had it located
  return cleared ?? device;
}

/** Swaps the roles of a pair. The new master gets everything of the wearer, and the new clone the name and tag of the former one. */
export async function swapTwins(
  tx: Database,
  { master, clone }: Pair,
  request: MoveRequest,
  wireGroups: WireGroups,
): Promise<Pair> {
  await moveWearer(tx, { from: master, to: clone }, request, wireGroups);
  const pair = {
    master: await changeDevice(tx, clone.deviId, { twin: 'MASTER' }),
    clone: await changeDevice(tx, master.deviId, {
      ...wornBy(clone),
      twin: 'CLONE',
      noteAddedAt: null,
      userImageAt: null,
    }),
  };
  await followPositioning(tx, pair);
  return pair;
}

/** Whether the wearer is located is a setting of the new master alone, so that turning it there counts for both units. */
async function followPositioning(tx: Database, { master, clone }: Pair): Promise<void> {
  const { key } = disablePositioning;
  if (!(await settingsOf(tx, master.deviId)).has(key)) return; // its hardware does not have it
  const { deviId } = clone;
  await tx.delete(deviceSettings).where(and(eq(deviceSettings.deviId, deviId), eq(deviceSettings.key, key)));
}
