import { auditActions } from '@varde/catalogue/audit-actions';
import type { auditFilter } from '@varde/contract/audit';
import { and, desc, eq, gte, inArray, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import { auditChain, auditEntries } from '#domain/audit/tables.ts';
import { customers } from '#domain/customers/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { likeWords } from '#domain/search-words.ts';
import type { Caller, Scope } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { decodeCursor, pageOf } from '#platform/http/cursor.ts';

type Filter = z.output<typeof auditFilter>;
type Entry = Record<'action' | 'userId', SQLWrapper>;

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
  const within = withinScope(auditEntries.custId, scope);
  const older = [belowId, exportId].map((id) => (id == null ? undefined : lt(auditEntries.auditId, id)));
  const users = query.user ? await usersNamed(db, query.user, caller) : undefined;
  const listed = and(within, ...older, inIndexes(query, users));
  const most = query.limit + 1;
  const wanted = searchedFor(query, users);
  const where = wanted === undefined ? listed : and(within, isOneOf(await search(db, listed, wanted, most)));
  const rows = await selectEntries(db, scope, where, most);
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

/** Entries that one query looks through: an alarm waits for one at most. */
const stepEntries = 2_000;

/** The newest of these entries that are wanted, looked for in steps, between which others have their turn. */
async function search(db: Database, listed: SQL | undefined, wanted: Wanted, most: number): Promise<number[]> {
  const found: number[] = [];
  for (let where = listed; ; ) {
    const step = await searchStep(db, where, wanted, most - found.length);
    found.push(...step.filter(({ isWanted }) => isWanted).map(({ auditId }) => auditId));
    const last = step.at(-1);
    if (found.length === most || last?.number !== stepEntries) return found;
    where = and(listed, lt(auditEntries.auditId, last.auditId));
  }
}

/** Of the next entries those that are wanted, and the last that was looked at. */
function searchStep(db: Database, where: SQL | undefined, wanted: Wanted, most: number) {
  const { auditId, userId, action } = auditEntries;
  const number = sql<number>`(row_number() over (order by ${auditId} desc))::int`.as('number');
  const searched = db
    .select({ auditId, userId, action, number })
    .from(auditEntries)
    .where(where)
    .orderBy(desc(auditId))
    .limit(stepEntries)
    .as('searched');
  const isWanted = wanted(searched);
  return db
    .select({ auditId: searched.auditId, number: searched.number, isWanted: sql<boolean>`${isWanted}` })
    .from(searched)
    .where(or(isWanted, eq(searched.number, stepEntries)))
    .orderBy(desc(searched.auditId))
    .limit(most);
}

const isOneOf = (ids: readonly number[]): SQL => sql`${auditEntries.auditId} = any(${sql.param([...ids])}::bigint[])`;

/** The users whom a filter names; undefined: it names none. */
type Named = readonly number[] | undefined;

/** What the indexes of the table find in its order. */
function inIndexes({ custId, deviId, action, from, to }: Filter, users: Named): SQL | undefined {
  const [user] = users ?? [];
  return and(
    custId === undefined ? undefined : below(custId),
    deviId === undefined ? undefined : eq(auditEntries.deviId, deviId),
    users?.length === 0 ? sql`false` : undefined,
    users?.length === 1 && user !== undefined ? eq(auditEntries.userId, user) : undefined,
    action === undefined ? undefined : eq(auditEntries.action, action),
    from === undefined ? undefined : gte(auditEntries.at, from),
    to === undefined ? undefined : lt(auditEntries.at, to),
  );
}

/** The condition for one entry. */
type Wanted = (entry: Entry) => SQL | undefined;

/** What entries are looked through for; undefined: the indexes find it all. */
function searchedFor({ kind }: Filter, users: Named): Wanted | undefined {
  const actions = kind === undefined ? undefined : kind === 'looks' ? looks : changes;
  const several = users !== undefined && users.length > 1 ? users : undefined;
  if (actions === undefined && several === undefined) return undefined;
  return ({ action, userId }) =>
    and(actions && inArray(action, actions), several && sql`${userId} = any(${sql.param([...several])}::int[])`);
}

const below = (custId: number): SQL =>
  sql`${auditEntries.custId} in (select c.cust_id from customers c where c.path @> array[${custId}::int])`;

/** By the actor's name, which the reader sees anyway; by username only where the reader may see the user. */
async function usersNamed(db: Database, words: string, caller: Caller): Promise<number[]> {
  const pattern = likeWords(words);
  const scope = caller.scopeOf('USER_PRIVILEGES_READ');
  const known =
    scope === 'all' ? sql`true` : sql`u.user_id = any((select users_within(${sql.param([...scope])}::int[]))::int[])`;
  const rows = await queryRows<{ user_id: number }>(
    db,
    sql`select unnest(users_named(${pattern})) as user_id union
      select u.user_id from users u where search_words(u.username) like ${pattern} and ${known}`,
  );
  return rows.map((row) => row.user_id);
}
