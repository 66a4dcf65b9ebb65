import { notificationResult } from '@varde/catalogue/alarm-events';
import type { AlarmEvent } from '@varde/contract/alarms';
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { epoch } from '#platform/clock/epoch.ts';
import type { Database } from '#platform/database/database.ts';
import { messageOf } from '../messages/message-state.ts';
import { outbox } from '../messages/tables.ts';
import { alarmShares } from './tables.ts';

/** What an event of a shared alarm and its share have in common; `at`: Unix milliseconds. */
export const shareOf = (alarmId: number, recipient: string | null, at: number): string =>
  `${alarmId} ${at} ${recipient}`;

type Message = Pick<AlarmEvent, 'result' | 'receipt' | 'reason'>;

/** What became of the messages by which these alarms were shared, by `shareOf`; `reason`: why one waits or failed. */
export async function messagesOfShares(db: Database, ids: readonly number[]): Promise<Map<string, Message>> {
  const { alarmId, recipient, sharedAt, channel } = alarmShares;
  const rows = await db
    .select({
      ...{ alarmId, recipient, sharedAt, channel },
      ...messageOf(alarmShares),
    })
    .from(alarmShares)
    .leftJoin(outbox, eq(outbox.messageId, alarmShares.messageId))
    .where(inArray(alarmId, [...ids]));
  return new Map(
    rows.map(({ state, reason, receipt, ...share }) => [
      shareOf(share.alarmId, share.recipient, epoch(share.sharedAt)),
      {
        ...{ receipt, result: state === null ? null : notificationResult(share.channel, state) },
        ...(reason !== null && { reason }),
      },
    ]),
  );
}

/** Keeps what became of messages older than this, before the outbox forgets them. */
export async function keepSharedMessages(db: Database, oldest: SQL): Promise<void> {
  await db.execute(sql`update alarm_shares t set state = m.state, reason = m.reason, receipt = m.receipt,
      given_up = m.given_up
    from outbox m where m.message_id = t.message_id and m.created_at < ${oldest} and m.state <> 'queued'`);
}
