import { type CustomerRolePolicy, roles } from '@varde/catalogue/permissions';
import type { RolePolicy } from '@varde/contract/role-policies';
import { and, eq, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { customerRolePolicies } from './tables.ts';

/** The role policies in effect at a customer: for each role and policy the nearest row up the tree. */
export async function rolePoliciesAt(db: Database, custId: number): Promise<RolePolicy[]> {
  const rows = await queryRows<RolePolicy>(
    db,
    sql`select distinct on (r.role, r.policy) r.role, r.policy, r.status, r.information,
          json_build_object('custId', n.cust_id, 'firmName', n.firm_name) as "saidBy"
        from customers c
        join customer_role_policies r on r.cust_id = any(c.path)
        join customers n on n.cust_id = r.cust_id
        where c.cust_id = ${custId}
        order by r.role, r.policy, array_position(c.path, r.cust_id) desc`,
  );
  const known = roles.map(({ key }) => key);
  return rows.sort((a, b) => known.indexOf(a.role) - known.indexOf(b.role) || (a.policy < b.policy ? -1 : 1));
}

type Key = Pick<typeof customerRolePolicies.$inferSelect, 'custId' | 'role' | 'policy'>;

const withKey = ({ custId, role, policy }: Key) =>
  and(
    eq(customerRolePolicies.custId, custId),
    eq(customerRolePolicies.role, role),
    eq(customerRolePolicies.policy, policy),
  );

/** The customer's own row for role and policy, locked; undefined when it has no such row. */
export async function lockOwn(tx: Database, key: Key) {
  const [row] = await tx.select().from(customerRolePolicies).where(withKey(key)).for('no key update');
  return row;
}

export async function putRolePolicy(tx: Database, row: typeof customerRolePolicies.$inferInsert): Promise<void> {
  const { status, information } = row;
  await tx
    .insert(customerRolePolicies)
    .values(row)
    .onConflictDoUpdate({
      target: [customerRolePolicies.custId, customerRolePolicies.role, customerRolePolicies.policy],
      set: { status, information },
    });
}

export async function removeRolePolicy(tx: Database, key: Key): Promise<void> {
  await tx.delete(customerRolePolicies).where(withKey(key));
}

/** The role policies of the customers along a path. */
export async function rolePoliciesAlong(db: Database, path: readonly number[]): Promise<CustomerRolePolicy[]> {
  const rows = await db.select().from(customerRolePolicies).where(withinScope(customerRolePolicies.custId, path));
  return rows as CustomerRolePolicy[];
}
