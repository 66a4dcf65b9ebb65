import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { type ComparedPin, presentPinHash } from '../notifications/pins.ts';
import { replyWords } from '../notifications/reply-words.ts';
import { notificationAttempts } from '../notifications/tables.ts';
import type { Attempt } from './alarm-links.ts';
import { type AlarmWithNames, findAlarm } from './alarms.ts';
import { type Answered, answerMessage, isClaimedThrough, mayStillAnswer } from './answer-alarm.ts';
import { nameInShare } from './shared-alarm.ts';
import { alarms } from './tables.ts';

interface Reply {
  /** E.164 */
  from: string;
  text: string;
  compared: ComparedPin | null;
  address: string;
  at: Date;
}

interface Said extends Answered {
  /** Goes back to the receiver; empty for a number that was told of no alarm lately. */
  said: string;
}

/** What a receiver writes or presses. */
export const answerOf = new Map([
  ['1', 'taken' as const],
  ['2', 'declined' as const],
]);
const isNumber = /^\+\d{4,15}$/;
/** For so long after the message somebody who answers learns that the alarm is over. */
const rememberedMs = 86_400_000;

/** What follows "1" in an SMS: the digits that stand together, else those with spaces between them; null: no PIN. */
export function pinIn(text: string): string | null {
  const [, typed] = /^\s*1\D*(\d{4,8}(?!\d)|(?:\d[\s.-]*){4,8}(?!\d))/.exec(text) ?? [];
  return typed?.replaceAll(/\D/g, '') ?? null;
}

/**
 * A receiver answers by SMS. Which alarm is meant follows from the number: of those that it was told of, one that nobody
 * has comes before others, and a later one before an earlier one. In a transaction with the server's own reach.
 */
export async function answerBySms(tx: Database, reply: Reply): Promise<Said> {
  const { from, text, compared, address, at } = reply;
  const attempt = isNumber.test(from) ? await answeredMessage(tx, from, at) : undefined;
  if (attempt === undefined) return { said: '', changed: null, refused: null, toCompare: null };
  const hasPin = (await presentPinHash(tx, attempt)) !== null;
  const pin = hasPin ? pinIn(text) : null;
  const answer = pin === null ? answerOf.get(/^[12](?!\d)/.exec(text.trim())?.[0] ?? '') : 'taken';
  const answered =
    answer && (await answerMessage(tx, attempt, { answer, way: 'bySms', pin, compared, address, at }));
  const { changed, refused, toCompare } = answered ?? { changed: null, refused: null, toCompare: null };
  const found = await findAlarm(tx, 'server', attempt.alarmId);
  const { hint, bySms } = replyWords[attempt.language];
  const how = refused === null || refused === 'needed' ? hint[hasPin ? 'withPin' : 'freely'] : bySms[refused];
  const said = found === undefined ? '' : ((await sayingTo(tx, attempt, found, { answer, at })) ?? how);
  return { said, changed, refused, toCompare };
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

/** What a receiver is told about an alarm after an answer, or before one; null: nobody has it, and it can be taken. */
export async function sayingTo(
  tx: Database,
  attempt: Attempt,
  found: AlarmWithNames,
  { answer, at }: { answer: 'taken' | 'declined' | undefined; at: Date },
): Promise<string | null> {
  const { state, handedOverBy } = found.alarm;
  const words = replyWords[attempt.language];
  if (!(await mayStillAnswer(tx, attempt, found, at))) return words.noAccess;
  if (state === 'reset') return words.over;
  const name = nameInShare(found);
  const isTaken = state === 'claimed' && handedOverBy === null;
  if (isTaken && (await isClaimedThrough(tx, found.alarm, attempt))) return words.taken(name);
  if (isTaken) return words.takenBy(name, found.claimedByName ?? '');
  return answer === 'declined' ? words.declined(name) : null;
}
