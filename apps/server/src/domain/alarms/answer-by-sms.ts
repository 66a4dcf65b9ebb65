import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { replyWords } from '../notifications/reply-words.ts';
import { notificationAttempts } from '../notifications/tables.ts';
import type { Attempt } from './alarm-links.ts';
import { type AlarmWithNames, findAlarm } from './alarms.ts';
import { answerMessage, isClaimedThrough, mayStillAnswer } from './answer-alarm.ts';
import { nameInShare } from './shared-alarm.ts';
import { alarms } from './tables.ts';

interface Reply {
  /** E.164 */
  from: string;
  text: string;
  address: string;
  at: Date;
}

interface Answered {
  /** Goes back to the receiver; empty for a number that was told of no alarm lately. */
  said: string;
  /** The alarm when it changed, else null. */
  changed: AlarmWithNames | null;
}

/** What a receiver writes or presses. */
export const answerOf = new Map([
  ['1', 'taken' as const],
  ['2', 'declined' as const],
]);
const isNumber = /^\+\d{4,15}$/;
/** For so long after the message somebody who answers learns that the alarm is over. */
const rememberedMs = 86_400_000;

/**
 * A receiver answers by SMS. Which alarm is meant follows from the number: of those that it was told of, one that nobody
 * has comes before others, and a later one before an earlier one. In a transaction with the server's own reach.
 */
export async function answerBySms(tx: Database, { from, text, address, at }: Reply): Promise<Answered> {
  const attempt = isNumber.test(from) ? await answeredMessage(tx, from, at) : undefined;
  if (attempt === undefined) return { said: '', changed: null };
  const answer = answerOf.get(/^[12](?!\d)/.exec(text.trim())?.[0] ?? '');
  const changed = answer ? await answerMessage(tx, attempt, { answer, way: 'bySms', address, at }) : null;
  const found = await findAlarm(tx, 'server', attempt.alarmId);
  return { said: found === undefined ? '' : await sayingTo(tx, attempt, found, { answer, at }), changed };
}

/** The message that an answer of this number is about. */
async function answeredMessage(tx: Database, from: string, at: Date): Promise<Attempt | undefined> {
  const attempt = notificationAttempts;
  const since = new Date(at.getTime() - rememberedMs).toISOString();
  const [found] = await tx
    .select({ attempt })
    .from(attempt)
    .innerJoin(alarms, eq(alarms.alarmId, attempt.alarmId))
    .where(
      sql`${attempt.recipient} = ${from}
        and (${alarms.state} <> 'reset' or ${attempt.at} > ${since}::timestamptz)`,
    )
    .orderBy(
      sql`(${alarms.state} = 'open' or ${alarms.handedOverBy} is not null) desc, ${alarms.state} <> 'reset' desc`,
      desc(attempt.at),
      desc(attempt.attemptId),
    )
    .limit(1);
  return found?.attempt;
}

/** What a receiver is told about an alarm after an answer, or before one. */
export async function sayingTo(
  tx: Database,
  attempt: Attempt,
  found: AlarmWithNames,
  { answer, at }: { answer: 'taken' | 'declined' | undefined; at: Date },
): Promise<string> {
  const { state, handedOverBy } = found.alarm;
  const words = replyWords[attempt.language];
  if (!(await mayStillAnswer(tx, attempt, found, at))) return words.noAccess;
  if (state === 'reset') return words.over;
  const name = nameInShare(found);
  const isTaken = state === 'claimed' && handedOverBy === null;
  if (isTaken && (await isClaimedThrough(tx, found.alarm, attempt))) return words.taken(name);
  if (isTaken) return words.takenBy(name, found.claimedByName ?? '');
  return answer === 'declined' ? words.declined(name) : words.hint;
}
