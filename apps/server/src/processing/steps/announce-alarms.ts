import { inArray, sql } from 'drizzle-orm';
import { users } from '#domain/accounts/tables.ts';
import { type AlarmContext, type AlarmNote, presentAlarm } from '#domain/alarms/present-alarm.ts';
import { customers } from '#domain/customers/tables.ts';
import { notesOfWearers } from '#domain/devices/device-note.ts';
import { alarmEvent } from '#domain/events.ts';
import { noReach, reachesOf } from '#domain/notifications/reach.ts';
import { notificationAttempts } from '#domain/notifications/tables.ts';
import { type Database, queryRows } from '#platform/database.ts';
import { isPresent } from '../assignment-of.ts';
import type { AnnouncedAlarm, Batch } from '../batch.ts';

/**
 * Queues a live event for each alarm that was raised, signalled again or moved, with the device's latest position after
 * the batch, and with how far it has come to people since it last began to be told.
 */
export async function announceAlarms(batch: Batch): Promise<void> {
  const { announced } = batch;
  const names = await userNames(batch.tx, announced);
  const receivers = await receiverNames(batch.tx, announced);
  const customerNames = await namesOfCustomers(batch.tx, announced);
  const notes = await notesOf(batch.tx, announced);
  const known = announced.filter(({ alarm }) => !batch.opened.has(alarm.alarmId));
  const reaches = await reachesOf(
    batch.tx,
    known.map(({ alarm }) => alarm.alarmId),
  );
  for (const each of announced) {
    const { alarm, device } = each;
    const nameOf = (userId: number | null) => (userId === null ? null : (names.get(userId) ?? null));
    const shown = presentAlarm(alarm, {
      ...shownWith(each, customerNames),
      claimedByName: nameOf(alarm.claimedBy) ?? receivers.get(alarm.claimedAttempt ?? 0) ?? null,
      handedOverByName: nameOf(alarm.handedOverBy),
      resetByName: null,
      reach: reaches.get(alarm.alarmId) ?? noReach,
      escalatedToName: customerNames.get(alarm.escalatedTo ?? 0) ?? null,
      latestPlace: isPlacedSince(each) ? device.now : null,
      phone: alarm.custId === device.before.custId ? device.now.formattedPhoneNumE164 : null,
      note: notes.get(alarm.assignmentId ?? 0) ?? null,
    });
    batch.events.push(alarmEvent(shown));
  }
}

/** Whether the device has a position newer than the alarm, and still the same wearer. */
function isPlacedSince({ alarm, device }: AnnouncedAlarm): boolean {
  const { now } = device;
  if (!isPresent(device, alarm.assignmentId) || now.posLati === null || now.posTime === null) return false;
  return alarm.posTime === null || now.posTime > alarm.posTime;
}

/** As the alarms feature reads them: a former customer does not see the device's present name. */
function shownWith(
  { alarm, device }: AnnouncedAlarm,
  customerNames: ReadonlyMap<number, string>,
): Pick<AlarmContext, 'device' | 'custName' | 'fromBefore'> {
  const { before, custName, assignments } = device;
  const latest = assignments.find(({ custId }) => custId === alarm.custId);
  const fromBefore = latest?.assignmentId !== alarm.assignmentId;
  if (alarm.custId === before.custId) return { device: before, custName, fromBefore };
  const nameless = { ...before, deviceName: before.deviceSerialNumber };
  return { device: nameless, custName: customerNames.get(alarm.custId) ?? '', fromBefore };
}

/** Former customers of the devices, and alarm centres. */
async function namesOfCustomers(
  tx: Database,
  announced: readonly AnnouncedAlarm[],
): Promise<Map<number, string>> {
  const ids = announced.flatMap(({ alarm, device }) => [
    ...(alarm.custId === device.before.custId ? [] : [alarm.custId]),
    ...(alarm.escalatedTo === null ? [] : [alarm.escalatedTo]),
  ]);
  if (ids.length === 0) return new Map();
  const { custId, firmName } = customers;
  const rows = await tx.select({ custId, firmName }).from(customers).where(inArray(custId, ids));
  return new Map(rows.map((row) => [row.custId, row.firmName]));
}

async function userNames(tx: Database, announced: readonly AnnouncedAlarm[]): Promise<Map<number, string>> {
  const ids = announced.flatMap(({ alarm }) => [alarm.claimedBy ?? [], alarm.handedOverBy ?? []].flat());
  if (ids.length === 0) return new Map();
  const { userId, firstName, lastName } = users;
  const rows = await tx.select({ userId, firstName, lastName }).from(users).where(inArray(userId, ids));
  return new Map(rows.map((user) => [user.userId, `${user.firstName} ${user.lastName}`]));
}

async function receiverNames(
  tx: Database,
  announced: readonly AnnouncedAlarm[],
): Promise<Map<number, string>> {
  const ids = announced.flatMap(({ alarm }) => alarm.claimedAttempt ?? []);
  if (ids.length === 0) return new Map();
  const { attemptId, name } = notificationAttempts;
  const rows = await tx.select({ attemptId, name }).from(notificationAttempts).where(inArray(attemptId, ids));
  return new Map(rows.map((attempt) => [attempt.attemptId, attempt.name]));
}

/** By assignment. Asked only for devices that have a note, or a master that may have one. */
async function notesOf(tx: Database, announced: readonly AnnouncedAlarm[]): Promise<Map<number, AlarmNote>> {
  const worn = announced.flatMap(({ alarm: { assignmentId }, device }) => {
    const { noteAddedAt, twin } = device.now;
    const mayHave = noteAddedAt !== null || twin === 'CLONE';
    return mayHave && assignmentId !== null && isPresent(device, assignmentId) ? [assignmentId] : [];
  });
  if (worn.length === 0) return new Map();
  const notes = await queryRows<AlarmNote & { assignment_id: number }>(
    tx,
    sql`${notesOfWearers} and worn.assignment_id = any (${sql.param(worn)}::int[])`,
  );
  return new Map(notes.map(({ assignment_id, note, sms }) => [assignment_id, { note, sms }]));
}
