import { markFailed, markSent } from '#domain/commands/commands.ts';
import { type Changes, commitAndPublish } from '#domain/commit-and-publish.ts';
import {
  customerOf,
  delaySms,
  endSms,
  type OutboxSms,
  takeDueSms,
  withdrawSms,
} from '#domain/notifications/sms-outbox.ts';
import type { Database } from '#platform/database.ts';
import { metrics } from '#platform/metrics.ts';
import { type OutgoingSms, SmsRefused, type SmsSender, SmsUncertain } from '#platform/sms-sender.ts';
import { deliverSideBySide } from './deliver-side-by-side.ts';
import type { Job, JobContext } from './job.ts';

const firstPauseMs = 15_000;
const longestPauseMs = 10 * 60_000;
/** The lease is longer than one attempt can take: a process that dies in it does not keep the SMS back for ever. */
const due = { leaseMs: 60_000, longestPauseMs };
const atOnce = 16;

/**
 * Hands the SMS in the outbox to the gateway; without one they wait. The command or the shared alarm decides how long one
 * is worth sending.
 */
export const smsDelivery: Job = {
  name: 'sms-delivery',
  everySeconds: 2, // an alarm waits for it
  run: async (context) => {
    const { db, clock, sms } = context;
    if (sms === null) return withdrawSms(db, clock.now());
    await deliverSideBySide(context, {
      atOnce,
      take: async (most) => {
        await withdrawSms(db, clock.now());
        return takeDueSms(db, clock.now(), { ...due, most });
      },
      deliver: (row) => deliver(context, sms, row),
    });
  },
};

async function deliver(context: JobContext, sender: SmsSender, row: OutboxSms): Promise<void> {
  const { db, clock } = context;
  const { smsId, recipient: to, content: text } = row;
  if (text === null) throw new Error('a queued SMS has a text');
  try {
    const sms = { id: `varde-sms-${smsId}-${row.createdAt.getTime()}`, to, text };
    const { receipt, reason } = await sendOnce(sender, sms);
    const at = new Date(clock.now());
    await end(context, row, async (tx) => {
      await endSms(tx, smsId, { state: 'sent', endedAt: at, reason, receipt });
      await markSent(
        tx,
        commandOf(row).map((command) => ({ ...command, sent_on: 'sms', ref: null, sent_at: at })),
      );
    });
    metrics.sms.inc({ outcome: 'sent' });
  } catch (error) {
    const at = new Date(clock.now());
    const reason = error instanceof Error ? error.message.slice(0, 500) : 'the gateway gave no reason';
    if (!(error instanceof SmsRefused)) {
      const pause = Math.min(firstPauseMs * 2 ** row.tries, longestPauseMs);
      await delaySms(db, smsId, new Date(at.getTime() + pause), reason);
      metrics.sms.inc({ outcome: 'delayed' });
      return;
    }
    await end(context, row, async (tx) => {
      await endSms(tx, smsId, { state: 'failed', endedAt: at, reason, receipt: null });
      await markFailed(
        tx,
        commandOf(row).map((command) => ({ ...command, reason: 'gatewayRefused', ended_at: at })),
      );
    });
    metrics.sms.inc({ outcome: 'failed' });
  }
}

/** The command that leaves as this SMS; none for a shared alarm. */
const commandOf = ({ commandId, deviId }: OutboxSms) =>
  commandId === null || deviId === null ? [] : [{ command_id: commandId, devi_id: deviId }];

/** A restart or reset must not run twice: an SMS that may have left counts as sent, with the reason for the doubt. */
async function sendOnce(
  sender: SmsSender,
  sms: OutgoingSms,
): Promise<{ receipt: string | null; reason: string | null }> {
  try {
    return { receipt: await sender.send(sms), reason: null };
  } catch (error) {
    if (!(error instanceof SmsUncertain)) throw error;
    return { receipt: null, reason: error.message };
  }
}

/** Ends an SMS and its command, and publishes the change of the device. */
function end(
  { db, bus }: JobContext,
  { deviId }: OutboxSms,
  write: (tx: Database, changes: Changes) => Promise<void>,
): Promise<void> {
  return commitAndPublish({ db, bus }, async (tx, changes) => {
    await write(tx, changes);
    if (deviId === null) return;
    const custId = await customerOf(tx, deviId);
    if (custId !== undefined) changes.publish({ type: 'settings', deviId, custId });
  });
}
