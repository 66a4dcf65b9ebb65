import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import type { Scope } from '#platform/http/caller.ts';
import { withinScope } from '#platform/scope-condition.ts';
import { alarms } from '../alarms/tables.ts';
import { cancelActions } from '../commands/commands.ts';
import { customers } from '../customers/tables.ts';
import type { DeviceRecord } from './device-row.ts';
import { deviceAssignments, devices } from './tables.ts';

export async function findCustomer(db: Database, scope: Scope, custId: number) {
  const [customer] = await db
    .select({ custId: customers.custId, firmName: customers.firmName })
    .from(customers)
    .where(and(eq(customers.custId, custId), withinScope(customers.custId, scope)));
  return customer;
}

/**
 * Somebody is waiting for help: the device does not change hands before that is settled. An alarm of an earlier customer
 * stays with that customer, and holds nobody else up.
 */
export async function hasOpenAlarm(
  tx: Database,
  { deviId, custId }: { deviId: number; custId: number },
): Promise<boolean> {
  const open = await tx
    .select({ alarmId: alarms.alarmId })
    .from(alarms)
    .where(and(eq(alarms.deviId, deviId), eq(alarms.custId, custId), ne(alarms.state, 'reset')))
    .limit(1);
  return open.length > 0;
}

/**
 * Ends the current assignment and what it still had the device do, and begins another, at its beginning at the earliest: the clock may have been set back
 * since. What the device's row tells of the one before goes: the position
 * above all. Its time is set to the change, so that an older position that comes late does not come back.
 */
export async function beginAssignment(
  tx: Database,
  { deviId, custId, at }: { deviId: number; custId: number; at: Date },
): Promise<DeviceRecord> {
  const [ended] = await tx
    .update(deviceAssignments)
    .set({ endsAt: sql`greatest(${at.toISOString()}::timestamptz, ${deviceAssignments.beginsAt})` })
    .where(and(eq(deviceAssignments.deviId, deviId), isNull(deviceAssignments.endsAt)))
    .returning();
  await cancelActions(tx, deviId, at);
  await tx.insert(deviceAssignments).values({ deviId, custId, beginsAt: ended?.endsAt ?? at });
  const [device] = await tx
    .update(devices)
    .set({
      custId,
      posLati: null,
      posLong: null,
      posType: null,
      posAccuracy: null,
      place: null,
      posTime: at,
      // The job that ends tracking sends the command that stops it.
      trackingUntil: sql`case when tracking_until is not null then ${at.toISOString()}::timestamptz end`,
      rev: sql`nextval('rev_seq')`,
    })
    .where(eq(devices.deviId, deviId))
    .returning();
  if (device === undefined) throw new Error(`device ${deviId} is gone while it is locked`);
  return device;
}
