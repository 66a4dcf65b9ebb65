import { enteredCode } from '@varde/catalogue/entered-text';
import type { MarketId } from '@varde/catalogue/markets';
import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Scope } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { cursorId, cursorText, decodeCursor, pageOf } from '#platform/http/cursor.ts';
import { containsWords, likeText } from '../search-words.ts';
import { customers } from './tables.ts';

// Inner queries name the outer table explicitly: drizzle omits its name in a query on one table.
/** Ids and names from the root of the tree to the customer itself, also of customers outside the caller's scope. */
const line = sql<{ custId: number; firmName: string }[]>`(
  select json_agg(json_build_object('custId', a.cust_id, 'firmName', a.firm_name) order by cardinality(a.path))
  from customers a where a.cust_id = any(customers.path)
)`;
const childCount = sql<number>`(select count(*)::int from customers k where k.parent_id = customers.cust_id)`;
const deviceCount = sql<number>`(select count(*)::int from devices d where d.cust_id = customers.cust_id and d.deleted_at is null)`;

function selectCustomers(db: Database) {
  return db.select({ customer: customers, line, childCount, deviceCount }).from(customers).$dynamic();
}

export type CustomerRecord = Awaited<ReturnType<typeof selectCustomers>>[number];

/** One customer, or undefined when it does not exist or is out of scope. */
export async function findCustomer(db: Database, scope: Scope, custId: number): Promise<CustomerRecord | undefined> {
  const rows = await selectCustomers(db).where(and(eq(customers.custId, custId), withinScope(customers.custId, scope)));
  return rows[0];
}

/** Changes of what a customer has wait for each other: each knows what the one before it has stored. In a transaction. */
export async function lockCustomer(tx: Database, custId: number): Promise<void> {
  await tx.execute(sql`select from customers where cust_id = ${custId} for no key update`);
}

/** `findCustomer` with its name alone. */
export async function findCustomerName(db: Database, scope: Scope, custId: number) {
  const [customer] = await db
    .select({ custId: customers.custId, firmName: customers.firmName })
    .from(customers)
    .where(and(eq(customers.custId, custId), withinScope(customers.custId, scope)));
  return customer;
}

/** The customers above one, from the top of the tree, also those outside the caller's scope. */
export function customersAbove(db: Database, custId: number) {
  return queryRows<{ custId: number; firmName: string }>(
    db,
    sql`select a.cust_id as "custId", a.firm_name as "firmName"
      from customers c join customers a on a.cust_id = any (c.path) and a.cust_id <> c.cust_id
      where c.cust_id = ${custId} order by cardinality(a.path)`,
  );
}

const position = z.tuple([cursorText, cursorId]);

