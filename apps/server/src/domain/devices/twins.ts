import type { Database } from '#platform/database.ts';
import { changeDevice } from './change-device.ts';
import type { DeviceRecord } from './device-row.ts';
import { type MoveRequest, moveWearer, wornBy } from './move-wearer.ts';
import type { WireGroups } from './wire-groups.ts';

/** Both devices of a pair after a change. */
export interface Pair {
  master: DeviceRecord;
  clone: DeviceRecord;
}

/** Makes two devices of one customer twins. In the caller's transaction, which holds the locks of both. */
export async function linkTwins(tx: Database, { master, clone }: Pair): Promise<Pair> {
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

/** Separates a pair into two devices. */
export async function separateTwins(tx: Database, { master, clone }: Pair): Promise<Pair> {
  const alone = {
    twin: 'NONE' as const,
    twinDevice: null,
    twinSerial: null,
    twinName: null,
    twinStatus: null,
  };
  return {
    master: await changeDevice(tx, master.deviId, alone),
    clone: await changeDevice(tx, clone.deviId, alone),
  };
}

/** Swaps the roles of a pair. The new master gets everything of the wearer, and the new clone the name and tag of the former one. */
export async function swapTwins(
  tx: Database,
  { master, clone }: Pair,
  request: MoveRequest,
  wireGroups: WireGroups,
): Promise<Pair> {
  await moveWearer(tx, { from: master, to: clone }, request, wireGroups);
  return {
    master: await changeDevice(tx, clone.deviId, { twin: 'MASTER' }),
    clone: await changeDevice(tx, master.deviId, {
      ...wornBy(clone),
      twin: 'CLONE',
      noteAddedAt: null,
      userImageAt: null,
    }),
  };
}
