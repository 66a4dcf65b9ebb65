import { type ChargedChannel, channelRules } from '@varde/contract/event-setup-form';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { SegmentedMessage } from 'sms-segments-calculator';
import type { Scope } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { metrics } from '#platform/log/metrics.ts';
import type { MessageEnd, OutboxMessage } from './outbox.ts';
import { ownNumber } from './own-number.ts';
import { messageCosts } from './tables.ts';

/** The customer that a message is sent for: of its alarm, its device, or the list that it tries out. */
const customerOf = ({ messageId, alarmId, deviId }: OutboxMessage): SQL =>
  sql`coalesce((select a.cust_id from alarms a where a.alarm_id = ${alarmId}::int),
    (select d.cust_id from devices d where d.devi_id = ${deviId}::int),
    (select g.cust_id from notification_tests t join device_assignments g using (assignment_id)
      where t.message_id = ${messageId}::bigint))`;

/**
 * Records what became of a message that a provider was handed, for its customer and in the metrics. Later news of the
 * same message, or of the same call of several, changes its row.
 */
export async function recordCost(
  tx: Database,
  message: OutboxMessage,
  { state, endedAt, price }: MessageEnd,
): Promise<void> {
  const { messageId, rings, channel, provider, recipient, content } = message;
  if (provider === null || recipient === ownNumber) return;
  const parts =
    channelRules[channel].charged === 'parts' && content !== null ? new SegmentedMessage(content).segmentsCount : null;
  await tx.execute(sql`insert into message_costs (message_id, number, cust_id, at, channel, provider, outcome, parts, price)
    select ${messageId}::bigint, ${rings + 1}::int, cust_id, ${endedAt.toISOString()}::timestamptz, ${channel}, ${provider},
      ${state}, ${parts}::int, ${price ?? null}::int
    from (select ${customerOf(message)} as cust_id) c where cust_id is not null
    on conflict (message_id, number) do update set outcome = excluded.outcome`);
  metrics.messages.inc({ channel, provider, outcome: state });
  if (parts !== null) metrics.smsParts.inc({ provider, outcome: state }, parts);
}

/** Records what a message costs that was reported on before its provider had answered. */
export async function recordPrice(tx: Database, { messageId, rings }: OutboxMessage, price: number): Promise<void> {
  const ofIt = and(eq(messageCosts.messageId, messageId), eq(messageCosts.number, rings + 1));
  await tx.update(messageCosts).set({ price }).where(ofIt);
}

/** What a provider says of a call that has ended; null: nothing. */
export interface CallCost {
  seconds: number | null;
  /** In ten-thousandths of the currency of the account. */
  price: number | null;
}

/** Records how long a call lasted, and what it cost. Said twice, it is recorded once. */
export async function recordCallCost(
  tx: Database,
  { messageId, number }: { messageId: number; number: number },
  { seconds, price }: CallCost,
): Promise<void> {
  const news = sql`${messageCosts.messageId} = ${messageId} and ${messageCosts.number} = ${number} and ${messageCosts.seconds} is null`;
  const [call] = await tx
    .update(messageCosts)
    .set({ seconds: seconds ?? 0, price })
    .where(news)
    .returning({ provider: messageCosts.provider });
  if (call !== undefined && seconds !== null) metrics.callSeconds.inc({ provider: call.provider }, seconds);
}

/** What the messages of a month came to. */
export interface MonthlyCost {
  /** `2026-11` */
  month: string;
  channel: ChargedChannel;
  provider: string;
  messages: number;
  failed: number;
  parts: number;
  seconds: number;
  price: number | null;
}

/** Of the customers in a scope: this month and the twelve before it, the latest first. `now`: Unix milliseconds. */
export function monthlyCosts(
  db: Database,
  scope: Scope,
  { now, timeZone }: { now: number; timeZone: string },
): Promise<MonthlyCost[]> {
  const thisMonth = sql`date_trunc('month', ${new Date(now).toISOString()}::timestamptz at time zone ${timeZone})`;
  return queryRows<MonthlyCost>(
    db,
    sql`select to_char(at at time zone ${timeZone}, 'YYYY-MM') as month, channel, provider, count(*)::int as messages,
        (count(*) filter (where outcome = 'failed'))::int as failed, coalesce(sum(parts), 0)::int as parts,
        coalesce(sum(seconds), 0)::int as seconds, sum(price)::float8 as price
      from message_costs
      where ${withinScope(messageCosts.custId, scope)}
        and at >= (${thisMonth} - interval '12 months') at time zone ${timeZone}
      group by 1, 2, 3 order by 1 desc, 2 desc, 3`,
  );
}
