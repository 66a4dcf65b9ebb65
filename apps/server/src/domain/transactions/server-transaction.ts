import type { MessageTypeId } from '@varde/catalogue/message-types';
import { tranSource } from '@varde/catalogue/transaction-sources';
import { sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { latestAssignmentOf } from '../devices/assignments.ts';
import type { TransactionRecord } from './present-transaction.ts';
import { transactions } from './tables.ts';

export interface ServerTransaction {
  device: Pick<TransactionRecord, 'deviId' | 'dehaId'>;
  /** The customer of the history. */
  custId: number;
  metyId: MessageTypeId;
  at: Date;
  /** Ids and keys, no names: the log outlives personal data. */
  detail: Record<string, unknown> | null;
}

/** Logs an action of a person on a device in the device's transactions. */
export async function logServerTransaction(tx: Database, said: ServerTransaction): Promise<TransactionRecord> {
  const [row] = await logServerTransactions(tx, [said]);
  if (row === undefined) throw new Error('the database returned no transaction');
  return row;
}

/** Logs transactions of the server or of a user, for one or more devices. */
export function logServerTransactions(tx: Database, said: readonly ServerTransaction[]): Promise<TransactionRecord[]> {
  return tx
    .insert(transactions)
    .values(
      said.map(({ device, custId, metyId, at, detail }) => ({
        tranId: sql`nextval('tran_seq')`,
        recTs: at,
        deviId: device.deviId,
        dehaId: device.dehaId,
        custId,
        assignmentId: latestAssignmentOf(device.deviId, custId),
        metyId,
        tranSource: tranSource.server,
        direction: 'S',
        detail,
      })),
    )
    .returning();
}
