import { alarmFlags } from '@varde/catalogue/alarms';
import { lockOpenAlarms, renewRevs } from '#domain/alarms/open-alarms.ts';
import { isPresent } from '../assignment-of.ts';
import type { Batch } from '../batch.ts';
import type { TrackedDevice } from '../tracked-device.ts';

/**
 * Announces the open alarms of devices that have a new position, so that responders see the person's present position;
 * alarms of a former wearer are excluded. Alarms already announced by the batch carry that position. Each gets a new
 * `rev` under its lock: one that somebody takes, or that is told, at the same moment is announced by its own transaction
 * with the position of before, and the later `rev` wins on every screen.
 */
export async function followAlarms(batch: Batch): Promise<void> {
  const moved = [...batch.devices.values()].filter((device) => isInAlarm(device) && hasNewPlace(device));
  if (moved.length === 0) return;
  const open = await lockOpenAlarms(
    batch.tx,
    moved.map(({ before }) => before.deviId),
  );
  const announced = new Set(batch.announced.map(({ alarm }) => alarm.alarmId));
  const followed = open.flatMap((alarm) => {
    const device = batch.devices.get(alarm.deviId);
    if (device === undefined || announced.has(alarm.alarmId)) return [];
    return isPresent(device, alarm.assignmentId) ? [{ alarm, device }] : [];
  });
  const revs = await renewRevs(
    batch.tx,
    followed.map(({ alarm }) => alarm.alarmId),
  );
  for (const { alarm, device } of followed)
    batch.announced.push({ alarm: { ...alarm, rev: revs.get(alarm.alarmId) ?? alarm.rev }, device });
}

/**
 * Read from the flags, which are in memory, so that ordinary positions cost no query. A geofence alarm loses its flag
 * when the device comes back; from then on its position follows with the next event or fetch of the alarm.
 */
function isInAlarm({ flags }: TrackedDevice): boolean {
  return alarmFlags.some((flag) => flags.has(flag));
}

function hasNewPlace({ before, now }: TrackedDevice): boolean {
  return now.posLati !== null && now.posTime?.getTime() !== before.posTime?.getTime();
}