interface CustomerQuery {
  parentId?: number | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** A page of customers by name. Without a parent and a search: those with no ancestor among the caller's customers. */
export async function listCustomers(db: Database, scope: Scope, query: CustomerQuery) {
  const rows = await selectCustomers(db)
    .where(
      and(
        withinScope(customers.custId, scope),
        wanted(scope, query),
        query.cursor === undefined ? undefined : after(query.cursor),
      ),
    )
    .orderBy(asc(customers.sortName), asc(customers.custId))
    .limit(query.limit + 1);
  return pageOf(rows, query.limit, ({ customer }) => [customer.sortName, customer.custId]);
}

function wanted(scope: Scope, { parentId, search }: CustomerQuery): SQL | undefined {
  if (search !== undefined && search !== '') {
    return or(
      containsWords(sql`${customers.firmName}`, search),
      sql`${customers.orgNumber} like ${likeText(enteredCode(search).replaceAll(' ', ''))} || '%'`,
    );
  }
  if (parentId !== undefined) return eq(customers.parentId, parentId);
  return scope === 'all' ? isNull(customers.parentId) : sql`(${withinScope(customers.parentId, scope)}) is not true`;
}

function after(cursor: string): SQL {
  const [sortName, custId] = decodeCursor(cursor, position);
  return sql`(${customers.sortName}, ${customers.custId}) > (${sortName}::text, ${custId}::int)`;
}

/** The alarm centre in effect for a customer: its own choice, or that of the nearest customer above. */
export async function findAlarmCentre(db: Database, custId: number) {
  const [row] = await db
    .select({
      custId: sql<number>`p.cust_id`,
      firmName: sql<string>`p.firm_name`,
      takesAlarms: sql<boolean>`p.takes_alarms`,
      answerSeconds: sql<number>`p.answer_seconds`,
      orderUrl: sql<string | null>`p.order_url`,
      chosenBy: sql<number>`a.cust_id`,
    })
    .from(customers)
    .innerJoin(sql`customers a`, sql`a.cust_id = any(${customers.path}) and a.default_ahp is not null`)
    .innerJoin(sql`customers p`, sql`p.cust_id = a.default_ahp`)
    .where(eq(customers.custId, custId))
    .orderBy(sql`cardinality(a.path) desc`)
    .limit(1);
  return row ?? null;
}

/** All alarm centres that take alarms, by name, also those outside the caller's scope. */
export async function listAlarmCentres(db: Database): Promise<{ custId: number; firmName: string }[]> {
  return db
    .select({ custId: customers.custId, firmName: customers.firmName })
    .from(customers)
    .where(and(eq(customers.kind, 'partner'), customers.takesAlarms))
    .orderBy(asc(customers.sortName), asc(customers.custId))
    .limit(500);
}

export type CustomerDetails = Pick<
  typeof customers.$inferSelect,
  'firmName' | 'market' | 'orgNumber' | 'reference' | 'address' | 'billingAddress' | 'defaultAhp'
>;

/** Fields of an alarm centre; `customers` of other kinds keep their initial values. */
export type CentreDetails = Pick<typeof customers.$inferSelect, 'takesAlarms' | 'orderUrl' | 'answerSeconds'>;

export async function updateDetails(
  db: Database,
  custId: number,
  details: CustomerDetails | CentreDetails,
): Promise<void> {
  await db.update(customers).set(details).where(eq(customers.custId, custId));
}

export async function saveNationalUuid(tx: Database, custId: number, nationalUuid: string | null): Promise<void> {
  await tx.update(customers).set({ nationalUuid }).where(eq(customers.custId, custId));
}

export async function saveAddressLookup(tx: Database, custId: number, addressLookup: boolean | null): Promise<void> {
  await tx.update(customers).set({ addressLookup }).where(eq(customers.custId, custId));
}

/** Locks the shape of the tree until this transaction ends; readers do not wait. */
export async function lockTree(tx: Database): Promise<void> {
  await tx.execute(sql`lock table customers in share row exclusive mode`);
}

/** Moves a customer with its subtree below another one; null: to the top. The caller holds the tree's lock. */
export async function moveSubtree(
  tx: Database,
  moved: { custId: number; path: readonly number[] },
  parent: { custId: number; path: readonly number[] } | null,
): Promise<void> {
  await tx
    .update(customers)
    .set({
      path: sql`${sql.param([...(parent?.path ?? [])])}::int[] || ${customers.path}[${moved.path.length}:]`,
    })
    .where(sql`${customers.path} @> array[${moved.custId}::int]`);
  await tx
    .update(customers)
    .set({ parentId: parent?.custId ?? null })
    .where(eq(customers.custId, moved.custId));
}

/** The name of a customer, also of one outside the caller's scope. */
export async function customerName(db: Database, custId: number | null): Promise<string | null> {
  if (custId === null) return null;
  const [row] = await db.select({ firmName: customers.firmName }).from(customers).where(eq(customers.custId, custId));
  return row?.firmName ?? null;
}

/** The market of each of these customers. */
export async function marketsOf(db: Database, custIds: readonly number[]): Promise<Map<number, MarketId>> {
  const { custId, market } = customers;
  const rows = await db
    .select({ custId, market })
    .from(customers)
    .where(inArray(custId, [...custIds]));
  return new Map(rows.map((row) => [row.custId, row.market]));
}

/** The market of a customer, also of one outside the caller's scope. */
export async function marketOf(db: Database, custId: number): Promise<MarketId> {
  const [row] = await db.select({ market: customers.market }).from(customers).where(eq(customers.custId, custId));
  return row?.market ?? 1;
}
