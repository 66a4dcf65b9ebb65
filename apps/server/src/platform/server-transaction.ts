import type { MessageTypeId } from '@varde/catalogue/message-types';
import { tranSource } from '@varde/catalogue/transaction-sources';
import { sql } from 'drizzle-orm';
import { latestAssignmentOf } from './assignments.ts';
import type { Database } from './database.ts';
import type { TransactionRecord } from './presenters/transaction.ts';
import { transactions } from './schema.ts';

export interface ServerTransaction {
  device: Pick<TransactionRecord, 'deviId' | 'dehaId'>;
  /** Whose history it is. */
  custId: number;
  metyId: MessageTypeId;
  at: Date;
  /** Ids and keys, no names: the log outlives the people in it. */
  detail: Record<string, unknown>;
}

/** Logs something that a person did to a device in the device's transactions. */
export async function logServerTransaction(
  tx: Database,
  { device, custId, metyId, at, detail }: ServerTransaction,
): Promise<TransactionRecord> {
  const [row] = await tx
    .insert(transactions)
    .values({
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
    })
    .returning();
  if (row === undefined) throw new Error('the database returned no transaction');
  return row;
}
