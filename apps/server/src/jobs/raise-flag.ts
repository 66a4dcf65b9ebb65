import { type FlagCause, flagChanges } from '@varde/catalogue/alarms';
import type { MessageTypeId } from '@varde/catalogue/message-types';
import { tranSource } from '@varde/catalogue/transaction-sources';
import type { LiveEvent } from '@varde/contract/events';
import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgInsertValue } from 'drizzle-orm/pg-core';
import { latestAssignmentOf } from '#platform/assignments.ts';
import { type Database, queryRows } from '#platform/database.ts';
import { flagColumns } from '#platform/flag-columns.ts';
import { presentDeviceChange } from '#platform/presenters/device-change.ts';
import type { DeviceRecord } from '#platform/presenters/device-row.ts';
import { presentTransaction } from '#platform/presenters/transaction.ts';
import { customers, devices, transactions } from '#platform/schema.ts';
import type { JobContext } from './job.ts';

export interface FlagRaise {
  /** Devices that it is true of and that do not have the flag yet. */
  where: SQL;
  cause: FlagCause;
  /** Logged in the device's transactions by the server; null: not logged. */
  metyId: MessageTypeId | null;
}

/** Devices in one transaction: short, so that no alarm waits for it on a database with one connection. */
const atOnce = 100;

/** Applies what time has caused to all devices that it is true of, some at a time, and tells the consoles. */
export async function raiseFlag({ db, bus, clock }: JobContext, raise: FlagRaise): Promise<void> {
  for (let last: number | undefined = 0; last !== undefined; ) {
    const after: number = last;
    const events: LiveEvent[] = [];
    last = await db.transaction((tx) => raiseSome(tx, raise, after, new Date(clock.now()), events));
    bus.publishEvents(events);
  }
}

/** Looks at devices with a higher number than `after` only; returns the last one, undefined when there are none left. */
async function raiseSome(
  tx: Database,
  raise: FlagRaise,
  after: number,
  at: Date,
  events: LiveEvent[],
): Promise<number | undefined> {
  // Locked like processing does it, and looked at again under the lock: a message may have come in between.
  const wanted = tx
    .select({ deviId: devices.deviId })
    .from(devices)
    .where(and(gt(devices.deviId, after), raise.where))
    .orderBy(devices.deviId)
    .limit(atOnce);
  const rows = await tx
    .select({ device: devices, custName: customers.firmName })
    .from(devices)
    .innerJoin(customers, eq(customers.custId, devices.custId))
    .where(and(inArray(devices.deviId, wanted), raise.where))
    .orderBy(devices.deviId)
    .for('update', { of: devices });
  if (rows.length === 0) return undefined;
  const revs = await saveFlags(
    tx,
    rows.map(({ device }) => ({ deviId: device.deviId, ...columnsAfter(device, raise.cause) })),
  );
  for (const { device, custName } of rows) {
    const { deviId, custId } = device;
    const now = { ...device, ...columnsAfter(device, raise.cause), rev: revs.get(deviId) ?? device.rev };
    events.push({ type: 'device', deviId, custId, change: presentDeviceChange(device, now, custName) });
  }
  if (raise.metyId !== null) {
    const { metyId } = raise;
    events.push(
      ...(await log(
        tx,
        rows.map(({ device }) => transactionOf(device, metyId, at)),
      )),
    );
  }
  return rows.at(-1)?.device.deviId;
}

type FlagColumns = Pick<DeviceRecord, 'flags' | 'status'>;

function columnsAfter(device: DeviceRecord, cause: FlagCause): FlagColumns {
  const changes = flagChanges(cause);
  const raised = Object.keys(changes).filter((flag) => changes[flag as keyof typeof changes] === true);
  return flagColumns(new Set([...device.flags, ...raised]), device);
}

/** Returns the new revision of each. */
async function saveFlags(
  tx: Database,
  rows: readonly (FlagColumns & { deviId: number })[],
): Promise<Map<number, number>> {
  const columns = rows.map(({ deviId, flags, status }) => ({ devi_id: deviId, flags, status }));
  const saved = await queryRows<{ devi_id: number; rev: string | number }>(
    tx,
    sql`update devices set flags = n.flags, status = n.status, rev = nextval('rev_seq')
        from json_populate_recordset(null::devices, ${JSON.stringify(columns)}::json) n
        where devices.devi_id = n.devi_id
        returning devices.devi_id, devices.rev`,
  );
  return new Map(saved.map((row) => [row.devi_id, Number(row.rev)]));
}

type NewTransaction = PgInsertValue<typeof transactions>;

function transactionOf(
  { deviId, dehaId, custId }: DeviceRecord,
  metyId: MessageTypeId,
  at: Date,
): NewTransaction {
  const tranId = sql`nextval('tran_seq')`;
  const assignmentId = latestAssignmentOf(deviId, custId);
  const owner = { deviId, dehaId, custId, assignmentId };
  return { ...owner, tranId, recTs: at, metyId, tranSource: tranSource.server, direction: 'S' };
}

async function log(tx: Database, rows: NewTransaction[]): Promise<LiveEvent[]> {
  const logged = await tx.insert(transactions).values(rows).returning();
  return logged.map((row) => ({
    type: 'transactions',
    deviId: row.deviId,
    custId: row.custId,
    laterCustIds: [],
    transactions: [presentTransaction(row)],
  }));
}
