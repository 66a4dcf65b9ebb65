import { messageStates } from '@varde/catalogue/message-states';
import type { AlarmReach } from '@varde/contract/alarms';
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { messageOf } from '../messages/message-state.ts';
import { outbox } from '../messages/tables.ts';
import { hasReached } from './has-reached.ts';
import { notificationAttempts, notificationChains } from './tables.ts';

const { alarmId, attemptId, round, step, userId, receiverId, name } = notificationAttempts;

/** The attempts since an alarm was raised or last began anew, with what became of their messages. */
const countedAttempts = sql`${notificationAttempts}
  join ${notificationChains} on ${eq(notificationChains.alarmId, alarmId)}
    and ${round} >= ${notificationChains.round} - ${notificationChains.repeated}
  left join ${outbox} on ${eq(outbox.messageId, notificationAttempts.messageId)}`;

/** Who a message is to: the same person in another round may have another step, and one who is erased has nothing else. */
const person = sql`coalesce('user ' || ${userId}, 'receiver ' || ${receiverId}, nullif(${name}, ''),
  ${round} || ' ' || ${step})`;
const personOfAttempt = (attempt: number): SQL =>
  sql`(select ${person} from ${notificationAttempts} where ${attemptId} = ${attempt}::bigint)`;
const personOf = (receiver: { userId: number | null; receiverId: number }): SQL =>
  sql`coalesce('user ' || ${receiver.userId}::int, 'receiver ' || ${receiver.receiverId}::int)`;

const states = sql`array[${sql.raw(messageStates.map((state) => `'${state}'`).join())}]`;
const { state } = messageOf(notificationAttempts);

/** How far an alarm has come to people, as a value of a query: one look into its attempts. `but`: without this person. */
export const reachOf = (alarm: SQLWrapper, but?: SQL): SQL<AlarmReach> =>
  sql<AlarmReach>`(select json_build_object('told', count(distinct person),
      'reached', count(distinct person) filter (where reached), 'furthest', (${states})[min(rank)])
    from (select ${person} as person, ${hasReached} as reached, array_position(${states}, ${state}) as rank
      from ${countedAttempts}
      where ${and(eq(alarmId, alarm), but && sql`${person} is distinct from ${but}`)}) messages)`;

/** Nobody has been told yet. */
const noReach: AlarmReach = { told: 0, reached: 0, furthest: null };

/** How far an alarm has come to people beside the one who is told of it at this step. Before all others it is not asked. */
export async function reachBeside(
  tx: Database,
  alarm: number,
  { receiver, round: inRound, step: atStep }: { receiver: Parameters<typeof personOf>[0]; round: number; step: number },
): Promise<AlarmReach> {
  if (inRound === 1 && atStep === 0) return noReach;
  const [row] = await queryRows<{ reach: AlarmReach }>(
    tx,
    sql`select ${reachOf(sql`${alarm}::int`, personOf(receiver))} as reach`,
  );
  return row?.reach ?? noReach;
}

/**
 * What the link of an alarm shows: how far it has come to people, to the receiver of an attempt beside that receiver, and
 * whether its list goes on.
 */
export async function reachByLink(
  tx: Database,
  alarm: number,
  attempt: number | undefined,
): Promise<{ reach: AlarmReach; goesOn: boolean }> {
  const but = attempt === undefined ? undefined : personOfAttempt(attempt);
  const [row] = await queryRows<{ reach: AlarmReach; goesOn: boolean }>(
    tx,
    sql`select ${reachOf(sql`${alarm}::int`, but)} as reach, exists (select from ${notificationChains}
      where ${notificationChains.alarmId} = ${alarm} and ${notificationChains.state} <> 'ended') as "goesOn"`,
  );
  return row ?? { reach: noReach, goesOn: false };
}
