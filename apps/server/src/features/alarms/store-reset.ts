import { alarmTypes } from '@varde/catalogue/alarms';
import { metyId } from '@varde/catalogue/message-types';
import { generalWarningOf, statusOf } from '@varde/catalogue/statuses';
import type { resetAlarmBody } from '@varde/contract/alarms';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database } from '#platform/database.ts';
import type { Scope } from '#platform/http/caller.ts';
import type { DeviceRecord } from '#platform/presenters/device-row.ts';
import { reachAll } from '#platform/reach-all.ts';
import { alarms, customers, devices } from '#platform/schema.ts';
import { withinScope } from '#platform/scope-condition.ts';
import { logServerTransaction } from '#platform/server-transaction.ts';

export interface Reset extends z.output<typeof resetAlarmBody> {
  alarmId: number;
  userId: number;
  at: Date;
}

/**
 * Resets an alarm that is not reset, takes its flag off the device, and logs it; null when it is reset already.
 * Call it in a transaction: all of it happens or nothing.
 */
export async function resetIfNotReset(tx: Database, scope: Scope, reset: Reset) {
  const device = await lockDeviceOf(tx, scope, reset.alarmId);
  if (device === undefined) return null;
  const before = await stateOf(tx, reset.alarmId);
  const [alarm] = await tx
    .update(alarms)
    .set({
      state: 'reset',
      resetBy: reset.userId,
      resetAt: reset.at,
      handledBy: reset.handledBy,
      outcome: reset.outcome,
      note: reset.note ?? null,
      rev: sql`nextval('rev_seq')`,
    })
    .where(and(eq(alarms.alarmId, reset.alarmId), ne(alarms.state, 'reset')))
    .returning();
  if (alarm === undefined) return null;
  return {
    before,
    device: await clearFlag(tx, device, alarm.metyId),
    custName: await nameOfCustomer(tx, device.custId),
    transaction: await logServerTransaction(tx, {
      device,
      custId: alarm.custId,
      metyId: metyId.alarmReset,
      at: reset.at,
      detail: {
        alarmId: alarm.alarmId,
        alarmMetyId: alarm.metyId,
        outcome: reset.outcome,
        userId: reset.userId,
      },
    }),
  };
}

/**
 * The device first, as processing does: whoever takes both locks in one order never waits in a circle. It may belong to
 * somebody else by now, whose device loses the flag all the same.
 */
async function lockDeviceOf(tx: Database, scope: Scope, alarmId: number): Promise<DeviceRecord | undefined> {
  const [alarm] = await tx
    .select({ deviId: alarms.deviId })
    .from(alarms)
    .where(and(eq(alarms.alarmId, alarmId), withinScope(alarms.custId, scope)));
  if (alarm === undefined) return undefined;
  await reachAll(tx);
  const [device] = await tx.select().from(devices).where(eq(devices.deviId, alarm.deviId)).for('update');
  return device;
}

async function stateOf(tx: Database, alarmId: number) {
  const [alarm] = await tx
    .select({ state: alarms.state, claimedBy: alarms.claimedBy })
    .from(alarms)
    .where(eq(alarms.alarmId, alarmId));
  return alarm;
}

/** The flag stays while an alarm that sets it is not reset at the customer that has the device now. */
async function clearFlag(tx: Database, device: DeviceRecord, type: number): Promise<DeviceRecord> {
  const flag = flagOf(type);
  const others = await tx
    .select({ metyId: alarms.metyId })
    .from(alarms)
    .where(
      and(eq(alarms.deviId, device.deviId), eq(alarms.custId, device.custId), ne(alarms.state, 'reset')),
    );
  const kept = others.some((other) => flagOf(other.metyId) === flag);
  const set = device.flags.filter((one) => one !== 'generalWarning' && (kept || one !== flag));
  const flags = Object.fromEntries(set.map((one) => [one, true]));
  if (generalWarningOf(flags, device)) set.push('generalWarning');
  const status = statusOf({ ...flags, generalWarning: set.includes('generalWarning') }, device).priority;
  const [changed] = await tx
    .update(devices)
    .set({ flags: set, status, rev: sql`nextval('rev_seq')` })
    .where(eq(devices.deviId, device.deviId))
    .returning();
  if (changed === undefined) throw new Error(`device ${device.deviId} is gone while it is locked`);
  return changed;
}

function flagOf(type: number): string | undefined {
  return alarmTypes.find((alarm) => alarm.metyId === type)?.flag;
}

async function nameOfCustomer(tx: Database, custId: number): Promise<string> {
  const [customer] = await tx
    .select({ name: customers.firmName })
    .from(customers)
    .where(eq(customers.custId, custId));
  return customer?.name ?? '';
}
