import { settleMail } from '#domain/alarms/telling/settle-mail.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import {
  delayMail,
  endDelaysOfMails,
  type MailEnd,
  type OutboxMail,
  takeDueMails,
  withdrawMails,
} from '#domain/messages/outbox.ts';
import { renderMail } from '#domain/messages/render-mail.ts';
import { pauseAfter } from '#platform/delivery/back-off.ts';
import { MailRefused } from '#platform/delivery/mail-sender.ts';
import { metrics } from '#platform/log/metrics.ts';
import { deliverSideBySide } from './deliver-side-by-side.ts';
import { dayMs, type Job, type JobContext } from './job.ts';
import { storeOutcome } from './store-outcome.ts';

/** Lifetime of a link in a mail: a later delivery is useless. */
const giveUpAfterMs = dayMs;
const due = { firstPauseMs: 30_000, longestPauseMs: 30 * 60_000, leaseMs: 120_000 };
/** Somebody waits for a mail about an alarm. */
const dueOfAlarm = { ...due, longestPauseMs: 60_000 };
const atOnce = 16;

/** Hands the mails in the outbox to the mail server; without one they stay for the administrator to read. */
export const mailDelivery: Job = {
  name: 'mail-delivery',
  everySeconds: 1,
  wokenBy: ['outbox'],
  run: async (context) => {
    const { db, mail, clock, turns } = context;
    if (mail === null) return withdrawMails(db, clock.now());
    await deliverSideBySide(context, {
      turns: turns.mail,
      atOnce,
      take: async (room) => {
        await withdrawMails(db, clock.now());
        return takeDueMails(db, clock.now(), { ...due, room, turns: turns.mail });
      },
      isOther: ({ alarmId }) => alarmId === null,
      deliver: (row) => deliver(context, mail, row),
    });
  },
};

async function deliver(
  context: JobContext,
  { sender, consoleUrl }: NonNullable<JobContext['mail']>,
  row: OutboxMail,
): Promise<void> {
  const { db, bus, clock, cautiousNow } = context;
  const outage = context.outages.mail;
  const serverIsBack = () => endDelaysOfMails(db, outage.answered(null), clock.now());
  const { mailId, recipient, content } = row;
  const end = async (
    state: MailEnd['state'],
    lastError: string | null,
    more: Pick<MailEnd, 'receipt' | 'givenUp'> = {},
  ) => {
    const ended = { state, endedAt: new Date(clock.now()), lastError, receipt: null, ...more };
    await storeOutcome(context, () =>
      commitAndPublish({ db, bus }, (tx, changes) => settleMail(tx, changes, row, ended)),
    );
    metrics.mails.inc({ outcome: state });
  };
  if (isTooOld(row, await cautiousNow())) return end('failed', row.lastError, { givenUp: true });
  const rendered = content === null ? null : renderMail({ ...row, content }, consoleUrl);
  if (rendered === null) return end('failed', 'there is no such template');
  let receipt: string | null;
  try {
    receipt = await sender.send({ ...rendered, to: recipient, messageId: messageIdOf(row, consoleUrl) });
  } catch (error) {
    const lastError = error instanceof Error ? error.message.slice(0, 500) : 'the mail server gave no reason';
    if (error instanceof MailRefused) {
      await end('failed', lastError);
      return serverIsBack();
    }
    const tries = row.tries + 1;
    const pauseMs = pauseAfter(tries, row.alarmId === null ? due : dueOfAlarm);
    await delayMail(db, mailId, { nextTryAt: new Date(clock.now() + pauseMs), lastError });
    outage.failed(null, { id: mailId, tries });
    return metrics.mails.inc({ outcome: 'delayed' });
  }
  await end('sent', null, { receipt });
  await serverIsBack();
}

const isTooOld = ({ createdAt }: OutboxMail, now: number): boolean => now - createdAt.getTime() > giveUpAfterMs;

const messageIdOf = ({ mailId, createdAt }: OutboxMail, consoleUrl: string): string =>
  `<${mailId}.${createdAt.getTime()}@${new URL(consoleUrl).hostname}>`;
