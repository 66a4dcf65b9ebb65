import type { AuditAction } from '@varde/catalogue/audit-actions';
import { homeOf } from '#domain/accounts/home-of.ts';
import { type AuditActor, type AuditEntry, recordAudit } from '#domain/audit/audit.ts';
import type { Database } from '#platform/database/database.ts';

/** Audits an action of a user on their own account. */
export async function recordOwn(
  tx: Database,
  by: AuditActor & { userId: number },
  action: AuditAction,
  at: number,
  changes: Pick<AuditEntry, 'before' | 'after'> = {},
): Promise<void> {
  await recordAudit(tx, {
    action,
    at: new Date(at),
    by: { userId: by.userId, address: by.address, context: by.context },
    custId: await homeOf(tx, by.userId),
    subject: { kind: 'user', id: by.userId },
    ...changes,
  });
}
