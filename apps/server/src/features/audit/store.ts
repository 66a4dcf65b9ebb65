import { auditActions } from '@varde/catalogue/audit-actions';
import type { auditFilter } from '@varde/contract/audit';
import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { decodeCursor } from '#platform/cursor.ts';
import type { Database } from '#platform/database.ts';
import type { Scope } from '#platform/http/caller.ts';
import { auditChain, auditEntries, customers, devices } from '#platform/schema.ts';
import { withinScope } from '#platform/scope-condition.ts';

type Filter = z.output<typeof auditFilter>;

const looks = auditActions.filter(({ read }) => read).map(({ key }) => key);
const changes = auditActions.filter(({ read }) => !read).map(({ key }) => key);
const position = z.tuple([z.int().min(0)]);

export type AuditRow = Awaited<ReturnType<typeof selectEntries>>[number];

/** A page of the entries in scope, newest first. Those that belong to no customer come with global access only. */
export async function listEntries(
  db: Database,
  scope: Scope,
  query: Filter & { cursor?: string | undefined; limit: number },
) {
  const older = query.cursor === undefined ? undefined : lt(auditEntries.auditId, positionOf(query.cursor));
  const where = and(withinScope(auditEntries.custId, scope), matching(query), older);
  const rows = await selectEntries(db, scope, where, query.limit + 1);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return { page, next: rows.length > page.length && last ? [last.auditId] : null };
}

const positionOf = (cursor: string): number => decodeCursor(cursor, position)[0];

/** The name of a device that is in scope: one that was given on may bear that of a stranger. */
function selectEntries(db: Database, scope: Scope, where: SQL | undefined, limit: number) {
  return db
    .select({
      auditId: auditEntries.auditId,
      content: auditEntries.content,
      hash: auditChain.hash,
      userName: sql<string | null>`name_of_user(${auditEntries.userId})`,
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

function matching({ custId, deviId, user, action, kind, from, to }: Filter): SQL | undefined {
  const wanted = kind === undefined ? undefined : kind === 'looks' ? looks : changes;
  return and(
    custId === undefined ? undefined : below(custId),
    deviId === undefined ? undefined : eq(auditEntries.deviId, deviId),
    user ? byUser(user) : undefined,
    action === undefined ? undefined : eq(auditEntries.action, action),
    wanted === undefined ? undefined : inArray(auditEntries.action, wanted),
    from === undefined ? undefined : gte(auditEntries.at, from),
    to === undefined ? undefined : lt(auditEntries.at, to),
  );
}

const below = (custId: number): SQL =>
  sql`${auditEntries.custId} in (select c.cust_id from customers c where c.path @> array[${custId}::int])`;

function byUser(words: string): SQL {
  const pattern = `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`${auditEntries.userId} = any((select users_called(${pattern}))::int[])`;
}
