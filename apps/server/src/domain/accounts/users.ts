import type { Role, UserPolicy } from '@varde/catalogue/permissions';
import { and, asc, desc, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Scope } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { fromMicroseconds, microseconds } from '#platform/database/microseconds.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { cursorId, cursorText, cursorTime, decodeCursor, pageOf } from '#platform/http/cursor.ts';
import { customers } from '../customers/tables.ts';
import { containsWords } from '../search-words.ts';
import { userPolicies, users } from './tables.ts';

type NamedPolicy = UserPolicy & { custName: string | null };

const held = sql<NamedPolicy[]>`coalesce((
  select json_agg(json_build_object('role', p.role, 'custId', p.cust_id, 'custName', k.firm_name)
    order by k.sort_name nulls first, p.role)
  from user_policies p left join customers k on k.cust_id = p.cust_id where p.user_id = users.user_id
), '[]'::json)`;

function selectUsers(db: Database) {
  return db
    .select({ user: users, custName: customers.firmName, held, deleted: microseconds(users.deletedAt) })
    .from(users)
    .leftJoin(customers, eq(customers.custId, users.custId))
    .$dynamic();
}

export type UserRecord = Awaited<ReturnType<typeof selectUsers>>[number];

/** Users who belong to one of these customers, or hold a role at one of them. */
const concerned = (scope: Scope): SQL | undefined =>
  scope === 'all'
    ? undefined
    : or(
        withinScope(users.custId, scope),
        sql`exists (select from user_policies p where p.user_id = users.user_id
          and p.cust_id = any(${sql.param([...scope])}::int[]))`,
      );

/**
 * One user, deleted or not; undefined when the user does not exist, is erased, or concerns none of the caller's
 * customers.
 */
export async function findUser(db: Database, scope: Scope, userId: number): Promise<UserRecord | undefined> {
  const known = and(eq(users.userId, userId), isNull(users.erasedAt));
  const rows = await selectUsers(db).where(and(known, concerned(scope)));
  return rows[0];
}

interface UserQuery {
  custId?: number | undefined;
  search?: string | undefined;
  state?: 'active' | 'invited' | 'inactive' | 'temporary' | undefined;
  cursor?: string | undefined;
  limit: number;
}

const namePosition = z.tuple([cursorText, cursorId]);

/** A page of users who are not deleted, by name. */
export async function listUsers(db: Database, scope: Scope, query: UserQuery) {
  const rows = await selectUsers(db)
    .where(
      and(
        isNull(users.deletedAt),
        concerned(scope),
        ofCustomer(query.custId),
        matching(query.search),
        inState(query.state),
        query.cursor === undefined ? undefined : afterName(query.cursor),
      ),
    )
    .orderBy(asc(users.sortName), asc(users.userId))
    .limit(query.limit + 1);
  return pageOf(rows, query.limit, ({ user }) => [user.sortName, user.userId]);
}

function afterName(cursor: string): SQL {
  const [sortName, userId] = decodeCursor(cursor, namePosition);
  return sql`(${users.sortName}, ${users.userId}) > (${sortName}::text, ${userId}::int)`;
}

/** Users who belong to the customer, or whose roles reach it: held there, above it, or everywhere. */
function ofCustomer(custId: number | undefined): SQL | undefined {
  if (custId === undefined) return undefined;
  return or(
    eq(users.custId, custId),
    sql`exists (select from user_policies p where p.user_id = users.user_id and (p.cust_id is null or p.cust_id = any(
      (select c.path from customers c where c.cust_id = ${custId})::int[])))`,
  );
}

function matching(search: string | undefined): SQL | undefined {
  if (search === undefined || search === '') return undefined;
  return containsWords(sql`${users.firstName} || ' ' || ${users.lastName} || chr(10) || ${users.username}`, search);
}

function inState(state: UserQuery['state']): SQL | undefined {
  if (state === 'active') return and(isNull(users.disabledAt), isNull(users.invitedUntil));
  if (state === 'inactive') return isNotNull(users.disabledAt);
  if (state === 'invited') return and(isNull(users.disabledAt), isNotNull(users.invitedUntil));
  return state === 'temporary' ? isNotNull(users.temporaryUntil) : undefined;
}

const deletedPosition = z.tuple([cursorTime, cursorId]);

/** A page of deleted users, the latest first. */
export async function listDeletedUsers(
  db: Database,
  scope: Scope,
  query: { cursor?: string | undefined; limit: number },
) {
  const rows = await selectUsers(db)
    .where(
      and(
        isNotNull(users.deletedAt),
        isNull(users.erasedAt),
        withinScope(users.custId, scope),
        query.cursor === undefined ? undefined : deletedBefore(query.cursor),
      ),
    )
    .orderBy(desc(users.deletedAt), desc(users.userId))
    .limit(query.limit + 1);
  return pageOf(rows, query.limit, ({ deleted, user }) => [deleted, user.userId]);
}

