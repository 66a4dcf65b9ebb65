import { alarmTypes } from '@varde/catalogue/alarms';
import { metyId } from '@varde/catalogue/message-types';
import type { resetAlarmBody } from '@varde/contract/alarms';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { reachAll } from '#platform/database/reach-all.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { customerName } from '../customers/customers.ts';
import { clearPlaces } from '../devices/clear-place.ts';
import type { DeviceRecord } from '../devices/device-row.ts';
import { lockWithTwin, unitsOf } from '../devices/find-device.ts';
import { flagColumns } from '../devices/flag-columns.ts';
import { saveFlags } from '../devices/save-flags.ts';
import { logServerTransaction } from '../transactions/server-transaction.ts';
import { recordAlarmEvent } from './alarm-events.ts';
import { answered } from './claims.ts';
import { saveLastTest } from './last-test.ts';
import { alarms } from './tables.ts';

export interface Reset extends z.output<typeof resetAlarmBody> {
  alarmId: number;
  userId: number;
  at: Date;
}

/**
 * Resets an alarm, clears its flag on the device, and logs it; null when it is already reset, or has been claimed or
 * released or has signalled since the user saw it. `twin`: the row of the other unit of a pair, where that changed as well.
 * Call it in a transaction.
 */
export async function resetIfUnchanged(tx: Database, scope: Scope, reset: Reset) {
  const found = await lockDeviceOf(tx, scope, reset.alarmId);
  if (found === undefined) return null;
  const { device, before } = found;
  const [alarm] = await tx
    .update(alarms)
    .set({
      state: 'reset',
      handedOverBy: null,
      resetBy: reset.userId,
      resetAt: reset.at,
      ...answered(reset.at),
      handledBy: reset.handledBy,
      outcome: reset.outcome,
      note: reset.note ?? null,
      rev: sql`nextval('rev_seq')`,
    })
    .where(and(eq(alarms.alarmId, reset.alarmId), ne(alarms.state, 'reset'), isAsSeen(reset)))
    .returning();
  if (alarm === undefined) return null;
  await recordAlarmEvent(tx, { ...reset, event: 'reset', result: reset.outcome });
  const tested = reset.outcome === 'test' ? await saveLastTest(tx, device) : device;
  const cleared = await clearFlag(tx, tested, alarm.metyId);
  // A wearer without positioning is no longer looked for.
  const mayBeUnlocated = device.positioningOff || device.twin !== 'NONE';
  const unplaced = mayBeUnlocated ? await clearPlaces(tx, await unitsOf(tx, device.deviId)) : [];
  return {
    before,
    device: unplaced.find(({ deviId }) => deviId === device.deviId) ?? cleared,
    twin: unplaced.find(({ deviId }) => deviId !== device.deviId) ?? null,
    custName: (await customerName(tx, device.custId)) ?? '',
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

/** Every claim, release and hand-over changes `claimedAt`. */
const isAsSeen = ({ claimedAt, signalCount }: Reset) =>
  and(
    claimedAt === null ? isNull(alarms.claimedAt) : eq(alarms.claimedAt, new Date(claimedAt)),
    eq(alarms.signalCount, signalCount),
  );

/**
 * The device of an alarm, locked before the alarm as in processing, to prevent deadlocks. It may belong to another
 * customer by now, or be deleted: a reset clears its flag all the same.
 */
export async function lockDeviceOf(
  tx: Database,
  scope: Scope,
  alarmId: number,
): Promise<{ device: DeviceRecord; before: Standing } | undefined> {
  const [alarm] = await tx
    .select({ deviId: alarms.deviId, state: alarms.state, claimedBy: alarms.claimedBy })
    .from(alarms)
    .where(and(eq(alarms.alarmId, alarmId), withinScope(alarms.custId, scope)));
  if (alarm === undefined) return undefined;
  await reachAll(tx);
  const { deviId, ...before } = alarm;
  const device = await lockWithTwin(tx, 'server', deviId);
  return device && { device, before };
}

/** Of an alarm, before it was locked: an alarm that is `isAsSeen` still has them. */
type Standing = Pick<typeof alarms.$inferSelect, 'state' | 'claimedBy'>;

/**
 * The flag stays while another alarm that sets it is not reset at the device's present customer, and `escalated` while
 * another one is with the alarm centre.
 */
async function clearFlag(tx: Database, device: DeviceRecord, type: number): Promise<DeviceRecord> {
  const flag = flagOf(type);
  const others = await tx
    .select({ metyId: alarms.metyId, escalatedAt: alarms.escalatedAt })
    .from(alarms)
    .where(and(eq(alarms.deviId, device.deviId), eq(alarms.custId, device.custId), ne(alarms.state, 'reset')));
  const left = new Set(device.flags);
  if (flag !== undefined && !others.some((other) => flagOf(other.metyId) === flag)) left.delete(flag);
  if (others.every(({ escalatedAt }) => escalatedAt === null)) left.delete('escalated');
  const columns = flagColumns(left, device);
  const revs = await saveFlags(tx, [{ deviId: device.deviId, ...columns }]);
  return { ...device, ...columns, rev: revs.get(device.deviId) ?? device.rev };
}

export function flagOf(type: number): string | undefined {
  return alarmTypes.find((alarm) => alarm.metyId === type)?.flag;
}
