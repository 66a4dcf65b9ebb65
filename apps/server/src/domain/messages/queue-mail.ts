import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import type { MailContent, MailTemplate } from './mail-content.ts';
import { queueMessages } from './outbox.ts';
import { outbox } from './tables.ts';

export interface NewMail<T extends MailTemplate> {
  to: string;
  /** The reader's language; one without mail texts falls back to Norwegian. */
  language: string;
  template: T;
  values: MailContent[T];
  /** Queueing time, Unix milliseconds. */
  at: number;
  /** The mail is withdrawn when this alarm is reset before it is sent. */
  alarmId?: number;
}

/**
 * Adds mails to the outbox, in the caller's transaction: they are sent only after the commit. With `VARDE_SMTP_URL` a job
 * delivers them; without, an administrator reads them in the console. Returns their numbers.
 */
export async function queueMail<T extends MailTemplate>(tx: Database, ...mails: NewMail<T>[]): Promise<number[]> {
  return queueMessages(
    tx,
    ...mails.map(({ to, values, at, ...mail }) => ({
      ...{ ...mail, channel: 'email' as const, recipient: to },
      ...{ content: JSON.stringify(values), createdAt: new Date(at) },
    })),
  );
}

/** Limits mails to one address. */
const mostMails = 3;
const perMs = 3_600_000;

/**
 * Whether an address has reached the limit of mails of a kind within the last hour, by a clock that may have been set
 * back since.
 */
export async function hasEnoughMails(
  db: Database,
  { to, template }: Pick<NewMail<MailTemplate>, 'to' | 'template'>,
  now: number,
): Promise<boolean> {
  const sent = await db
    .select({ messageId: outbox.messageId })
    .from(outbox)
    .where(
      and(
        eq(outbox.recipient, to),
        isNull(outbox.commandId), // for the index
        eq(outbox.template, template),
        gt(outbox.createdAt, new Date(now - perMs)),
        lte(outbox.createdAt, new Date(now)),
      ),
    )
    .limit(mostMails);
  return sent.length >= mostMails;
}
