import { metyId } from '@varde/catalogue/message-types';
import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { recordAudit } from '#domain/audit/audit.ts';
import { insertTransactions } from '#domain/transactions/insert-transactions.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { Batch, UplinkOf } from '../batch.ts';
import type { TrackedDevice } from '../tracked-device.ts';
import { serverRow } from '../transaction-row.ts';

/** Interval between records of repeated contests for one device. */
const recordEveryMs = 600_000;
const code = 'identityContested';

interface Contest {
  device: TrackedDevice;
  uplink: UplinkOf<typeof code>;
}

/**
 * Records that several live connections claimed one identity, with their addresses: in the device's log, and in
 * the audit log of its customer. The gateway detects contests; `updateState` sets the flag.
 */
export async function recordContests(batch: Batch): Promise<void> {
  const contests = new Map<number, Contest>();
  for (const { uplink, device } of batch.entries)
    if (uplink.kind === code && device !== null) contests.set(device.before.deviId, { device, uplink });
  if (contests.size === 0) return;
  for (const deviId of await recentlyRecorded(batch, [...contests.keys()])) contests.delete(deviId);
  const rows = [];
  for (const { device, uplink } of contests.values()) {
    const at = new Date(uplink.receivedAt);
    const addresses = uplink.claims.map(({ address }) => address);
    rows.push(serverRow(device, metyId.technical, at, { code, addresses }));
    const { custId, deviId } = device.before;
    await recordAudit(batch.tx, {
      action: `device.${code}`,
      at,
      by: { userId: null, address: uplink.remoteAddress, context: null },
      custId,
      subject: { kind: 'device', id: deviId },
      after: { addresses },
    });
  }
  batch.stored.push(...(await insertTransactions(batch.tx, rows)));
}

async function recentlyRecorded({ tx, now }: Batch, deviIds: readonly number[]): Promise<number[]> {
  const { deviId, recTs, detail } = transactions;
  const rows = await tx
    .selectDistinct({ deviId })
    .from(transactions)
    .where(
      and(
        inArray(deviId, [...deviIds]),
        gt(recTs, new Date(now - recordEveryMs)),
        lte(recTs, new Date(now)), // the clock may have been set back
        eq(transactions.metyId, metyId.technical),
        sql`${detail} ->> 'code' = ${code}`,
      ),
    );
  return rows.map((row) => row.deviId);
}
