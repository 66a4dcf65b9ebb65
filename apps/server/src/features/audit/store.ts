import { auditActions } from '@varde/catalogue/audit-actions';
import type { auditFilter } from '@varde/contract/audit';
import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { auditChain, auditEntries } from '#domain/audit/tables.ts';
import { customers } from '#domain/customers/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { likeWords } from '#domain/search-words.ts';
import type { Caller, Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { decodeCursor, pageOf } from '#platform/http/cursor.ts';

type Filter = z.output<typeof auditFilter>;

const looks = auditActions.filter(({ read }) => read).map(({ key }) => key);
const changes = auditActions.filter(({ read }) => !read).map(({ key }) => key);

/** A page continues below an entry; the cursor of an export also has the id of the export's own entry. */
const position = z.tuple([z.int().min(0)]).or(z.tuple([z.int().min(0), z.int().min(0)]));

export function positionOf(cursor: string): { auditId: number; exportId: number | undefined } {
  const [auditId, exportId] = decodeCursor(cursor, position);
  return { auditId, exportId };
}

export type AuditRow = Awaited<ReturnType<typeof selectEntries>>[number];

/**
 * A page of the entries in scope, newest first, below an entry and the one of their export. Entries without a customer
 * require global access.
 */
export async function listEntries(
  db: Database,
  caller: Caller,
  query: Filter & { limit: number },
  { belowId, exportId }: { belowId: number | undefined; exportId: number | null },
) {
  const scope = caller.scopeOf('AUDIT_LOG');
  const older = [belowId, exportId].map((id) => (id == null ? undefined : lt(auditEntries.auditId, id)));
  const where = and(withinScope(auditEntries.custId, scope), matching(query, caller), ...older);
  const rows = await selectEntries(db, scope, where, query.limit + 1);
  return pageOf(rows, query.limit, ({ auditId }) => (exportId === null ? [auditId] : [auditId, exportId]));
}

/**
 * Device names only for devices in scope: the new customer of a handed-over device may have named it after its wearer.
 */
function selectEntries(db: Database, scope: Scope, where: SQL | undefined, limit: number) {
  return db
    .select({
      auditId: auditEntries.auditId,
      content: auditEntries.content,
      hash: auditChain.hash,
      userName: sql<string | null>`name_of_user(${auditEntries.userId})`,
      keyName: sql<string | null>`name_of_api_key((${auditEntries.content}::jsonb ->> 'keyId')::integer)`,
      firmName: customers.firmName,
      deviceName: devices.deviceName,
    })
    .from(auditEntries)
    .leftJoin(auditChain, eq(auditChain.auditId, auditEntries.auditId))
    .leftJoin(customers, eq(customers.custId, auditEntries.custId))
    .leftJoin(devices, and(eq(devices.deviId, auditEntries.deviId), withinScope(devices.custId, scope)))
    .where(where)
    .orderBy(desc(auditEntries.auditId))
    .limit(limit);
}

function matching({ custId, deviId, user, action, kind, from, to }: Filter, caller: Caller): SQL | undefined {
  const wanted = kind === undefined ? undefined : kind === 'looks' ? looks : changes;
  return and(
    custId === undefined ? undefined : below(custId),
    deviId === undefined ? undefined : eq(auditEntries.deviId, deviId),
    user ? byUser(user, caller) : undefined,
    action === undefined ? undefined : eq(auditEntries.action, action),
    wanted === undefined ? undefined : inArray(auditEntries.action, wanted),
    from === undefined ? undefined : gte(auditEntries.at, from),
    to === undefined ? undefined : lt(auditEntries.at, to),
  );
}

const below = (custId: number): SQL =>
  sql`${auditEntries.custId} in (select c.cust_id from customers c where c.path @> array[${custId}::int])`;

/** By the actor's name, which the reader sees anyway; by username only where the reader may see the user. */
function byUser(words: string, caller: Caller): SQL {
  const pattern = likeWords(words);
  const scope = caller.scopeOf('USER_PRIVILEGES_READ');
  const known =
    scope === 'all' ? sql`true` : sql`u.user_id = any((select users_within(${sql.param([...scope])}::int[]))::int[])`;
  return sql`(${auditEntries.userId} = any((select users_named(${pattern}))::int[]) or ${auditEntries.userId} in (
    select u.user_id from users u where search_words(u.username) like ${pattern} and ${known}))`;
}
