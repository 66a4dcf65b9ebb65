import { isByPhone, type ReceiverChannel } from '@varde/contract/event-setup-form';
import type { Database } from '#platform/database.ts';
import { type AlarmWords, alarmCall, alarmSms } from '../notifications/alarm-words.ts';
import { recordAttempts, withdrawAttempts } from '../notifications/chains.ts';
import { type PlannedReceiver, type Why, waysTo } from '../notifications/plan.ts';
import { queueMail } from '../notifications/queue-mail.ts';
import { replyWords } from '../notifications/reply-words.ts';
import { queueSms } from '../notifications/sms-outbox.ts';
import type { notificationAttempts } from '../notifications/tables.ts';
import { newLink } from './alarm-links.ts';
import { receiverLanguage as language } from './words-of-alarm.ts';

export interface Telling {
  alarmId: number;
  at: Date;
  /** Base address of the links. */
  consoleUrl: string;
  /** An SMS can be answered. */
  takesReplies: boolean;
}

interface Told {
  receiver: PlannedReceiver;
  round: number;
  step: number;
  why: Why;
}

/** Queues the messages to a receiver, and records them, in one transaction. Earlier ones that still wait are replaced. */
export async function tellReceiver(
  tx: Database,
  order: Telling,
  words: AlarmWords,
  { receiver, round, step, why }: Told,
): Promise<void> {
  const { alarmId, at } = order;
  const { receiverId, userId, name, mobile, email } = receiver;
  for (const channel of waysTo(receiver)) {
    const recipient = (isByPhone(channel) ? mobile : email) ?? '';
    await withdrawAttempts(tx, alarmId, at, { channel, recipient });
    const queued = await queueBy[channel](tx, order, words, recipient);
    const attempt = { alarmId, round, step, channel, receiverId, userId, recipient, name, at, why };
    await recordAttempts(tx, [{ ...attempt, ...queued }]);
  }
}

type Queued = Pick<typeof notificationAttempts.$inferInsert, 'smsId' | 'mailId' | 'tokenHash'>;

/** Queues a message in the outbox of its channel. */
const queueBy: Record<
  ReceiverChannel,
  (tx: Database, order: Telling, words: AlarmWords, recipient: string) => Promise<Queued>
> = {
  async sms(tx, { alarmId, at, consoleUrl, takesReplies }, words, recipient) {
    const { path, tokenHash } = newLink();
    const text = alarmSms(language, { ...words, link: `${consoleUrl}/#${path}` });
    const content = takesReplies ? `${text}\n${replyWords.hint}` : text;
    const [smsId] = await queueSms(tx, { alarmId, recipient, content, createdAt: at });
    return { smsId, tokenHash };
  },
  async call(tx, { alarmId, at }, words, recipient) {
    const call = { alarmId, channel: 'call' as const, recipient, createdAt: at };
    const [smsId] = await queueSms(tx, { ...call, content: alarmCall(language, words) });
    return { smsId };
  },
  async email(tx, { alarmId, at }, words, to) {
    const { path, tokenHash } = newLink();
    const mail = { to, language, template: 'alarm' as const, values: { ...words, path } };
    const [mailId] = await queueMail(tx, { ...mail, at: at.getTime(), alarmId });
    return { mailId, tokenHash };
  },
};
