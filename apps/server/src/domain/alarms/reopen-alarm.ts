import { reopenMs } from '@varde/catalogue/alarms';
import { metyId } from '@varde/catalogue/message-types';
import { and, eq, ne, sql } from 'drizzle-orm';
import { AppError } from '#platform/app-error.ts';
import type { Scope } from '#platform/caller.ts';
import { epoch } from '#platform/clock/epoch.ts';
import type { Database } from '#platform/database/database.ts';
import { customerName } from '../customers/customers.ts';
import type { DeviceRecord } from '../devices/device-row.ts';
import { flagColumns } from '../devices/flag-columns.ts';
import { saveFlags } from '../devices/save-flags.ts';
import { restartChains } from '../notifications/chains.ts';
import { logServerTransaction } from '../transactions/server-transaction.ts';
import { recordAlarmEvent } from './alarm-events.ts';
import { unclaimed } from './claims.ts';
import { saveLastTest } from './last-test.ts';
import type { AlarmRecord } from './present-alarm.ts';
import { flagOf, lockDeviceOf } from './reset-alarm.ts';
import { alarms } from './tables.ts';

interface Reopening {
  alarmId: number;
  userId: number;
  at: Date;
}

/**
 * Opens an alarm that was reset at most `reopenMs` ago, without a claimant, sets its flag on the device again and logs
 * it. Null when it is not reset, or out of scope. Throws `reopenTooLate`, and `openAlarm` when the device has a newer
 * alarm of this kind, to which further signals are added. Call it in a transaction.
 */
export async function reopenIfReset(tx: Database, scope: Scope, { alarmId, userId, at }: Reopening) {
  const device = (await lockDeviceOf(tx, scope, alarmId))?.device;
  const [before] = await tx.select().from(alarms).where(eq(alarms.alarmId, alarmId)).for('no key update');
  if (device === undefined || before?.state !== 'reset') return null;
  if (before.resetAt === null || at.getTime() - epoch(before.resetAt) > reopenMs) throw new AppError('reopenTooLate');
  if (await hasNewer(tx, before)) throw new AppError('openAlarm');
  await tx
    .update(alarms)
    .set({
      ...unclaimed,
      resetBy: null,
      resetAt: null,
      handledBy: null,
      outcome: null,
      note: null,
      rev: sql`nextval('rev_seq')`,
    })
    .where(eq(alarms.alarmId, alarmId));
  await recordAlarmEvent(tx, { alarmId, event: 'reopened', at, userId });
  await restartChains(tx, [alarmId], at, 'reopened');
  const tested = before.outcome === 'test' ? await saveLastTest(tx, device) : device;
  return {
    before,
    device: await setFlag(tx, tested, before),
    custName: (await customerName(tx, device.custId)) ?? '',
    transaction: await logServerTransaction(tx, {
      device,
      custId: before.custId,
      metyId: metyId.technical,
      at,
      detail: { code: 'alarmReopened', alarmId, alarmMetyId: before.metyId, userId },
    }),
  };
}

/** Whether the device has another alarm of the same kind, customer and assignment that is not reset. */
async function hasNewer(tx: Database, { deviId, metyId, custId, assignmentId }: AlarmRecord) {
  const others = await tx
    .select({ alarmId: alarms.alarmId })
    .from(alarms)
    .where(
      and(
        eq(alarms.deviId, deviId),
        eq(alarms.metyId, metyId),
        eq(alarms.custId, custId),
        sql`${alarms.assignmentId} is not distinct from ${assignmentId}::int`,
        ne(alarms.state, 'reset'),
      ),
    );
  return others.length > 0;
}

/** A device that belongs to another customer now shows nothing of the alarm. */
async function setFlag(tx: Database, device: DeviceRecord, alarm: AlarmRecord): Promise<DeviceRecord> {
  const flag = flagOf(alarm.metyId);
  if (flag === undefined || device.custId !== alarm.custId) return device;
  const columns = flagColumns(
    new Set([...device.flags, flag, ...(alarm.escalatedAt === null ? [] : ['escalated'])]),
    device,
  );
  const revs = await saveFlags(tx, [{ deviId: device.deviId, ...columns }]);
  return { ...device, ...columns, rev: revs.get(device.deviId) ?? device.rev };
}
