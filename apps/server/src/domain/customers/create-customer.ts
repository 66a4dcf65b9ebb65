import type { CustomerKind } from '@varde/catalogue/customer-kinds';
import { nameKey } from '@varde/catalogue/entered-text';
import { searchWords } from '@varde/catalogue/name-order';
import { defaultRolePolicies } from '@varde/catalogue/permissions';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { customerRolePolicies, customers } from './tables.ts';

export interface NewCustomer extends Partial<Pick<typeof customers.$inferInsert, Detail>> {
  kind: CustomerKind;
  firmName: string;
  /** The parent; null for a root. */
  parentId: number | null;
}
type Detail =
  | 'approved'
  | 'market'
  | 'orgNumber'
  | 'reference'
  | 'address'
  | 'billingAddress'
  | 'defaultAhp'
  | 'countryId';

/**
 * Adds a customer below another one, or as a root with the default role policies. Throws when there is no such parent.
 */
export const createCustomer = (db: Database, customer: NewCustomer): Promise<number> =>
  db.transaction(async (tx) => {
    const custId = await insertCustomer(tx, customer);
    if (customer.parentId === null)
      await tx.insert(customerRolePolicies).values(defaultRolePolicies.map((given) => ({ ...given, custId })));
    return custId;
  });

/** Adds a customer that gives no role any policies. */
export async function insertCustomer(db: Database, customer: NewCustomer): Promise<number> {
  return db.transaction(async (tx) => {
    // The insert's own lock mode, taken before the path is read, so that a concurrent move of customers waits or has
    // ended.
    await tx.execute(sql`lock table customers in row exclusive mode`);
    const parentPath = customer.parentId === null ? [] : await pathOf(tx, customer.parentId);
    const [row] = await tx
      .insert(customers)
      .values({ ...customer, path: [] })
      .returning({ custId: customers.custId });
    if (row === undefined) throw new Error('the database returned no customer');
    await tx
      .update(customers)
      .set({ path: [...parentPath, row.custId] })
      .where(eq(customers.custId, row.custId));
    return row.custId;
  });
}

async function pathOf(db: Database, custId: number): Promise<number[]> {
  const [parent] = await db.select({ path: customers.path }).from(customers).where(eq(customers.custId, custId));
  if (parent === undefined) throw new Error(`there is no customer ${custId}`);
  return parent.path;
}

/** Customers by id or exact name, in any case. */
export async function findCustomers(db: Database, idOrName: string): Promise<{ custId: number; firmName: string }[]> {
  const id = /^\d{1,9}$/.test(idOrName) ? Number(idOrName) : null;
  const found = await db
    .select({ custId: customers.custId, firmName: customers.firmName })
    .from(customers)
    .where(
      id === null ? sql`search_words(${customers.firmName}) = ${searchWords(idOrName)}` : eq(customers.custId, id),
    );
  return found.filter(({ firmName }) => id !== null || nameKey(firmName) === nameKey(idOrName));
}
