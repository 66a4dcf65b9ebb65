import { alarmFlags } from '@varde/catalogue/alarms';
import { and, inArray, ne } from 'drizzle-orm';
import { alarms } from '#domain/alarms/tables.ts';
import { announceAlarms } from '../announce-alarms.ts';
import { isPresent } from '../assignment-of.ts';
import type { Batch } from '../batch.ts';
import type { TrackedDevice } from '../tracked-device.ts';

/**
 * Announces the open alarms of devices that have a new position, so that responders see the person's present position;
 * alarms of a former wearer are excluded. Alarms already announced by the batch carry that position.
 */
export async function followAlarms(batch: Batch): Promise<void> {
  const moved = [...batch.devices.values()].filter((device) => isInAlarm(device) && hasNewPlace(device));
  if (moved.length === 0) return;
  const rows = await batch.tx
    .select()
    .from(alarms)
    .where(
      and(
        inArray(
          alarms.deviId,
          moved.map(({ before }) => before.deviId),
        ),
        ne(alarms.state, 'reset'),
      ),
    )
    .orderBy(alarms.alarmId);
  const announced = new Set(
    batch.events.map((event) => (event.type === 'alarm' ? event.alarm.alarmId : null)),
  );
  const followed = rows.flatMap((alarm) => {
    const device = batch.devices.get(alarm.deviId);
    if (device === undefined || announced.has(alarm.alarmId)) return [];
    return isPresent(device, alarm.assignmentId) ? [{ alarm, device }] : [];
  });
  await announceAlarms(batch, followed);
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
