import type { Message } from '@varde/contract/messages';
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { jsonRows } from '#platform/database/json-rows.ts';
import { presentAssignmentId } from '../devices/device-note.ts';
import { commands } from './tables.ts';

const listedMessages = 50;

const columns = sql`c.command_id as "messageId", c.command ->> 'text' as message,
  (extract(epoch from c.created_at) * 1000)::float8 as created,
  case
    when c.state in ('pending', 'sent') then 'PENDING'
    when c.state <> 'confirmed' then 'NOT_DELIVERED'
    when c.receipt = 'read' then 'READ'
    when c.receipt = 'shown' then 'NOT_READ'
    else 'RECEIVED'
  end as status`;

const isMessage = sql`c.command ->> 'kind' = 'message'`;

/** The messages to a device in its present assignment, newest first. */
export function listMessages(db: Database, deviId: number): Promise<Message[]> {
  return queryRows(
    db,
    sql`select ${columns} from commands c
        where c.assignment_id = (select a.assignment_id from device_assignments a
          where a.devi_id = ${deviId} and a.ends_at is null) and ${isMessage}
        order by c.command_id desc limit ${listedMessages}`,
  );
}

/** Queues a message to a device; without a user it is Varde's own. In the caller's transaction, which holds the device's lock. */
export async function queueMessage(
  tx: Database,
  { deviId, text, userId, at }: { deviId: number; text: string; userId: number | null; at: Date },
): Promise<Message> {
  const [queued] = await tx
    .insert(commands)
    .values({
      deviId,
      command: { kind: 'message', text },
      assignmentId: await presentAssignmentId(tx, deviId),
      createdBy: userId,
      createdAt: at,
    })
    .returning({ messageId: commands.commandId });
  if (queued === undefined) throw new Error('the database returned no command');
  return { ...queued, message: text, created: at.getTime(), status: 'PENDING' };
}

/** A device's report on its messages. It has no number, and applies to every message that the device has. */
export interface MessageReceipt {
  devi_id: number;
  receipt: 'shown' | 'read';
}

/** A message that was read stays read. */
export async function takeReceipts(tx: Database, receipts: readonly MessageReceipt[]): Promise<void> {
  if (receipts.length === 0) return;
  await tx.execute(sql`
    update commands c set receipt = n.receipt
    from (select devi_id, min(receipt) as receipt
      from json_to_recordset(${jsonRows(receipts)}) as r (devi_id int, receipt text) group by devi_id) n
    where c.devi_id = n.devi_id and c.state = 'confirmed' and c.assignment_id = (
        select a.assignment_id from device_assignments a where a.devi_id = c.devi_id and a.ends_at is null)
      and c.receipt is distinct from 'read' and c.receipt is distinct from n.receipt`);
}
