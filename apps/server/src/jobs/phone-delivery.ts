import { settleSms } from '#domain/alarms/telling/settle-sms.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import {
  delaySms,
  endDelays,
  type OutboxSms,
  renewLease,
  type SmsEnd,
  type TakenSms,
  takeDueSms,
  withdrawSms,
} from '#domain/messages/sms-outbox.ts';
import { pauseAfter } from '#platform/delivery/back-off.ts';
import type { ProviderPace } from '#platform/delivery/provider-pace.ts';
import { metrics } from '#platform/log/metrics.ts';
import { type Accepted, ProviderBusy, ProviderRefused, ProviderUncertain } from '#platform/sms/sms-sender.ts';
import { deliverSideBySide } from './deliver-side-by-side.ts';
import type { JobContext } from './job.ts';
import { storeOutcome } from './store-outcome.ts';

const due = { firstPauseMs: 15_000, longestPauseMs: 10 * 60_000, leaseMs: 20_000 };
/** Somebody waits for a message about an alarm. */
const dueOfAlarm = { ...due, longestPauseMs: 60_000 };
const atOnce = 16;
/** A message waits no shorter and no longer than this because its provider asks for it; an alarm is worth another try. */
const asked = { leastMs: 1000, mostMs: 60_000 };
/** Of a message about an alarm, while the provider leaves in doubt whether it has taken it. */
const doubtfulTries = 3;

interface PhoneChannel {
  channel: OutboxSms['channel'];
  /** To this number alone. */
  only: string | undefined;
  /** Who is handed the messages, for what they cost. */
  provider?: string | undefined;
  /** Without it the provider is asked as fast as the places allow. */
  pace?: ProviderPace | undefined;
  /** Makes ready what the message needs. That may take longer than the lease, which is renewed after it. */
  prepare?: (row: OutboxSms) => Promise<unknown>;
  /** The provider will report whether what it accepts arrives. */
  awaitsReport?: boolean;
  /** Hands a message to the provider, with its text, and resolves and throws as `SmsSender`. */
  hand: (row: TakenSms, text: string) => Promise<Accepted>;
}

const counters = { sms: metrics.sms, call: metrics.calls, push: metrics.pushes };

/** Hands due SMS, calls, or push messages, to their provider. The command or the alarm decides how long one is worth it. */
export async function deliverByPhone(context: JobContext, phone: PhoneChannel): Promise<void> {
  const { db, clock } = context;
  const turns = context.turns[phone.channel];
  const { channel, only, provider, pace } = phone;
  await deliverSideBySide(context, {
    turns,
    atOnce,
    take: async (places) => {
      await withdrawSms(db, clock.now());
      const room = pace?.room(places) ?? places;
      const taken = await takeDueSms(db, clock.now(), { ...due, channel, room, turns, only, provider });
      pace?.spend(taken.length);
      return taken;
    },
    isOther: ({ alarmId }) => alarmId === null,
    deliver: (row) => deliver(context, phone, row),
  });
}

async function deliver(
  context: JobContext,
  { prepare, hand, channel, pace, awaitsReport = false }: PhoneChannel,
  row: TakenSms,
): Promise<void> {
  const { db, bus, clock } = context;
  const { host } = row.turn;
  const outages = context.outages[channel];
  const providerIsBack = () => endDelays(db, outages.answered(host), clock.now());
  const counter = counters[channel];
  const end = async (
    outcome: 'sent' | 'failed',
    given: Pick<SmsEnd, 'reason' | 'receipt' | 'price' | 'awaitsReport'>,
  ) => {
    const ended = { state: outcome, endedAt: new Date(clock.now()), ...given };
    await storeOutcome(context, () =>
      commitAndPublish({ db, bus }, (tx, changes) => settleSms(tx, changes, row, ended)),
    );
    counter.inc({ outcome: outcome === 'sent' && given.reason !== null ? 'inDoubt' : outcome });
  };
  let accepted: Accepted;
  try {
    if (row.content === null) throw new Error('a queued message has a text');
    if (prepare !== undefined) {
      await prepare(row);
      if (!(await renewLease(db, row, new Date(clock.now() + due.leaseMs)))) return;
    }
    accepted = await hand(row, row.content);
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 500) : 'the gateway gave no reason';
    if (error instanceof ProviderRefused) {
      await end('failed', { reason, receipt: null });
      return providerIsBack();
    }
    if (error instanceof ProviderBusy) {
      pace?.hold(Math.min(error.retryAfterMs, due.longestPauseMs));
      const ms = Math.min(Math.max(error.retryAfterMs, asked.leastMs), asked.mostMs);
      const uncounted = {
        nextTryAt: new Date(clock.now() + ms),
        reason,
        isDoubtful: false,
        tries: row.tries - 1,
      };
      if (await delaySms(db, row, uncounted)) counter.inc({ outcome: 'busy' });
      return;
    }
    const isDoubtful = error instanceof ProviderUncertain;
    const pauseMs = pauseAfter(row.tries, row.alarmId === null ? due : dueOfAlarm);
    const delay = { nextTryAt: new Date(clock.now() + pauseMs), reason, isDoubtful };
    const isLastDoubt = isDoubtful && !isWorthTwice(row);
    if (!isLastDoubt && (await delaySms(db, row, delay))) {
      outages.failed(host, { id: row.smsId, tries: row.tries });
      return counter.inc({ outcome: 'delayed' });
    }
    return isDoubtful ? end('sent', { reason, receipt: null }) : undefined;
  }
  const named = typeof accepted === 'object' && accepted !== null ? accepted : { receipt: accepted };
  await end('sent', { ...named, awaitsReport, reason: null });
  await providerIsBack();
}

/**
 * A restart or reset must not run twice: an SMS that may have left counts as sent, with the reason for the doubt. To be
 * told of an alarm twice is better than not at all.
 */
const isWorthTwice = ({ alarmId, doubts }: OutboxSms): boolean => alarmId !== null && doubts + 1 < doubtfulTries;
