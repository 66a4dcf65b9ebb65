import type { AlarmReach } from '@varde/contract/alarms';
import type { ReceiverChannel } from '@varde/contract/event-setup-form';
import type { Database } from '#platform/database/database.ts';
import { alarmCall, alarmSms, othersWords } from '../../messages/alarm-words.ts';
import { queueMessages } from '../../messages/outbox.ts';
import { alarmPush } from '../../messages/push-message.ts';
import { queueMail } from '../../messages/queue-mail.ts';
import { replyWords } from '../../messages/reply-words.ts';
import { type NewAttempt, recordAttempts, withdrawAttempts } from '../../notifications/chains.ts';
import { type PlannedReceiver, type Why, waysTo } from '../../notifications/plan.ts';
import { queuePush } from '../../notifications/queue-push.ts';
import { reachBeside } from '../../notifications/reach.ts';
import { letterOf } from '../alarm-letters.ts';
import { newLink } from '../alarm-links.ts';
import type { WordsIn } from '../words-of-alarm.ts';

export interface Telling {
  alarmId: number;
  at: Date;
  /** Base address of the links. */
  consoleUrl: string;
  /** An SMS can be answered. */
  takesReplies: boolean;
}

/** `customer`: the name of the alarm's. */
type Named = Telling & { customer: string };

interface Told {
  receiver: PlannedReceiver;
  /** The alarm is taken with a PIN. */
  hasPin: boolean;
  round: number;
  step: number;
  why: Why;
}

/** Queues the messages to a receiver, and records them, in one transaction. Earlier ones that still wait are replaced. */
export async function tellReceiver(
  tx: Database,
  order: Named,
  words: WordsIn,
  { receiver, hasPin, round, step, why }: Told,
): Promise<void> {
  const { alarmId, at } = order;
  const { receiverId, userId, name, language } = receiver;
  const others = () => reachBeside(tx, alarmId, { receiver, round, step });
  let lettered: ReturnType<typeof letterOf> | undefined;
  const letterAt = (number: string) => (lettered ??= letterOf(tx, { number, alarmId, at })); // once for SMS and call
  const message: Message = { ...receiver, hasPin, others, letterAt };
  // The timeline says of a user without a browser that there is none.
  for (const channel of waysTo({ ...receiver, hasBrowser: userId !== null })) {
    const asked = channel === 'call' && receiver.callCause && { callCause: receiver.callCause };
    const led = { ...why, ...asked };
    const attempt = {
      alarmId,
      round,
      step,
      channel,
      receiverId,
      userId,
      name,
      language,
      at,
      why: led,
    };
    const queued = await queueBy[channel](tx, order, words, message);
    const mayHaveEarlier = round > 1 || step > 0;
    for (const { recipient } of mayHaveEarlier ? queued : [])
      await withdrawAttempts(tx, alarmId, at, { channel, recipient, userId });
    await recordAttempts(
      tx,
      queued.map((one) => ({ ...attempt, ...one })),
    );
  }
}

interface Message extends PlannedReceiver {
  /** The alarm is taken with a PIN. */
  hasPin: boolean;
  /** How far the alarm has come to others. */
  others: () => Promise<AlarmReach>;
  /** The alarm's letter in answers from this number, which is the receiver's. */
  letterAt: (number: string) => ReturnType<typeof letterOf>;
}

interface Queued extends Pick<NewAttempt, 'messageId' | 'tokenHash' | 'letter'> {
  recipient: string;
}

/** Queues the messages to a receiver. */
const queueBy: Record<
  ReceiverChannel,
  (tx: Database, order: Named, words: WordsIn, message: Message) => Promise<Queued[]>
> = {
  async sms(tx, { alarmId, at, consoleUrl, takesReplies, customer }, words, { mobile, language, hasPin, letterAt }) {
    if (mobile === null) return [];
    const { path, tokenHash } = newLink();
    const text = alarmSms(language, { ...(await words(language)), link: `${consoleUrl}/#${path}` });
    const { letter, isNeeded } = await letterAt(mobile);
    const { hint, pinByLink } = replyWords[language];
    const answered = isNeeded && letter !== null ? { letter, customer } : {};
    const canReply = takesReplies && (letter !== null || !isNeeded);
    const how = canReply ? hint({ ...answered, hasPin }) : hasPin ? pinByLink : '';
    const content = [text, how].filter(Boolean).join('\n');
    const [messageId] = await queueMessages(tx, { channel: 'sms', alarmId, recipient: mobile, content, createdAt: at });
    return [{ recipient: mobile, messageId, tokenHash, letter }];
  },
  async call(tx, { alarmId, at }, words, { mobile, language, letterAt }) {
    if (mobile === null) return [];
    const content = alarmCall(language, await words(language));
    const [messageId] = await queueMessages(tx, {
      channel: 'call',
      alarmId,
      recipient: mobile,
      content,
      createdAt: at,
    });
    const { letter } = await letterAt(mobile);
    return [{ recipient: mobile, messageId, letter }];
  },
  async email(tx, { alarmId, at }, words, { email, language, hasPin, others: reachOfOthers }) {
    if (email === null) return [];
    const { path, tokenHash } = newLink();
    const pin = hasPin ? replyWords[language].pinByLink : '';
    const told = await words(language);
    const others = othersWords(language, { ...(await reachOfOthers()), at, timeZone: told.timeZone });
    const values = { ...told, pin, path, others };
    const mail = { to: email, language, template: 'alarm' as const, values };
    const [messageId] = await queueMail(tx, { ...mail, at: at.getTime(), alarmId });
    return [{ recipient: email, messageId, tokenHash }];
  },
  async push(tx, { alarmId, at }, words, { userId }) {
    if (userId === null) return [];
    const message = async (own: string) => alarmPush(own, alarmId, await words(own));
    return queuePush(tx, { userId, alarmId, at, message });
  },
};
