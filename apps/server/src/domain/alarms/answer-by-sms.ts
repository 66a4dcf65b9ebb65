import type { AlarmAnswer } from '@varde/contract/sharing';
import type { Database } from '#platform/database/database.ts';
import { replyWords } from '../messages/reply-words.ts';
import type { ComparedPin } from '../notifications/pins.ts';
import type { Attempt } from './alarm-links.ts';
import { type AlarmWithNames, findAlarm } from './alarms.ts';
import { answerMessage, isClaimedThrough } from './answer-alarm.ts';
import { type Answerable, answerableOf, nameOfAlarm } from './answerable.ts';
import { readReply } from './read-reply.ts';
import { recordWords } from './receiver-words.ts';
import { standingOf } from './standing.ts';
import { toldAlarms } from './told-alarms.ts';
import { askWhich, goingOr, meantBy } from './which-alarm.ts';

interface Sent {
  compared: readonly ComparedPin[];
  address: string;
  at: Date;
}

interface SmsReply extends Sent {
  /** E.164 */
  from: string;
  text: string;
}

interface Said {
  /** Goes back to the receiver; empty for a number that was told of no alarm lately. */
  said: string;
  /** Alarms. */
  changed: readonly number[];
  /** See `withComparedPin`. */
  toCompare: readonly string[];
}

const isNumber = /^\+\d{4,15}$/;

const saying = (said: string): Said => ({ said, changed: [], toCompare: [] });

/**
 * A receiver answers by SMS. Which alarm is meant follows from the number, and where it was told of several from the
 * letter or the PIN; else the receiver is asked. What is no answer is kept with the alarm, in the receiver's words. In a
 * transaction with the server's own reach.
 */
export async function answerBySms(tx: Database, { from, text, ...sent }: SmsReply): Promise<Said> {
  const { compared, at } = sent;
  const told = isNumber.test(from) ? await toldAlarms(tx, from, at) : [];
  const [latest] = told;
  if (latest === undefined) return saying('');
  const isOneOfSeveral = told.length > 1;
  const present = await answerableOf(
    tx,
    told.filter(({ isPast }) => !isPast),
    at,
  );
  const [first] = present;
  if (first === undefined) return saying(await statusOf(tx, latest.attempt, { at, isOneOfSeveral }));
  const reply = readReply(text);
  const meant = reply === null ? { kind: 'none' as const } : meantBy(present, reply, compared);
  if (reply === null || meant.kind === 'none') return hearWords(tx, present, { text, isOneOfSeveral, ...sent });
  if (meant.kind === 'compare') return { ...saying(''), toCompare: meant.hashes };
  const { answer, pin } = reply;
  const { language } = first.attempt;
  if (meant.kind === 'one') return answerOne(tx, meant.one, { answer, pin, isOneOfSeveral, ...sent });
  if (meant.kind === 'several') {
    const question = askWhich(meant.options, { answer, language });
    return saying(question === '' ? await statusOfEach(tx, present, at) : question);
  }
  // The PIN was a try for each of them.
  for (const { attempt } of byAlarm(meant.tried))
    await answerMessage(tx, attempt, { answer, way: 'bySms', pin, ...sent });
  return saying(`${replyWords[language].wrongPin} ${askWhich(meant.tried, { answer, language })}`);
}

/** Alarms are locked in the order of their numbers, to prevent deadlocks. */
const byAlarm = (some: readonly Answerable[]): Answerable[] =>
  some.toSorted((a, b) => a.attempt.alarmId - b.attempt.alarmId);

interface Answering extends Sent {
  answer: AlarmAnswer;
  pin: string | null;
  isOneOfSeveral: boolean;
}

async function answerOne(
  tx: Database,
  { attempt, pinHash }: Answerable,
  { isOneOfSeveral, ...order }: Answering,
): Promise<Said> {
  const { changed, refused, toCompare } = await answerMessage(tx, attempt, { ...order, way: 'bySms' });
  const { hint, bySms } = replyWords[attempt.language];
  const { answer, at } = order;
  const found = await findAlarm(tx, 'server', attempt.alarmId);
  const letter = isOneOfSeveral ? attempt.letter : null;
  const about = isOneOfSeveral && found ? `${nameOfAlarm(found, { isOneOfSeveral })}: ` : '';
  if (answer === 'declined' && refused !== null)
    return { ...saying(`${about}${bySms.declined[refused](`2${letter ?? ''}`)}`), toCompare };
  const how =
    refused === null || refused === 'needed'
      ? `${about}${hint({ letter, hasPin: pinHash !== null })}`
      : `${about}${bySms.taken[refused](`1${letter ?? ''}`)}`;
  const status = found && (await sayingTo(tx, attempt, found, { answer, at, isOneOfSeveral }));
  return {
    said: found === undefined ? '' : (status ?? how),
    changed,
    toCompare,
  };
}

