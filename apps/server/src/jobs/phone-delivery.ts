import { settleSms } from '#domain/alarms/settle-sms.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import {
  delaySms,
  type OutboxSms,
  type SmsEnd,
  takeDueSms,
  withdrawSms,
} from '#domain/notifications/sms-outbox.ts';
import { metrics } from '#platform/metrics.ts';
import { ProviderBusy, ProviderRefused, ProviderUncertain } from '#platform/sms/sms-sender.ts';
import { deliverSideBySide } from './deliver-side-by-side.ts';
import type { JobContext } from './job.ts';

const firstPauseMs = 15_000;
const longestPauseMs = 10 * 60_000;
/** The lease is longer than one attempt can take: a process that dies in it keeps no message back for ever. */
const due = { leaseMs: 60_000, longestPauseMs };
const atOnce = 16;
/** Of a message about an alarm, while the provider leaves in doubt whether it has taken it. */
const doubtfulTries = 3;

interface PhoneChannel {
  channel: OutboxSms['channel'];
  /** To this number alone. */
  only: string | undefined;
  /** Hands a message to the provider, with its text, and resolves and throws as `SmsSender`. */
  hand: (row: OutboxSms, text: string) => Promise<string | null>;
  /** Adds messages that have become due. */
  prepare?: () => Promise<void>;
}

const counters = { sms: metrics.sms, call: metrics.calls, push: metrics.pushes };

/** Hands due SMS, calls, or push messages, to their provider. The command or the alarm decides how long one is worth it. */
export async function deliverByPhone(context: JobContext, phone: PhoneChannel): Promise<void> {
  const { db, clock } = context;
  const { channel, only, prepare } = phone;
  await deliverSideBySide(context, {
    atOnce,
    take: async (most) => {
      await prepare?.();
      await withdrawSms(db, clock.now());
      return takeDueSms(db, clock.now(), { ...due, channel, most, only });
    },
    deliver: (row) => deliver(context, phone, row),
  });
}

async function deliver(context: JobContext, { hand, channel }: PhoneChannel, row: OutboxSms): Promise<void> {
  const { db, bus, clock } = context;
  const counter = counters[channel];
  const end = async (outcome: 'sent' | 'failed', given: Pick<SmsEnd, 'reason' | 'receipt'>) => {
    const ended = { state: outcome, endedAt: new Date(clock.now()), ...given };
    await commitAndPublish({ db, bus }, (tx, changes) => settleSms(tx, changes, row, ended));
    counter.inc({ outcome });
  };
  try {
    if (row.content === null) throw new Error('a queued message has a text');
    await end('sent', { receipt: await hand(row, row.content), reason: null });
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 500) : 'the gateway gave no reason';
    if (error instanceof ProviderRefused) return end('failed', { reason, receipt: null });
    if (error instanceof ProviderUncertain && !isWorthTwice(row))
      return end('sent', { reason, receipt: null });
    const asked = error instanceof ProviderBusy ? error.retryAfterMs : 0;
    const pause = Math.min(Math.max(asked, firstPauseMs * 2 ** row.tries), longestPauseMs);
    await delaySms(db, row.smsId, new Date(clock.now() + pause), reason);
    counter.inc({ outcome: 'delayed' });
  }
}

/**
 * A restart or reset must not run twice: an SMS that may have left counts as sent, with the reason for the doubt. To be
 * told of an alarm twice is better than not at all.
 */
const isWorthTwice = ({ alarmId, tries }: OutboxSms): boolean =>
  alarmId !== null && tries + 1 < doubtfulTries;
