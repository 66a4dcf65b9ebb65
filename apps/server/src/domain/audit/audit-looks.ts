import { setImmediate } from 'node:timers/promises';
import { and, between, inArray, isNull, or } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { type AuditEntry, contentOf, recordAllAudit } from './audit.ts';
import { auditEntries } from './tables.ts';

/** An audited read, by a logged-in user or by the holder of a link (`userId` null). */
export type Look = AuditEntry;

/** Repeated reads of a page, by reloading or refreshing itself, are one look. */
const sameLookMs = 3_600_000;

/**
 * Audits a read, unless an equal entry exists from the last hour: the same person, context, address, action, customer,
 * device, subject and details. So each look has an entry, its own or one that is at most an hour older.
 */
export const recordLook = (db: Database, look: Look): Promise<void> => recordLooks(db, [look]);

/**
 * Maximum number of entries in one transaction: each is linked into the chain at commit, and other commits wait for
 * that.
 */
export const looksAtOnce = 20;

/** `recordLook` for several. */
export async function recordLooks(db: Database, looks: readonly Look[]): Promise<void> {
  if (looks.length === 0) return;
  const fresh = new Map(looks.map((look) => [deduplicationKey(contentOf(look)), look]));
  for (const content of await recentContents(db, looks)) fresh.delete(deduplicationKey(JSON.parse(content)));
  const left = [...fresh.values()];
  for (let from = 0; from < left.length; from += looksAtOnce) {
    if (from > 0) await setImmediate(); // the embedded database runs in this thread
    await recordAllAudit(db, left.slice(from, from + looksAtOnce));
  }
}

/** Content of an entry without its time. */
const deduplicationKey = (content: ReturnType<typeof contentOf>): string => JSON.stringify({ ...content, at: 0 });

const byOneOf = (userIds: readonly (number | null)[]) =>
  or(
    inArray(
      auditEntries.userId,
      userIds.filter((userId) => userId !== null),
    ),
    userIds.includes(null) ? isNull(auditEntries.userId) : undefined,
  );

const aboutOneOf = (deviIds: readonly (number | null)[]) =>
  or(
    inArray(
      auditEntries.deviId,
      deviIds.filter((deviId) => deviId !== null),
    ),
    deviIds.includes(null) ? isNull(auditEntries.deviId) : undefined,
  );

/** Entries that may be equal. An entry far in the future was written before the clock was set back. */
async function recentContents(db: Database, looks: readonly Look[]): Promise<string[]> {
  const contents = looks.map(contentOf);
  const distinct = <Value>(values: Value[]): Value[] => [...new Set(values)];
  const devices = distinct(contents.map(({ deviId }) => deviId));
  const times = contents.map(({ at }) => at);
  const rows = await db
    .select({ content: auditEntries.content })
    .from(auditEntries)
    .where(
      and(
        byOneOf(distinct(looks.map(({ by }) => by.userId))),
        inArray(auditEntries.action, distinct(contents.map(({ action }) => action))),
        between(auditEntries.at, Math.min(...times) - sameLookMs + 1, Math.max(...times) + sameLookMs),
        aboutOneOf(devices),
      ),
    );
  return rows.map(({ content }) => content);
}