/** So many alarms of one number keep what its receiver writes. */
const mostKept = 5;

/**
 * What is no answer decides nothing: it is kept for the operators, and answered with how to answer. Words that may be about
 * another customer's alarm are not shown; that something was written is.
 */
async function hearWords(
  tx: Database,
  present: readonly Answerable[],
  { text, isOneOfSeveral, compared: _, ...sent }: Sent & { text: string; isOneOfSeveral: boolean },
): Promise<Said> {
  const hidesPin = present.some(({ pinHash }) => pinHash !== null);
  const isShown = new Set(present.map(({ found }) => found.alarm.custId)).size === 1;
  const changed: number[] = [];
  for (const { attempt } of byAlarm(present.slice(0, mostKept))) {
    const words = { text: isShown ? text : null, hidesPin, way: 'bySms' as const, ...sent };
    if (await recordWords(tx, attempt, words)) changed.push(attempt.alarmId);
  }
  const [first] = present;
  if (changed.length === 0 || first === undefined) return saying('');
  const { hint, numberAlone, notShown } = replyWords[first.attempt.language];
  const options = present.filter(({ answers }) => answers.includes('taken'));
  const [only, other] = options;
  if (only === undefined) return { said: await statusOfEach(tx, present, sent.at), changed, toCompare: [] };
  const { attempt, found, pinHash } = only;
  const named = isOneOfSeveral ? { letter: attempt.letter, customer: found.custName } : {};
  const how =
    other === undefined
      ? hint({ ...named, hasPin: pinHash !== null })
      : askWhich(options, { answer: 'taken', language: attempt.language });
  return { said: `${isShown ? numberAlone : notShown} ${how}`, changed, toCompare: [] };
}

/** In one SMS. */
const mostSaid = 3;

/** How the alarms are of which none can be answered so, each by its name: those that are not over, if there are any. */
async function statusOfEach(tx: Database, present: readonly Answerable[], at: Date): Promise<string> {
  const isOneOfSeveral = present.length > 1;
  const said: string[] = [];
  for (const { attempt } of goingOr(present).slice(0, mostSaid))
    said.push(await statusOf(tx, attempt, { at, isOneOfSeveral }));
  return said.join('\n');
}

/** How an alarm is; empty: it can be taken. */
async function statusOf(
  tx: Database,
  attempt: Attempt,
  { at, isOneOfSeveral }: { at: Date; isOneOfSeveral: boolean },
): Promise<string> {
  const found = await findAlarm(tx, 'server', attempt.alarmId);
  if (found === undefined) return '';
  return (await sayingTo(tx, attempt, found, { answer: undefined, at, isOneOfSeveral })) ?? '';
}

/** What a receiver is told about an alarm after an answer, or before one; null: nobody has it, and it can be taken. */
export async function sayingTo(
  tx: Database,
  attempt: Attempt,
  found: AlarmWithNames,
  { answer, at, isOneOfSeveral = false }: { answer: AlarmAnswer | undefined; at: Date; isOneOfSeveral?: boolean },
): Promise<string | null> {
  const { state, handedOverBy } = found.alarm;
  const words = replyWords[attempt.language];
  const { ended } = await standingOf(tx, attempt, found, at);
  const name = nameOfAlarm(found, { isOneOfSeveral });
  const about = isOneOfSeveral ? `${name}: ` : '';
  if (ended !== null) return `${about}${words.ended[ended]}`;
  if (state === 'reset') return `${about}${words.over}`;
  const isTaken = state === 'claimed' && handedOverBy === null;
  if (isTaken && (await isClaimedThrough(tx, found.alarm, attempt))) return words.taken(name);
  if (isTaken) return words.takenBy(name, found.claimedByName ?? '');
  return answer === 'declined' ? words.declined(name) : null;
}
