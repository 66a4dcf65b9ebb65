import { routes } from '@varde/contract/routes';
import { ownNumber } from '#domain/alarm-path/own-device.ts';
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
import { SmsRefused, SmsUncertain } from '#platform/sms/sms-sender.ts';
import { deliverSideBySide } from './deliver-side-by-side.ts';
import type { Job, JobContext, SmsDelivery } from './job.ts';

const firstPauseMs = 15_000;
const longestPauseMs = 10 * 60_000;
/** The lease is longer than one attempt can take: a process that dies in it does not keep the SMS back for ever. */
const due = { leaseMs: 60_000, longestPauseMs };
const atOnce = 16;
/** Of an SMS that tells of an alarm, while the provider leaves in doubt whether it has taken it. */
const doubtfulTries = 3;

/**
 * Hands the SMS in the outbox to the provider; without one they wait, all but those to Varde itself. The command or the
 * shared alarm decides how long one is worth sending.
 */
export const smsDelivery: Job = {
  name: 'sms-delivery',
  everySeconds: 2, // an alarm waits for it
  run: async (context) => {
    const { db, clock, sms } = context;
    const only = sms === null ? ownNumber : undefined;
    await deliverSideBySide(context, {
      atOnce,
      take: async (most) => {
        await withdrawSms(db, clock.now());
        return takeDueSms(db, clock.now(), { ...due, most, only });
      },
      deliver: (row) => deliver(context, row),
    });
  },
};

async function deliver(context: JobContext, row: OutboxSms): Promise<void> {
  const { db, bus, clock } = context;
  const end = async (outcome: 'sent' | 'failed', given: Pick<SmsEnd, 'reason' | 'receipt'>) => {
    const ended = { state: outcome, endedAt: new Date(clock.now()), ...given };
    await commitAndPublish({ db, bus }, (tx, changes) => settleSms(tx, changes, row, ended));
    metrics.sms.inc({ outcome });
  };
  try {
    await end('sent', { receipt: await hand(context, row), reason: null });
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 500) : 'the gateway gave no reason';
    if (error instanceof SmsRefused) return end('failed', { reason, receipt: null });
    if (error instanceof SmsUncertain && !isWorthTwice(row)) return end('sent', { reason, receipt: null });
    const pause = Math.min(firstPauseMs * 2 ** row.tries, longestPauseMs);
    await delaySms(db, row.smsId, new Date(clock.now() + pause), reason);
    metrics.sms.inc({ outcome: 'delayed' });
  }
}

/**
 * A restart or reset must not run twice: an SMS that may have left counts as sent, with the reason for the doubt. To be
 * told of an alarm twice is better than not at all.
 */
const isWorthTwice = ({ alarmId, tries }: OutboxSms): boolean =>
  alarmId !== null && tries + 1 < doubtfulTries;

/** A test alarm of Varde itself ends here. */
async function hand({ sms, toldOwn }: JobContext, row: OutboxSms): Promise<string | null> {
  if (row.recipient === ownNumber) {
    toldOwn(row.alarmId);
    return null;
  }
  if (sms === null) throw new Error('there is no provider');
  return send(sms, row);
}

function send({ sender, reportsTo }: SmsDelivery, row: OutboxSms): Promise<string | null> {
  const { smsId, recipient: to, content: text, createdAt, reportToken } = row;
  if (text === null) throw new Error('a queued SMS has a text');
  const path = routes.reportSms.path.replace(':token', reportToken);
  const reportUrl = reportsTo && `${reportsTo}${path}`;
  return sender.send({ id: `varde-sms-${smsId}-${createdAt.getTime()}`, to, text, reportUrl });
}
