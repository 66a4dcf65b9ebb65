import type { Database } from '#platform/database.ts';
import { moveList } from '../notifications/lists.ts';
import { changeDevice } from './change-device.ts';
import { moveDeviceImage } from './device-images.ts';
import { moveNote, presentAssignmentId } from './device-note.ts';
import type { DeviceRecord } from './device-row.ts';
import { moveKnownMacs } from './known-macs.ts';

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

/** Swaps the roles of a pair. The new master gets the note, the image, the known access points, the notification list and the alarm centre, which are the pair's. */
export async function swapTwins(tx: Database, { master, clone }: Pair): Promise<Pair> {
  const worn = await presentAssignmentId(tx, master.deviId);
  await moveNote(tx, worn, clone.deviId);
  await moveKnownMacs(tx, worn, clone.deviId);
  await moveList(tx, worn, {
    assignmentId: await presentAssignmentId(tx, clone.deviId),
    deviId: clone.deviId,
  });
  await moveDeviceImage(tx, master.deviId, clone.deviId);
  return {
    master: await changeDevice(tx, clone.deviId, {
      twin: 'MASTER',
      ahpId: master.ahpId,
      noteAddedAt: master.noteAddedAt,
      userImageAt: master.userImageAt,
    }),
    clone: await changeDevice(tx, master.deviId, {
      twin: 'CLONE',
      noteAddedAt: null,
      userImageAt: null,
    }),
  };
}
