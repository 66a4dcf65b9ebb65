import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { reachAll } from '#platform/reach-all.ts';
import { alarmCall, testCall } from '../notifications/alarm-words.ts';
import { testedDevice } from '../notifications/list-tests.ts';
import { replyWords } from '../notifications/reply-words.ts';
import type { OutboxSms } from '../notifications/sms-outbox.ts';
import { notificationAttempts } from '../notifications/tables.ts';
import type { Attempt } from './alarm-links.ts';
import { type AlarmWithNames, findAlarm } from './alarms.ts';
import { answerMessage } from './answer-alarm.ts';
import { answerOf, sayingTo } from './answer-by-sms.ts';
import { wordsOf } from './words-of-alarm.ts';

interface Pressed {
  /** Empty: none yet. */
  key: string;
  address: string;
  at: Date;
}

/** What is read aloud. */
interface Heard {
  said: string;
  language: Attempt['language'];
}

interface Turn extends Heard {
  /** A key is waited for; else the call ends after it. */
  asks: boolean;
}

/** Keys count for so long after the call was answered. A provider may repeat a request long after the call. */
const longestCallMs = 5 * 60_000;

/**
 * One turn of a call: what the receiver hears, after what was pressed. While nobody has the alarm it is read until 1
 * takes it or 2 says no; once it is over or somebody has it, the receiver hears that, and keys do nothing. `changed`: the
 * alarm, when it did. In a transaction with the server's own reach.
 */
export async function answerByCall(
  tx: Database,
  call: OutboxSms,
  { key, address, at }: Pressed,
): Promise<Turn & { changed: AlarmWithNames | null }> {
  const attempt = await attemptOf(tx, call);
  const answer = answerOf.get(key);
  const before = await heard(tx, call, attempt, { answer: undefined, at });
  if (attempt === undefined || answer === undefined || !before.asks || isLongOver(call, at))
    return { ...before, changed: null };
  const changed = await answerMessage(tx, attempt, { answer, way: 'byCall', address, at });
  return { ...(await heard(tx, call, attempt, { answer, at })), changed };
}

const isLongOver = ({ state, endedAt }: OutboxSms, at: Date): boolean =>
  state === 'delivered' && endedAt !== null && at.getTime() - endedAt.getTime() > longestCallMs;

/**
 * What is heard in a call, for its sound, which the provider fetches by itself: of the possible turns the one that is
 * meant, else what it begins with.
 */
export async function heardInCall(
  tx: Database,
  call: OutboxSms,
  { isMeant, at }: { isMeant: (said: string) => boolean; at: Date },
): Promise<Heard> {
  const attempt = await attemptOf(tx, call);
  const first = await heard(tx, call, attempt, { answer: undefined, at });
  const declined = await heard(tx, call, attempt, { answer: 'declined', at });
  return [first, declined].find(({ said }) => isMeant(said)) ?? first;
}

/** What a call begins with, were it answered now. In a transaction, which has the server's own reach from here on. */
export async function firstWords(tx: Database, call: OutboxSms, at: Date): Promise<Heard> {
  await reachAll(tx);
  return heard(tx, call, await attemptOf(tx, call), { answer: undefined, at });
}

/** Undefined: the call tries out a list. */
async function attemptOf(tx: Database, { smsId }: OutboxSms): Promise<Attempt | undefined> {
  const [attempt] = await tx.select().from(notificationAttempts).where(eq(notificationAttempts.smsId, smsId));
  return attempt;
}

async function heard(
  tx: Database,
  { smsId }: OutboxSms,
  attempt: Attempt | undefined,
  answered: { answer: 'taken' | 'declined' | undefined; at: Date },
): Promise<Turn> {
  if (attempt === undefined) {
    const { name, language } = (await testedDevice(tx, smsId)) ?? { name: undefined, language: 'nb' };
    const said = name === undefined ? replyWords[language].over : testCall(language, name);
    return { said, language, asks: false };
  }
  const { alarmId, language } = attempt;
  const words = replyWords[language];
  const found = await findAlarm(tx, 'server', alarmId);
  if (found === undefined) return { said: words.over, language, asks: false };
  const said = await sayingTo(tx, attempt, found, answered);
  if (said !== words.hint) return { said, language, asks: false };
  const alarm = alarmCall(language, await wordsOf(tx, found, language));
  return { said: `${alarm} ${words.keys}`, language, asks: true };
}
