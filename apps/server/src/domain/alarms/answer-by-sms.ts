import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { type ComparedPin, presentPinHash } from '../notifications/pins.ts';
import { replyWords } from '../notifications/reply-words.ts';
import { notificationAttempts } from '../notifications/tables.ts';
import type { Attempt } from './alarm-links.ts';
import { type AlarmWithNames, findAlarm } from './alarms.ts';
import { type Answered, answerMessage, isClaimedThrough, mayStillAnswer } from './answer-alarm.ts';
import { readReply } from './read-reply.ts';
import { recordWords } from './receiver-words.ts';
import { nameInShare } from './shared-alarm.ts';
import { alarms } from './tables.ts';

interface SmsReply {
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

const isNumber = /^\+\d{4,15}$/;
/** For so long after the message somebody who answers learns that the alarm is over. */
const rememberedMs = 86_400_000;

/**
 * A receiver answers by SMS. Which alarm is meant follows from the number: of those that it was told of, one that nobody
 * has comes before others, and a later one before an earlier one. What is no answer is kept with the alarm, in the
 * receiver's words. In a transaction with the server's own reach.
 */
export async function answerBySms(tx: Database, { from, text, ...sent }: SmsReply): Promise<Said> {
  const attempt = isNumber.test(from) ? await answeredMessage(tx, from, sent.at) : undefined;
  if (attempt === undefined) return saying('');
  const hasPin = (await presentPinHash(tx, attempt)) !== null;
  const reply = readReply(text);
  if (reply === null || reply.letter !== null || (reply.pin !== null && !hasPin))
    return hearWords(tx, attempt, { text, hasPin, ...sent });
  const { answer, pin } = reply;
  const answered = await answerMessage(tx, attempt, { answer, way: 'bySms', pin, ...sent });
  const { hint, bySms } = replyWords[attempt.language];
  const { refused } = answered;
  const how = refused === null || refused === 'needed' ? hint[hasPin ? 'withPin' : 'freely'] : bySms[refused];
  return { ...answered, said: await saidOf(tx, attempt, { answer, at: sent.at, otherwise: how }) };
}

const saying = (said: string): Said => ({ said, changed: null, refused: null, toCompare: null });

/** What is no answer decides nothing: it is kept for the operators, and answered with how to answer. */
async function hearWords(
  tx: Database,
  attempt: Attempt,
  { text, hasPin, compared: _, ...sent }: Omit<SmsReply, 'from'> & { hasPin: boolean },
): Promise<Said> {
  const found = await findAlarm(tx, 'server', attempt.alarmId);
  const maySay = found !== undefined && (await mayStillAnswer(tx, attempt, found, sent.at));
  const changed = maySay
    ? await recordWords(tx, attempt, { text, hidesPin: hasPin, way: 'bySms', ...sent })
    : null;
  if (maySay && changed === null) return saying('');
  const { hint, numberAlone } = replyWords[attempt.language];
  const otherwise = `${numberAlone} ${hint[hasPin ? 'withPin' : 'freely']}`;
  return { ...saying(await saidOf(tx, attempt, { answer: undefined, at: sent.at, otherwise })), changed };
}

/** What goes back to the receiver: how the alarm is, or `otherwise` when it can be taken. */
async function saidOf(
  tx: Database,
  attempt: Attempt,
  { otherwise, ...answer }: Parameters<typeof sayingTo>[3] & { otherwise: string },
): Promise<string> {
  const found = await findAlarm(tx, 'server', attempt.alarmId);
  return found === undefined ? '' : ((await sayingTo(tx, attempt, found, answer)) ?? otherwise);
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
