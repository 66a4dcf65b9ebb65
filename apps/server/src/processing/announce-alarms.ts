import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { type AlarmRecord, presentAlarm } from '#platform/presenters/alarm.ts';
import { alarms, deviceAssignments, users } from '#platform/schema.ts';
import type { Batch } from './batch.ts';
import type { TrackedDevice } from './tracked-device.ts';

export interface AnnouncedAlarm {
  alarm: AlarmRecord;
  device: TrackedDevice;
}

/** Queues a live event for each of these alarms, with the device's latest place as the batch leaves it. */
export async function announceAlarms(batch: Batch, announced: readonly AnnouncedAlarm[]): Promise<void> {
  const names = await claimerNames(batch.tx, announced);
  const placed = await withSameWearer(batch.tx, announced.filter(isPlacedSince));
  for (const { alarm, device } of announced) {
    const claimedByName = alarm.claimedBy === null ? null : (names.get(alarm.claimedBy) ?? null);
    batch.events.push({
      type: 'alarm',
      deviId: alarm.deviId,
      custId: alarm.custId,
      alarm: presentAlarm(alarm, {
        device: device.before,
        custName: device.custName,
        claimedByName,
        resetByName: null,
        latestPlace: placed.has(alarm.alarmId) ? device.now : null,
      }),
    });
  }
}

function isPlacedSince({ alarm, device: { now } }: AnnouncedAlarm): boolean {
  if (now.custId !== alarm.custId || now.posLati === null || now.posTime === null) return false;
  return alarm.posTime === null || now.posTime > alarm.posTime;
}

/** Ids of the alarms whose device is worn by the person who wore it when they happened. */
async function withSameWearer(tx: Database, announced: readonly AnnouncedAlarm[]): Promise<Set<number>> {
  if (announced.length === 0) return new Set();
  const happened = sql`least(${alarms.receivedAt}, ${alarms.happenedAt})`;
  const rows = await tx
    .select({ alarmId: alarms.alarmId })
    .from(alarms)
    .innerJoin(
      deviceAssignments,
      and(
        eq(deviceAssignments.deviId, alarms.deviId),
        isNull(deviceAssignments.endsAt),
        sql`${deviceAssignments.beginsAt} <= ${happened}`,
      ),
    )
    .where(
      inArray(
        alarms.alarmId,
        announced.map(({ alarm }) => alarm.alarmId),
      ),
    );
  return new Set(rows.map(({ alarmId }) => alarmId));
}

async function claimerNames(
  tx: Database,
  announced: readonly AnnouncedAlarm[],
): Promise<Map<number, string>> {
  const ids = announced.flatMap(({ alarm }) => alarm.claimedBy ?? []);
  if (ids.length === 0) return new Map();
  const { userId, firstName, lastName } = users;
  const rows = await tx.select({ userId, firstName, lastName }).from(users).where(inArray(userId, ids));
  return new Map(rows.map((user) => [user.userId, `${user.firstName} ${user.lastName}`]));
}
