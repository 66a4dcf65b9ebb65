import { type CustomerKind, kindsBelow } from '@varde/catalogue/customer-kinds';
import { type CustomerRecord, findCustomer, lockTree, moveSubtree } from '#domain/customers/customers.ts';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/http/caller.ts';
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

/** Moves a customer with its subtree. Throws when the new parent is in that subtree or of the wrong kind. */
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
  await moveSubtree(tx, customer, parent?.customer ?? null);
  return { from: customer.parentId };
}
