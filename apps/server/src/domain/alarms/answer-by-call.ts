import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { replyWords } from '../notifications/reply-words.ts';
import type { OutboxSms } from '../notifications/sms-outbox.ts';
import { notificationAttempts } from '../notifications/tables.ts';
import type { Attempt } from './alarm-links.ts';
import { type AlarmWithNames, findAlarm } from './alarms.ts';
import { answerMessage } from './answer-alarm.ts';
import { answerOf, sayingTo } from './answer-by-sms.ts';

interface Pressed {
  /** Empty: none yet. */
  key: string;
  address: string;
  at: Date;
}

interface Turn {
  /** What is read aloud now. */
  said: string;
  /** A key is waited for; else the call ends after it. */
  asks: boolean;
  /** The alarm when it changed, else null. */
  changed: AlarmWithNames | null;
}

/**
 * One turn of a call: what the receiver hears, after what was pressed. While nobody has the alarm it is read until 1
 * takes it or 2 says no; once it is over or somebody has it, the receiver hears that. In a transaction with the server's
 * own reach.
 */
export async function answerByCall(
  tx: Database,
  call: OutboxSms,
  { key, address, at }: Pressed,
): Promise<Turn> {
  const attempt = await attemptOf(tx, call);
  if (attempt === undefined) return { said: call.content ?? '', asks: false, changed: null };
  const answer = answerOf.get(key);
  const changed = answer === undefined ? null : await answerMessage(tx, attempt, { answer, address, at });
  const { said, asks } = await heard(tx, call, attempt, answer);
  return { said, asks, changed };
}

/** What is heard now, without a key: the sound of a turn is fetched by itself. */
export async function heardInCall(tx: Database, call: OutboxSms): Promise<string> {
  const attempt = await attemptOf(tx, call);
  if (attempt === undefined) return call.content ?? '';
  return (await heard(tx, call, attempt, attempt.answer ?? undefined)).said;
}

/** Undefined: the call tries out a list. */
async function attemptOf(tx: Database, { smsId }: OutboxSms): Promise<Attempt | undefined> {
  const [attempt] = await tx.select().from(notificationAttempts).where(eq(notificationAttempts.smsId, smsId));
  return attempt;
}

async function heard(
  tx: Database,
  { content }: OutboxSms,
  attempt: Attempt,
  answer: 'taken' | 'declined' | undefined,
): Promise<Pick<Turn, 'said' | 'asks'>> {
  const found = await findAlarm(tx, 'server', attempt.alarmId);
  if (found === undefined) return { said: replyWords.over, asks: false };
  const said = await sayingTo(tx, attempt, found, answer);
  return said === replyWords.hint
    ? { said: `${content ?? ''} ${replyWords.keys}`.trim(), asks: true }
    : { said, asks: false };
}
