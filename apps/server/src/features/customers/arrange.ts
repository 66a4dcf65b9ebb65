import { type CustomerKind, kindsBelow } from '@varde/catalogue/customer-kinds';
import { granting, heldBy } from '#domain/accounts/may-grant.ts';
import { rolesHeldAt } from '#domain/accounts/users.ts';
import { type CustomerRecord, findCustomer, lockTree, moveSubtree } from '#domain/customers/customers.ts';
import { customersBelow } from '#domain/customers/customers-below.ts';
import { rolePoliciesAt } from '#domain/customers/role-policies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { reachAll } from '#platform/database/reach-all.ts';
import { mayArrange } from './policy.ts';

/**
 * The new parent of a customer, if the caller may arrange customers below it. Throws for a parent of the wrong kind.
 */
export async function requirePlace(
  tx: Database,
  caller: Caller,
  parentId: number | null,
  kind: CustomerKind,
): Promise<CustomerRecord | null> {
  const parent = parentId === null ? null : await findCustomer(tx, caller.scopeOf('SUB_ORGS'), parentId);
  if (parent === undefined) throw new AppError('notFound');
  if (!mayArrange(caller, parentId)) throw new AppError('notAllowed');
  if (!kindsBelow(parent?.customer.kind ?? null).includes(kind))
    throw new AppError('misplacedCustomer', [{ path: 'parentId', message: `no ${kind} can stand there` }]);
  return parent;
}

/**
 * Moves a customer with its subtree. Throws when the new parent is in that subtree or of the wrong kind, and when users
 * there would get rights that the caller does not have.
 */
export async function moveCustomer(
  tx: Database,
  caller: Caller,
  custId: number,
  parentId: number | null,
): Promise<{ from: number | null }> {
  await lockTree(tx);
  const moved = await findCustomer(tx, caller.scopeOf('SUB_ORGS'), custId);
  if (moved === undefined) throw new AppError('notFound');
  const { customer } = moved;
  if (!mayArrange(caller, customer.parentId)) throw new AppError('notAllowed');
  const parent = await requirePlace(tx, caller, parentId, customer.kind);
  if (parent?.customer.path.includes(custId))
    throw new AppError('misplacedCustomer', [{ path: 'parentId', message: 'it would stand below itself' }]);
  await requireGivesNothingMore(tx, caller, { moved: customer, parent: parent?.customer ?? null });
  await moveSubtree(tx, customer, parent?.customer ?? null);
  return { from: customer.parentId };
}

/**
 * Users with a role at the new place, or above it, get that role at the moved customers, and what is given to roles there
 * is given at the moved customers too: the caller must be one who could have given both. From here on the transaction is
 * the server's own work.
 */
async function requireGivesNothingMore(
  tx: Database,
  caller: Caller,
  { moved, parent }: { moved: Customer; parent: Customer | null },
): Promise<void> {
  const { custId, parentId, path } = moved;
  const below = await customersBelow(tx, custId);
  await reachAll(tx);
  const added = parent?.path.filter((one) => !path.includes(one)) ?? [];
  const roles = (await rolesHeldAt(tx, added)).map((role) => ({ role, custId }));
  const before = parentId === null ? [] : await rolePoliciesAt(tx, parentId);
  const after = parent === null ? [] : await rolePoliciesAt(tx, parent.custId);
  const given = after.filter(
    ({ role, policy, status, information }) =>
      status === 'active' &&
      !before.some(
        (one) => one.role === role && one.policy === policy && one.status === status && one.information === information,
      ),
  );
  const mayGrant = await granting(tx, caller, roles);
  const held = heldBy(caller);
  if (roles.every((role) => mayGrant('EDIT_SUB_ORGS', role)) && given.every(({ policy }) => held.at(policy, below)))
    return;
  throw new AppError('givesMoreRights', [{ path: 'parentId', message: 'gives rights that you do not have' }]);
}

type Customer = CustomerRecord['customer'];
