import { chainHead, chainHolds } from '#domain/audit/audit-verification.ts';
import type { AuditDigest, DigestBook } from '#domain/audit/digest-book.ts';
import { queueMail } from '#domain/messages/queue-mail.ts';
import type { Log } from '#platform/log/log.ts';
import { dayMs, type Job } from './job.ts';

export interface AuditDigestOptions {
  book: DigestBook;
  log: Log;
  /** Recipient of the daily digest; null: no mail. */
  mailTo: string | null;
}

/**
 * Once a day (UTC), notes the head of the audit log outside of its database: in the data folder, in the log of the
 * process, and by mail. Reports a log that no longer holds the last noted entry.
 */
export const auditDigest = ({ book, log, mailTo }: AuditDigestOptions): Job => ({
  name: 'audit-digest',
  atGateway: true,
  everySeconds: 3600,
  run: async ({ db, clock }) => {
    const now = clock.now();
    const last = book.all().at(-1);
    if (last !== undefined && dayOf(last.at.getTime()) === dayOf(now)) return;
    const head = await chainHead(db);
    if (head === null && last === undefined) return;
    const line = book.write({ at: new Date(now), ...(head ?? none) });
    log.info({ digest: line }, 'digest of the audit log');
    const lost = last !== undefined && !(await chainHolds(db, last));
    if (lost) log.error({ noted: last.line }, 'the audit log was tampered with: it no longer holds the last digest');
    if (mailTo === null) return;
    const mail = { to: mailTo, language: 'nb', at: now };
    if (lost) await queueMail(db, { ...mail, template: 'auditCut', values: { noted: last.line, digest: line } });
    else await queueMail(db, { ...mail, template: 'auditDigest', values: { digest: line } });
  },
});

const dayOf = (at: number): number => Math.floor(at / dayMs);

/** The digest of an empty log. */
const none: Omit<AuditDigest, 'at'> = { seq: 0, hash: '0'.repeat(64) };
