import { and, eq, gt, lte } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { outbox } from './tables.ts';

/**
 * What fills each mail. Numbers are moments in Unix milliseconds; `path` is an address within the console, with a
 * leading slash. Never text that an unknown person typed: a mail must not carry it.
 */
export interface MailContent {
  /** To an address that is not confirmed yet. */
  validateEmail: { path: string; expires: number };
  resetPassword: { path: string; expires: number };
  /** To a user whose account an administrator has created. */
  invitation: { path: string; expires: number };
  /** An administrator has invited an address that has an account already. */
  alreadyInvited: { path: string };
  /** To administrators: a firm has registered and waits for them. */
  registrationWaiting: { path: string };
  registrationApproved: { path: string };
  /** `reason`: the words of the administrator who rejected it. */
  registrationRejected: { reason: string };
  /** Somebody has registered with an address that has an account already. */
  alreadyRegistered: { path: string };
  /** Somebody has guessed at the password; `until`: when they may go on. */
  accountLocked: { until: number; address: string };
  /** How personal data is used; `path` leads to the same text. */
  gdpr: { path: string };
  passwordChanged: { at: number; address: string };
  twoFactorOn: { at: number; address: string };
  /** Turned off by the user, or by an administrator. */
  twoFactorOff: { at: number; address: string };
  recoveryCodesRenewed: { at: number; address: string };
  /** To the keeper of the digests of the audit log (`VARDE_AUDIT_DIGEST_MAIL`). */
  auditDigest: { digest: string };
  /** The audit log no longer holds the digest that was noted last. */
  auditCut: { noted: string; digest: string };
}
export type MailTemplate = keyof MailContent;

export interface NewMail<T extends MailTemplate> {
  to: string;
  /** The reader's language; one without mail texts gets Norwegian. */
  language: string;
  template: T;
  values: MailContent[T];
  /** When it is written, Unix milliseconds. */
  at: number;
}

/**
 * Writes a mail into the outbox, in the caller's transaction: it goes out when that commits, and only then. With
 * `VARDE_SMTP_URL` a job delivers it; without, an administrator reads it in the console.
 */
export async function queueMail<T extends MailTemplate>(
  tx: Database,
  { to, language, template, values, at }: NewMail<T>,
): Promise<void> {
  const createdAt = new Date(at);
  await tx.insert(outbox).values({ recipient: to, language, template, content: { ...values }, createdAt });
}

/** Limits mails to one address. */
const mostMails = 3;
const perMs = 3_600_000;

/** Whether somebody was sent enough mails of a kind within the last hour, by a clock that may have been set back since. */
export async function hasEnoughMails(
  db: Database,
  { to, template }: Pick<NewMail<MailTemplate>, 'to' | 'template'>,
  now: number,
): Promise<boolean> {
  const sent = await db
    .select({ mailId: outbox.mailId })
    .from(outbox)
    .where(
      and(
        eq(outbox.recipient, to),
        eq(outbox.template, template),
        gt(outbox.createdAt, new Date(now - perMs)),
        lte(outbox.createdAt, new Date(now)),
      ),
    )
    .limit(mostMails);
  return sent.length >= mostMails;
}
