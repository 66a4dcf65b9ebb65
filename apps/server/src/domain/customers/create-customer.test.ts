import { openTestDatabase } from '@varde/testing/test-database';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, queryRows } from '#platform/database/database.ts';
import { createCustomer } from './create-customer.ts';
import { customerRolePolicies, customers } from './tables.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const firm = (parentId: number | null) => ({ kind: 'firm' as const, firmName: 'Solvik', parentId });

test('a new customer is below its parent', async () => {
  const top = await createCustomer(opened.db, firm(null));
  const below = await createCustomer(opened.db, firm(top));
  const [row] = await opened.db.select().from(customers).where(eq(customers.custId, below));
  expect(row).toMatchObject({ parentId: top, path: [top, below] });
  await expect(createCustomer(opened.db, firm(987654))).rejects.toThrow('no customer');
});

test('a customer at the top of a tree gives its users of the role FIRM the administration of users', async () => {
  const top = await createCustomer(opened.db, firm(null));
  const below = await createCustomer(opened.db, firm(top));
  const given = async (custId: number) =>
    opened.db.select().from(customerRolePolicies).where(eq(customerRolePolicies.custId, custId));
  const administration = [
    'ACTIVATE',
    'DELETED_USERS',
    'LAST_LOGIN',
    'PROMOTE_TEMP',
    'USER_PRIVILEGES_ADD',
    'USER_PRIVILEGES_ALL',
    'USER_PRIVILEGES_READ',
  ];
  const policies = (await given(top)).map(({ policy }) => policy).sort();
  expect(policies).toEqual(administration);
  for (const policy of await given(top))
    expect(policy).toMatchObject({ role: 'FIRM', status: 'active', information: 'all' });
  expect(await given(below)).toEqual([]);
});

test.runIf(process.env.VARDE_TEST_POSTGRES !== undefined)(
  'a customer registered while its parent is moved is below that parent afterwards',
  async () => {
    const { db } = opened;
    const former = await createCustomer(db, firm(null));
    const next = await createCustomer(db, firm(null));
    const moved = await createCustomer(db, firm(former));
    const added = await db.transaction(async (tx) => {
      await tx.execute(sql`lock table customers in share row exclusive mode`);
      const adding = createCustomer(db, firm(moved));
      await expect.poll(() => queryRows(tx, sql`select from pg_locks where not granted`)).toHaveLength(1);
      await tx
        .update(customers)
        .set({ path: [next, moved] })
        .where(eq(customers.custId, moved));
      return { adding };
    });
    const custId = await added.adding;
    const [row] = await db.select().from(customers).where(eq(customers.custId, custId));
    expect(row?.path).toEqual([next, moved, custId]);
  },
);
