import type { ReceiverChannel } from '@varde/contract/event-setup-form';
import { routes } from '@varde/contract/routes';
import { firstWords } from '#domain/alarms/answer-by-call.ts';
import type { OutboxMessage, TakenMessage } from '#domain/messages/outbox.ts';
import { ownNumber } from '#domain/messages/own-number.ts';
import type { PushMessage } from '#domain/messages/push-message.ts';
import { renderMail } from '#domain/messages/render-mail.ts';
import { endPush } from '#domain/notifications/push-ended.ts';
import { findPushReceiver, recordSent, recordShown } from '#domain/notifications/push-receiver.ts';
import { noBrowser } from '#domain/notifications/queue-push.ts';
import type { BackOff } from '#platform/delivery/back-off.ts';
import type { Places } from '#platform/delivery/fair-turns.ts';
import { type Accepted, ProviderRefused } from '#platform/delivery/provider-answers.ts';
import type { ProviderPace } from '#platform/delivery/provider-pace.ts';
import { NoAnswer } from '#platform/net/guarded-post.ts';
import { BrowserGone, type PushSender } from '#platform/push/push-sender.ts';
import { dayMs, type JobContext, type MailDelivery, type SmsDelivery } from './job.ts';

/** Hands the messages of a channel to their provider. */
export interface Delivery {
  /** To this number alone. */
  only?: string | undefined;
  /** Who is handed the messages, for what they cost. */
  provider?: string | undefined;
  /** Without it the provider is asked as fast as the places allow. */
  pace?: ProviderPace | undefined;
  /** The provider will report whether what it accepts arrives. */
  awaitsReport?: boolean;
  /** Makes ready what the message needs. That may take longer than the lease, which is renewed after it. */
  prepare?: (message: OutboxMessage) => Promise<unknown>;
  /** Hands a message over with its content, and resolves and throws as `SmsSender`. */
  hand: (message: TakenMessage, content: string) => Promise<Accepted>;
}

interface MessageChannel extends BackOff {
  /** Messages on their way at once. */
  atOnce?: number;
  /** A message is worth nothing when it is older. Without: its command or its alarm decides. */
  giveUpAfterMs?: number;
  places?: Places;
  /** Null: there is no provider, and messages wait. */
  deliveryBy(context: JobContext): Delivery | null;
}

const byTelephone = { firstPauseMs: 15_000, longestPauseMs: 10 * 60_000, leaseMs: 20_000 };

/** How the messages of each channel leave. */
export const messageChannels: Record<ReceiverChannel, MessageChannel> = {
  sms: {
    ...byTelephone,
    atOnce: 40, // hundreds of alarms at once, of a provider that answers within a quarter of a second
    deliveryBy: ({ sms }) =>
      sms === null
        ? { only: ownNumber, hand: toVarde }
        : {
            ...{ provider: sms.provider, pace: sms.pace },
            awaitsReport: sms.reportsTo !== null && sms.sender.asksForReports === true,
            hand: (message, text) =>
              message.recipient === ownNumber ? toVarde() : sms.sender.send(smsOf(message, text, sms)),
          },
  },
  call: {
    ...byTelephone,
    deliveryBy: ({ db, clock, calls }) => {
      if (calls === null) return null;
      const { sender, publicUrl, speech, provider, pace } = calls;
      return {
        ...{ provider, pace },
        // A sound that cannot be made is known before the telephone rings.
        ...(speech && {
          prepare: async (message) => {
            const { said, language } = await db.transaction((tx) => firstWords(tx, message, new Date(clock.now())));
            return speech(said, language);
          },
        }),
        hand: (message) => sender.call(callOf(message, publicUrl)),
      };
    },
  },
  email: {
    ...{ firstPauseMs: 30_000, longestPauseMs: 30 * 60_000, leaseMs: 120_000 },
    giveUpAfterMs: dayMs, // the lifetime of a link in a mail
    deliveryBy: ({ mail }) => mail && { hand: (message) => handMail(mail, message) },
  },
  push: {
    ...byTelephone,
    places: { perCustomer: 4, perHost: 8 }, // the browsers of all share a few services
    deliveryBy: (context) => {
      const { push } = context;
      return push && { hand: (message, text) => handPush(context, push, message, text) };
    },
  },
};

/** A test alarm of Varde itself ends here: `settleMessage` says that it was told. */
const toVarde = async (): Promise<Accepted> => null;

function smsOf({ messageId, recipient: to, createdAt, reportToken }: OutboxMessage, text: string, sms: SmsDelivery) {
  const path = routes.reportSms.path.replace(':token', reportToken);
  const reportUrl = sms.reportsTo && `${sms.reportsTo}${path}`;
  return { id: `varde-sms-${messageId}-${createdAt.getTime()}`, to, text, reportUrl };
}

/** The tries of one call share its number, by which the provider reports of it, and its id. */
function callOf({ messageId, recipient: to, createdAt, reportToken, rings }: OutboxMessage, publicUrl: string) {
  const number = rings + 1;
  const address = ({ path }: { path: string }) =>
    `${publicUrl}${path.replace(':token', reportToken).replace(':number', String(number))}`;
  return {
    id: `varde-call-${messageId}-${createdAt.getTime()}-${number}`,
    to,
    answerUrl: address(routes.answerCall),
    reportUrl: address(routes.reportCall),
  };
}

async function handMail({ sender, consoleUrl }: MailDelivery, mail: OutboxMessage): Promise<Accepted> {
  const rendered = renderMail(mail, consoleUrl);
  if (rendered === null) throw new ProviderRefused('there is no such template');
  const messageId = `<${mail.messageId}.${mail.createdAt.getTime()}@${new URL(consoleUrl).hostname}>`;
  return sender.send({ ...rendered, to: mail.recipient, messageId });
}

async function handPush(
  { db, clock, turns }: JobContext,
  sender: PushSender,
  message: TakenMessage,
  text: string,
): Promise<Accepted> {
  const receiver = await findPushReceiver(db, message, new Date(clock.now()));
  if (receiver === undefined || !(await recordShown(db, message, receiver))) throw new ProviderRefused(noBrowser);
  const { host } = message.turn;
  const heard = (hasAnswered: boolean) => host !== null && turns.push.heard(host, hasAnswered);
  const { tag: topic, silent } = (JSON.parse(text) as PushMessage).options;
  try {
    await sender.send({ ...receiver, text, topic, isUrgent: !silent });
  } catch (error) {
    heard(!(error instanceof NoAnswer));
    if (error instanceof BrowserGone) await db.transaction((tx) => endPush(tx, receiver, new Date(clock.now())));
    throw error;
  }
  heard(true);
  await recordSent(db, receiver, new Date(clock.now()));
  return null;
}
