import { isPin } from '@varde/contract/event-setup-form';
import { type PinRefusal, pinRefusals } from '@varde/contract/sharing';
import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { reachAll } from '#platform/database/reach-all.ts';
import { alarmCall, testCall } from '../messages/alarm-words.ts';
import type { OutboxMessage } from '../messages/outbox.ts';
import { replyWords } from '../messages/reply-words.ts';
import { testedDevice } from '../notifications/list-tests.ts';
import type { ComparedPin } from '../notifications/pins.ts';
import { notificationAttempts } from '../notifications/tables.ts';
import type { Attempt } from './alarm-links.ts';
import { findAlarm } from './alarms.ts';
import { type Answered, answerMessage } from './answer-alarm.ts';
import { sayingTo } from './answer-by-sms.ts';
import { answerOf } from './read-reply.ts';
import { recordWords } from './receiver-words.ts';
import { standingOf } from './standing.ts';
import { wordsOf } from './words-of-alarm.ts';

interface Pressed {
  /** Empty: none yet; several: a PIN. */
  keys: string;
  compared: readonly ComparedPin[];
  address: string;
  at: Date;
}

/** What is read aloud. */
interface Heard {
  said: string;
  language: Attempt['language'];
}

interface Turn extends Heard {
  /** What is waited for; null: nothing, and the call ends after it. */
  asks: 'key' | 'pin' | null;
}

/** Keys count for so long after the call was answered. A provider may repeat a request long after the call. */
const longestCallMs = 5 * 60_000;

/** The PIN among the keys of one turn; null: it is none. */
export const pinOfKeys = (keys: string): string | null => (isPin(keys) ? keys : null);

/**
 * One turn of a call: what the receiver hears, after what was pressed. While nobody has the alarm it is read until 1
 * takes it, after the PIN of a receiver who has one, or 2 says no; once it is over or somebody has it, the receiver hears
 * that, and keys do nothing. In a transaction with the server's own reach.
 */
export async function answerByCall(
  tx: Database,
  call: OutboxMessage,
  { keys, compared, address, at }: Pressed,
): Promise<Turn & Answered> {
  const nothing = { changed: [], refused: null, toCompare: [] };
  const attempt = await attemptOf(tx, call);
  const { hasPin, ...before } = await heard(tx, call, attempt, { answer: undefined, at });
  const pin = hasPin ? pinOfKeys(keys) : null;
  const answer = pin === null ? answerOf.get(keys) : 'taken';
  if (attempt === undefined || before.asks === null || isLongOver(call, at)) return { ...before, ...nothing };
  if (answer === undefined) {
    // Keys of somebody with a PIN may be part of it.
    const isSaid = keys !== '' && !hasPin;
    const pressed = { text: keys, hidesPin: true, way: 'byCall' as const, address, at };
    const isKept = isSaid && (await recordWords(tx, attempt, pressed));
    return { ...before, ...nothing, changed: isKept ? [attempt.alarmId] : [] };
  }
  const answered = await answerMessage(tx, attempt, { answer, way: 'byCall', pin, compared, address, at });
  return { ...(await heard(tx, call, attempt, { answer, refused: answered.refused, at })), ...answered };
}

const isLongOver = ({ state, endedAt }: OutboxMessage, at: Date): boolean =>
  state === 'delivered' && endedAt !== null && at.getTime() - endedAt.getTime() > longestCallMs;

/**
 * What is heard in a call, for its sound, which the provider fetches by itself: of the possible turns the one that is
 * meant, else what it begins with.
 */
export async function heardInCall(
  tx: Database,
  call: OutboxMessage,
  { isMeant, at }: { isMeant: (said: string) => boolean; at: Date },
): Promise<Heard> {
  const attempt = await attemptOf(tx, call);
  const turns: Answer[] = [
    { answer: undefined, at },
    { answer: 'declined', at },
    ...pinRefusals.map((refused) => ({ answer: 'taken' as const, refused, at })),
  ];
  const possible: Heard[] = [];
  for (const turn of turns) possible.push(await heard(tx, call, attempt, turn));
  return possible.find(({ said }) => isMeant(said)) ?? (await firstWords(tx, call, at));
}

/** What a call begins with, were it answered now. In a transaction, which has the server's own reach from here on. */
export async function firstWords(tx: Database, call: OutboxMessage, at: Date): Promise<Heard> {
  await reachAll(tx);
  return heard(tx, call, await attemptOf(tx, call), { answer: undefined, at });
}

/** Undefined: the call tries out a list. */
async function attemptOf(tx: Database, { messageId }: OutboxMessage): Promise<Attempt | undefined> {
  const [attempt] = await tx.select().from(notificationAttempts).where(eq(notificationAttempts.messageId, messageId));
  return attempt;
}

interface Answer {
  answer: 'taken' | 'declined' | undefined;
  refused?: PinRefusal | null;
  at: Date;
}

async function heard(
  tx: Database,
  { messageId }: OutboxMessage,
  attempt: Attempt | undefined,
  { refused = null, ...answer }: Answer,
): Promise<Turn & { hasPin: boolean }> {
  if (attempt === undefined) {
    const { name, language } = (await testedDevice(tx, messageId)) ?? { name: undefined, language: 'nb' };
    const said = name === undefined ? replyWords[language].over : testCall(language, name);
    return { said, language, asks: null, hasPin: false };
  }
  const { alarmId, language } = attempt;
  const words = replyWords[language];
  const found = await findAlarm(tx, 'server', alarmId);
  if (found === undefined) return { said: words.over, language, asks: null, hasPin: false };
  const said = await sayingTo(tx, attempt, found, answer);
  const { receiver } = await standingOf(tx, attempt, found, answer.at);
  const hasPin = receiver !== null && receiver.pinHash !== null;
  if (said !== null) return { said, language, asks: null, hasPin };
  if (refused !== null)
    return { said: words.byCall[refused], language, asks: refused === 'blocked' ? null : 'pin', hasPin };
  const alarm = alarmCall(language, await wordsOf(tx, found, language));
  return { said: `${alarm} ${words.keys[hasPin ? 'withPin' : 'freely']}`, language, asks: 'key', hasPin };
}
