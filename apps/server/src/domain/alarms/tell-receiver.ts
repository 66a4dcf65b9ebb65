import type { ReceiverChannel } from '@varde/contract/event-setup-form';
import type { Database } from '#platform/database.ts';
import { type AlarmWords, alarmCall, alarmSms } from '../notifications/alarm-words.ts';
import { recordAttempts } from '../notifications/chains.ts';
import type { PlannedReceiver, Why } from '../notifications/plan.ts';
import { queueMail } from '../notifications/queue-mail.ts';
import { replyWords } from '../notifications/reply-words.ts';
import { queueSms } from '../notifications/sms-outbox.ts';
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

/** The channels of a receiver that have an address. */
export const waysTo = ({ channels, mobile, email }: PlannedReceiver): ReceiverChannel[] =>
  channels.filter((channel) => (channel === 'email' ? email : mobile) !== null);

/** Queues the messages to a receiver, and records them, in one transaction. */
export async function tellReceiver(
  tx: Database,
  { alarmId, at, consoleUrl, takesReplies }: Telling,
  words: AlarmWords,
  { receiver, round, step, why }: Told,
): Promise<void> {
  const { receiverId, userId, name, mobile, email, channels } = receiver;
  const attempt = { ...{ alarmId, round, step, name, at }, ...{ receiverId, userId, why } };
  if (channels.includes('sms') && mobile !== null) {
    const { path, tokenHash } = newLink();
    const text = alarmSms(language, { ...words, link: `${consoleUrl}/#${path}` });
    const content = takesReplies ? `${text}\n${replyWords.hint}` : text;
    const [smsId] = await queueSms(tx, { alarmId, recipient: mobile, content, createdAt: at });
    await recordAttempts(tx, [{ ...attempt, channel: 'sms', recipient: mobile, smsId, tokenHash }]);
  }
  if (channels.includes('call') && mobile !== null) {
    const call = { alarmId, channel: 'call' as const, recipient: mobile, createdAt: at };
    const [smsId] = await queueSms(tx, { ...call, content: alarmCall(language, words) });
    await recordAttempts(tx, [{ ...attempt, channel: 'call', recipient: mobile, smsId }]);
  }
  if (channels.includes('email') && email !== null) {
    const { path, tokenHash } = newLink();
    const mail = { to: email, language, template: 'alarm' as const, values: { ...words, path } };
    const [mailId] = await queueMail(tx, { ...mail, at: at.getTime(), alarmId });
    await recordAttempts(tx, [{ ...attempt, channel: 'email', recipient: email, mailId, tokenHash }]);
  }
}
