import { ofChannels, type ReceiverChannel } from '@varde/contract/event-setup-form';
import { publishTogether, type TogetherPublished } from '#domain/alarms/publish-together.ts';
import { settleMessage } from '#domain/alarms/telling/settle-message.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import {
  delayMessage,
  endDelays,
  type MessageEnd,
  type OutboxMessage,
  renewLease,
  type TakenMessage,
  takeDueMessages,
  withdrawMessages,
} from '#domain/messages/outbox.ts';
import { pauseAfter } from '#platform/delivery/back-off.ts';
import {
  type Accepted,
  ProviderBusy,
  ProviderRefused,
  ProviderSilent,
  ProviderUncertain,
} from '#platform/delivery/provider-answers.ts';
import { metrics } from '#platform/log/metrics.ts';
import { deliverSideBySide } from './deliver-side-by-side.ts';
import type { Job, JobContext } from './job.ts';
import { type Delivery, messageChannels } from './message-channels.ts';
import { storeOutcome } from './store-outcome.ts';

/** Messages on their way at once, unless the channel says otherwise. */
const usuallyAtOnce = 16;
/** Somebody waits for a message about an alarm. */
const longestPauseOfAlarmMs = 60_000;
/** A message waits no shorter and no longer than this because its provider asks for it; an alarm is worth another try. */
const asked = { leastMs: 1000, mostMs: 60_000 };
/**
 * Of a message about an alarm, while the provider leaves in doubt whether it has taken it. A provider that answers nobody
 * has most likely taken nothing: then the message is tried for as long as the alarm is open and not taken.
 */
const doubtfulTries = 3;

const deliveryOf = (channel: ReceiverChannel): Job => ({
  name: `${channel}-delivery`,
  everySeconds: 1,
  wokenBy: [channel],
  tellsAlarms: true,
  run: (context) => deliverDue(context, channel),
});

/** The job of each channel that hands its messages to the provider; without one they wait. */
export const messageDelivery = ofChannels(deliveryOf);

async function deliverDue(context: JobContext, channel: ReceiverChannel): Promise<void> {
  const { db, clock } = context;
  const delivery = messageChannels[channel].deliveryBy(context);
  if (delivery === null) return withdrawMessages(db, channel, clock.now());
  const { only, provider, pace } = delivery;
  const turns = context.turns[channel];
  const { atOnce = usuallyAtOnce } = messageChannels[channel];
  const published = publishTogether(context);
  const onTheirWay = new Set<number>();
  const delivering = deliverSideBySide(context, {
    turns,
    atOnce,
    take: async (places) => {
      await withdrawMessages(db, channel, clock.now());
      const due = { ...messageChannels[channel], channel, turns, only, provider, but: onTheirWay };
      const taken = await takeDueMessages(db, clock.now(), { ...due, room: pace?.room(places) ?? places });
      pace?.spend(taken.length);
      return taken;
    },
    isOther: ({ alarmId }) => alarmId === null,
    deliver: (message) => {
      onTheirWay.add(message.messageId);
      const delivered = deliver(context, { ...delivery, published }, message);
      return delivered.finally(() => onTheirWay.delete(message.messageId));
    },
  });
  await delivering.finally(() => published.done());
}

async function deliver(
  context: JobContext,
  { prepare, hand, pace, awaitsReport = false, published }: Delivery & { published: TogetherPublished },
  message: TakenMessage,
): Promise<void> {
  const { db, bus, clock } = context;
  const { channel, content, turn } = message;
  const { giveUpAfterMs, ...backOff } = messageChannels[channel];
  const outages = context.outages[channel];
  const providerIsBack = () => endDelays(db, outages.answered(turn.host), clock.now());
  const renew = () => renewLease(db, message, new Date(clock.now() + backOff.leaseMs));
  const count = (outcome: string) => metrics.messageTries.inc({ channel, outcome });
  const end = async (state: 'sent' | 'failed', given: Omit<MessageEnd, 'state' | 'endedAt'>) => {
    const ended = { receipt: null, ...given, state, endedAt: new Date(clock.now()), later: true };
    await storeOutcome(context, {
      store: () => commitAndPublish({ db, bus }, (tx, changes) => settleMessage(tx, changes, message, ended)),
      renew,
    });
    if (message.alarmId !== null) published.add(message.alarmId);
    count(state === 'sent' && given.reason !== null ? 'inDoubt' : state);
  };
  if (giveUpAfterMs !== undefined && (await context.cautiousNow()) - message.createdAt.getTime() > giveUpAfterMs)
    return end('failed', { reason: message.reason, givenUp: true });
  let accepted: Accepted;
  try {
    if (content === null) throw new Error('a queued message has a content');
    if (prepare !== undefined) {
      await prepare(message);
      if (!(await renew())) return;
    }
    accepted = await hand(message, content);
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 500) : 'the provider gave no reason';
    if (error instanceof ProviderRefused) {
      await end('failed', { reason });
      return providerIsBack();
    }
    if (error instanceof ProviderBusy) {
      pace?.hold(Math.min(error.retryAfterMs, backOff.longestPauseMs));
      const ms = Math.min(Math.max(error.retryAfterMs, asked.leastMs), asked.mostMs);
      const uncounted = { nextTryAt: new Date(clock.now() + ms), reason, isDoubtful: false, tries: message.tries - 1 };
      if (await delayMessage(db, message, uncounted)) count('busy');
      return;
    }
    const isDoubtful = error instanceof ProviderUncertain;
    const longestPauseMs = message.alarmId === null ? backOff.longestPauseMs : longestPauseOfAlarmMs;
    const pauseMs = pauseAfter(message.tries, { ...backOff, longestPauseMs });
    const delay = { nextTryAt: new Date(clock.now() + pauseMs), reason, isDoubtful };
    const isUnheard = error instanceof ProviderSilent && message.alarmId !== null && outages.isSilent;
    const isLastDoubt = isDoubtful && !isUnheard && !isWorthTwice(message);
    if (!isLastDoubt && (await delayMessage(db, message, delay))) {
      outages.failed(turn.host, { id: message.messageId, tries: message.tries });
      return count('delayed');
    }
    return isDoubtful ? end('sent', { reason }) : undefined;
  }
  const named = typeof accepted === 'object' && accepted !== null ? accepted : { receipt: accepted };
  await end('sent', { ...named, awaitsReport, reason: null });
  await providerIsBack();
}

/**
 * A restart or reset must not run twice: an SMS that may have left counts as sent, with the reason for the doubt. To be
 * told of an alarm twice is better than not at all.
 */
const isWorthTwice = ({ alarmId, doubts }: OutboxMessage): boolean => alarmId !== null && doubts + 1 < doubtfulTries;
