import { and, eq, gt, lte } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { outbox } from './tables.ts';

/**
 * Values of each mail template. Numbers are Unix milliseconds; `path` is a path of the console, with a leading slash.
 * Never text typed by an unknown person: a mail must not carry it.
 */
export interface MailContent {
  /** To an unconfirmed address. */
  validateEmail: { path: string; expires: number };
  resetPassword: { path: string; expires: number };
  /** To a user whose account an administrator has created. */
  invitation: { path: string; expires: number };
  /** An administrator has invited an address that already has an account. */
  alreadyInvited: { path: string };
  /** To administrators: a registered firm waits for approval. */
  registrationWaiting: { path: string };
  registrationApproved: { path: string };
  /** `reason`: the words of the administrator who rejected it. */
  registrationRejected: { reason: string };
  /** Somebody has registered with an address that already has an account. */
  alreadyRegistered: { path: string };
  /** The password was guessed at; `until`: end of the pause. */
  accountLocked: { until: number; address: string };
  /** The privacy text; `path` links to the same text. */
  gdpr: { path: string };
  passwordChanged: { at: number; address: string };
  twoFactorOn: { at: number; address: string };
  /** Turned off by the user, or by an administrator. */
  twoFactorOff: { at: number; address: string };
  recoveryCodesRenewed: { at: number; address: string };
  /** `name`: of the key. */
  apiKeyCreated: { at: number; address: string; name: string };
  /** To the recipient of the audit log's digests (`VARDE_AUDIT_DIGEST_MAIL`). */
  auditDigest: { digest: string };
  /** An alarm that somebody has shared; `name` and `place` are typed by users who may administer the device. */
  sharedAlarm: { path: string; kind: string; name: string; place: string; at: number };
  /**
   * An alarm, to somebody on the notification list of its device. `pin`: that it is taken with a PIN; empty: without.
   * `others`: whether others have been reached.
   */
  alarm: { path: string; kind: string; name: string; place: string; at: number; pin: string; others: string };
  /** To somebody on a notification list that is tried out: no alarm. `name`: the device's. */
  alarmTest: { name: string; at: number };
  /** To administrators: Varde's own test alarms no longer arrive; `at`: when the latest one did not. */
  alarmPathStopped: { path: string; at: number };
  /** The audit log no longer contains the digest that was recorded last. */
  auditCut: { noted: string; digest: string };
}
export type MailTemplate = keyof MailContent;

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
  if (mails.length === 0) return [];
  const added = await tx
    .insert(outbox)
    .values(
      mails.map(({ to, values, at, ...mail }) => ({
        ...mail,
        recipient: to,
        content: { ...values },
        createdAt: new Date(at),
      })),
    )
    .returning({ mailId: outbox.mailId });
  return added.map(({ mailId }) => mailId);
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