function deletedBefore(cursor: string): SQL {
  const [deleted, userId] = decodeCursor(cursor, deletedPosition);
  return sql`(${users.deletedAt}, ${users.userId}) < (${fromMicroseconds(deleted)}, ${userId}::int)`;
}

export type UserChanges = Partial<
  Pick<
    typeof users.$inferInsert,
    | 'firstName'
    | 'lastName'
    | 'mobile'
    | 'language'
    | 'beta'
    | 'translator'
    | 'custId'
    | 'temporaryUntil'
    | 'disabledAt'
    | 'deletedAt'
    | 'deletedBy'
  >
>;

export async function changeUser(tx: Database, userId: number, changes: UserChanges): Promise<void> {
  await tx.update(users).set(changes).where(eq(users.userId, userId));
}

/** Locks the user's row until the transaction ends. A claim of an alarm by the user does not wait for it. */
export async function lockUser(tx: Database, userId: number): Promise<void> {
  await tx.select({ userId: users.userId }).from(users).where(eq(users.userId, userId)).for('no key update');
}

/** Whether the caller can see an account, or an open invitation, with this username. */
export async function isVisible(tx: Database, scope: Scope, username: string, now: Date): Promise<boolean> {
  const isOpen = and(gt(users.invitedUntil, now), isNull(users.deletedAt));
  const rows = await tx
    .select({ userId: users.userId })
    .from(users)
    .where(and(eq(users.username, username), or(isNull(users.invitedUntil), isOpen), concerned(scope)))
    .limit(1);
  return rows.length > 0;
}

/**
 * Number of people a user has invited since then, whatever became of the invitations; not those dated in the future by
 * a clock that was set back.
 */
export async function countInvitations(
  tx: Database,
  invitedBy: number,
  { since, now }: { since: Date; now: Date },
): Promise<number> {
  const { createdAt } = users;
  return tx.$count(users, and(eq(users.invitedBy, invitedBy), gt(createdAt, since), lte(createdAt, now)));
}

type Invitation = Required<
  Pick<
    typeof users.$inferInsert,
    | 'username'
    | 'firstName'
    | 'lastName'
    | 'mobile'
    | 'language'
    | 'custId'
    | 'temporaryUntil'
    | 'createdAt'
    | 'invitedUntil'
    | 'invitedBy'
  >
>;

/** Adds an invited user, and returns the id. No password has the hash `-`. */
export async function insertInvitation(tx: Database, invitation: Invitation): Promise<number> {
  const [row] = await tx
    .insert(users)
    .values({ ...invitation, passwordHash: '-', emailValidatedAt: null })
    .returning({ userId: users.userId });
  if (row === undefined) throw new Error('the database returned no user');
  return row.userId;
}

export async function takePolicies(tx: Database, userId: number, policies: readonly UserPolicy[]): Promise<void> {
  for (const { role, custId } of policies)
    await tx
      .delete(userPolicies)
      .where(
        and(
          eq(userPolicies.userId, userId),
          eq(userPolicies.role, role),
          custId === null ? isNull(userPolicies.custId) : eq(userPolicies.custId, custId),
        ),
      );
}

export async function givePolicies(tx: Database, userId: number, policies: readonly UserPolicy[]): Promise<void> {
  if (policies.length === 0) return;
  await tx.insert(userPolicies).values(policies.map(({ role, custId }) => ({ role, custId, userId })));
}

/** The roles that anybody holds at one of these customers, each once. */
export async function rolesHeldAt(db: Database, custIds: readonly number[]): Promise<Role[]> {
  const rows = await db
    .selectDistinct({ role: userPolicies.role })
    .from(userPolicies)
    .where(withinScope(userPolicies.custId, custIds));
  return rows.map(({ role }) => role);
}

/** Whether all of these customers exist. */
export async function areCustomers(db: Database, custIds: readonly number[]): Promise<boolean> {
  const wanted = [...new Set(custIds)];
  const found = await db
    .select({ custId: customers.custId })
    .from(customers)
    .where(withinScope(customers.custId, wanted));
  return found.length === wanted.length;
}

/** Market of a customer, which decides the country of phone numbers without a country code. */
export async function marketOf(db: Database, custId: number | null) {
  if (custId === null) return 1;
  const [row] = await db.select({ market: customers.market }).from(customers).where(eq(customers.custId, custId));
  return row?.market ?? 1;
}

/** The name of a user, also outside the caller's scope: an actor is shown to everybody whom the action concerns. */
export async function userName(db: Database, userId: number | null): Promise<string | null> {
  if (userId === null) return null;
  const [row] = await queryRows<{ name: string | null }>(db, sql`select name_of_user(${userId}) as name`);
  return row?.name ?? null;
}
