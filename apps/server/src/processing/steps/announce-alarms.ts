import { alarmFlags } from '@varde/catalogue/alarms';
import { liveAlarmEvents } from '#domain/alarms/live-alarm-events.ts';
import { renewRevs } from '#domain/alarms/open-alarms.ts';
import { isPresent } from '../assignment-of.ts';
import type { Batch } from '../batch.ts';
import type { TrackedDevice } from '../tracked-device.ts';

/** Collects live events of the alarms that were raised or signalled again, and of those whose wearer has moved. */
export async function announceAlarms(batch: Batch): Promise<void> {
  const alarmIds = [...batch.raised, ...(await followAlarms(batch))];
  batch.events.push(...(await liveAlarmEvents(batch.tx, alarmIds)));
}

/**
 * The open alarms of devices that have a new position, so that responders see the person's present position; without
 * those of a former wearer, and without those that were raised: they have that position already. Each gets a new
 * `rev` under its lock: one that somebody takes, or that is told, at the same moment is announced by its own transaction
 * with the position of before, and the later `rev` wins on every screen.
 */
async function followAlarms(batch: Batch): Promise<number[]> {
  const moved = [...batch.devices.values()].filter((device) => isInAlarm(device) && hasNewPlace(device));
  const followed = moved.flatMap((device) =>
    device.openAlarms
      .filter(({ alarmId, assignmentId }) => !batch.raised.has(alarmId) && isPresent(device, assignmentId))
      .map(({ alarmId }) => alarmId),
  );
  await renewRevs(batch.tx, followed);
  return followed;
}

/**
 * Read from the flags, which are in memory, so that ordinary positions cost no query. A geofence alarm loses its flag
 * when the device comes back; from then on its position follows with the next event or fetch of the alarm.
 */
function isInAlarm({ flags }: TrackedDevice): boolean {
  return alarmFlags.some((flag) => flags.has(flag));
}

function hasNewPlace({ before, now }: TrackedDevice): boolean {
  if (now.posLati === null) return false;
  const isLater = now.posTime?.getTime() !== before.posTime?.getTime();
  return isLater || now.posLati !== before.posLati || now.posLong !== before.posLong;
}
