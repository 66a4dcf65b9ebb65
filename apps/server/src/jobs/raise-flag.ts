import { type FlagCause, flagChanges } from '@varde/catalogue/alarms';
import type { MessageTypeId } from '@varde/catalogue/message-types';
import type { LiveEvent } from '@varde/contract/events';
import { and, eq, gt, inArray, isNull, or, type SQL } from 'drizzle-orm';
import { type Changes, commitAndPublish } from '#domain/commit-and-publish.ts';
import { customers } from '#domain/customers/tables.ts';
import { deviceEvent } from '#domain/devices/device-events.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { flagColumns } from '#domain/devices/flag-columns.ts';
import { saveFlags } from '#domain/devices/save-flags.ts';
import { devices } from '#domain/devices/tables.ts';
import { transactionsEvent } from '#domain/transactions/present-transaction.ts';
import { logServerTransactions } from '#domain/transactions/server-transaction.ts';
import type { Database } from '#platform/database/database.ts';
import type { JobContext } from './job.ts';

export interface FlagRaise {
  /** Devices that match, and whose flag the cause changes. */
  where: SQL;
  cause: FlagCause;
  /** Logged in the device's transactions by the server; null: not logged. */
  metyId: MessageTypeId | null;
}

/** Devices in one transaction: keeps it short, so that it delays no alarm on a database with one connection. */
const atOnce = 100;

/** Applies a time-based change to all matching devices, some at a time, and publishes it to the consoles. */
export async function raiseFlag(
  { db, bus, clock }: Pick<JobContext, 'db' | 'bus' | 'clock'>,
  raise: FlagRaise,
): Promise<void> {
  for (let last: number | undefined = 0; last !== undefined; ) {
    const after: number = last;
    last = await commitAndPublish({ db, bus }, (tx, changes) =>
      raiseSome(tx, raise, after, new Date(clock.now()), changes),
    );
  }
}

/** Checks devices with a higher number than `after`; returns the last one, undefined at the end. */
async function raiseSome(
  tx: Database,
  raise: FlagRaise,
  after: number,
  at: Date,
  changes: Changes,
): Promise<number | undefined> {
  const wanted = await tx
    .select({ deviId: devices.deviId })
    .from(devices)
    .where(and(gt(devices.deviId, after), isNull(devices.deletedAt), raise.where))
    .orderBy(devices.deviId)
    .limit(atOnce);
  const deviIds = wanted.map(({ deviId }) => deviId);
  const last = deviIds.at(-1);
  if (last === undefined) return undefined;
  // Locked as in processing, and checked again under the lock: a message may have come in between.
  await tx
    .select({ deviId: devices.deviId })
    .from(devices)
    .where(or(inArray(devices.deviId, deviIds), inArray(devices.twinDevice, deviIds)))
    .orderBy(devices.deviId)
    .for('no key update');
  const rows = await tx
    .select({ device: devices, custName: customers.firmName })
    .from(devices)
    .innerJoin(customers, eq(customers.custId, devices.custId))
    .where(and(inArray(devices.deviId, deviIds), isNull(devices.deletedAt), raise.where))
    .orderBy(devices.deviId);
  if (rows.length === 0) return last;
  const revs = await saveFlags(
    tx,
    rows.map(({ device }) => ({ deviId: device.deviId, ...columnsAfter(device, raise.cause) })),
  );
  for (const { device, custName } of rows) {
    const { deviId } = device;
    const now = { ...device, ...columnsAfter(device, raise.cause), rev: revs.get(deviId) ?? device.rev };
    changes.publish(deviceEvent(now, custName));
  }
  if (raise.metyId !== null) {
    const raised = rows.map(({ device }) => device);
    changes.publish(...(await log(tx, raised, raise.metyId, at)));
  }
  return last;
}

type FlagColumns = Pick<DeviceRecord, 'flags' | 'status'>;

function columnsAfter(device: DeviceRecord, cause: FlagCause): FlagColumns {
  const flags = new Set(device.flags);
  for (const [flag, on] of Object.entries(flagChanges(cause))) {
    if (on) flags.add(flag);
    else flags.delete(flag);
  }
  return flagColumns(flags, device);
}

async function log(
  tx: Database,
  devices: readonly DeviceRecord[],
  metyId: MessageTypeId,
  at: Date,
): Promise<LiveEvent[]> {
  const logged = await logServerTransactions(
    tx,
    devices.map((device) => ({ device, custId: device.custId, metyId, at, detail: null })),
  );
  return logged.map((row) => transactionsEvent([row]));
}
