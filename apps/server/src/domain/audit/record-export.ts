import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { withReach } from '#platform/database/reach.ts';
import { auditRow, contentOf } from './audit.ts';
import type { Look } from './audit-looks.ts';
import { auditEntries } from './tables.ts';

/** An export that takes longer is recorded again. */
const longestExportMs = 3_600_000;

/**
 * Each export has its own entry, which its later pages name in their cursor. A page that names none, or that of another
 * export, begins a new one: no cursor, forged or old, leads to an export without an entry. Returns the entry's number.
 * The export ends below it, so that the entry never covers later rows.
 */
export const recordExport = (
  db: Database,
  look: Look,
  position: { exportId: number | undefined } | null,
): Promise<number> =>
  // The entry may belong to the installation, outside the caller's reach.
  withReach('all', async () => {
    const going = position?.exportId;
    if (going !== undefined && (await isOfSameExport(db, look, going))) return going;
    const [entry] = await db.insert(auditEntries).values(auditRow(look)).returning({ auditId: auditEntries.auditId });
    if (entry === undefined) throw new Error('an audit entry was not written');
    return entry.auditId;
  });

async function isOfSameExport(db: Database, look: Look, auditId: number): Promise<boolean> {
  const { action, userId, custId, address, after } = contentOf(look);
  const content = sql`${auditEntries.content}::jsonb`;
  const found = await db
    .select({ auditId: auditEntries.auditId })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.auditId, auditId),
        eq(auditEntries.action, action),
        sql`${auditEntries.userId} is not distinct from ${userId}::int`,
        sql`${auditEntries.custId} is not distinct from ${custId}::int`,
        sql`${content} ->> 'address' is not distinct from ${address}::text`,
        sql`${content} -> 'after' = ${JSON.stringify(after)}::jsonb`,
        gt(auditEntries.at, look.at.getTime() - longestExportMs),
      ),
    );
  return found.length > 0;
}
