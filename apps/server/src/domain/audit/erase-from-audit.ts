import { inArray, type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { type AuditEntry, recordAudit } from './audit.ts';
import { auditEntries } from './tables.ts';

interface EntryToErase {
  auditId: number;
  action: string;
  userId: number | null;
  custId: number | null;
}

/** Maximum number of erased entries that one entry names: keeps that entry readable. */
const namedAtOnce = 200;

/**
 * Removes entries `t` about an erased person from the audit log. The chain keeps their hashes, and new entries of the
 * same customers name them, with their action and actor: those stay, and without them the database refuses (migration
 * 0017). Returns how many.
 */
export async function eraseAuditEntries(
  tx: Database,
  { at, by, subject }: Pick<AuditEntry, 'at' | 'by' | 'subject'>,
  where: SQL,
): Promise<number> {
  const toErase = await queryRows<EntryToErase>(
    tx,
    sql`select t.audit_id::float8 as "auditId", t.action, t.user_id as "userId", t.cust_id as "custId" from audit_entries t
      where t.action not in ('audit.removed', 'audit.erased') and (${where}) order by t.audit_id`,
  );
  for (const custId of new Set(toErase.map((entry) => entry.custId))) {
    const entries = toErase.filter((entry) => entry.custId === custId);
    for (let from = 0; from < entries.length; from += namedAtOnce) {
      const named = entries.slice(from, from + namedAtOnce);
      await recordAudit(tx, {
        action: 'audit.erased',
        at,
        by,
        custId,
        ...(subject === undefined ? {} : { subject }),
        after: { entries: named.map(({ auditId, action, userId }) => ({ auditId, action, userId })) },
      });
      await tx.delete(auditEntries).where(
        inArray(
          auditEntries.auditId,
          named.map(({ auditId }) => auditId),
        ),
      );
    }
  }
  return toErase.length;
}
