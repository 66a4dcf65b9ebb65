import { explain, type Policy, policies, type UserPolicy } from '@varde/catalogue/permissions';
import type { Access, explainAccess } from '@varde/contract/access';
import type { HandlerInput, HandlerOutput } from '@varde/contract/endpoint';
import { rolePoliciesAlong } from '#domain/customers/role-policies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller, Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { requireUser } from './change-user.ts';
import { findCustomerPlace, findDevicePlace, namesOf, type Place } from './store-access.ts';

/**
 * A user's policies for a customer, or for the customer of a device, with the reasons. Customers outside the caller's
 * scope are only marked as elsewhere.
 */
export async function explainAccessTo(
  db: Database,
  caller: Caller,
  { params, query }: HandlerInput<typeof explainAccess>,
): Promise<HandlerOutput<typeof explainAccess>> {
  const { held } = await requireUser(db, caller, params.userId);
  const place = await requirePlace(db, caller, query);
  const rolePolicies = await rolePoliciesAlong(db, place.path);
  const names = await namesOf(db, [...place.path, ...held.flatMap(({ custId }) => custId ?? [])]);
  const known = (custId: number) =>
    caller.may('USER_PRIVILEGES_READ', custId) ? { custId, firmName: names.get(custId) ?? '' } : ('elsewhere' as const);
  const heldAt = ({ custId }: UserPolicy) => (custId === null ? ('everywhere' as const) : known(custId));
  const present = (policy: Policy): Access => {
    const why = explain({ policies: held, rolePolicies }, policy, place.path);
    return {
      policy,
      allowed: why.allowed,
      reason: why.by,
      role: 'held' in why ? why.held.role : null,
      heldAt: 'held' in why ? heldAt(why.held) : null,
      saidBy: 'saidBy' in why ? known(why.saidBy) : null,
    };
  };
  return {
    customer: { custId: place.custId, firmName: names.get(place.custId) ?? '' },
    device: place.device,
    policies: (Object.keys(policies) as Policy[]).map(present),
  };
}

async function requirePlace(
  db: Database,
  caller: Caller,
  { custId, serial }: HandlerInput<typeof explainAccess>['query'],
): Promise<Place> {
  const scope = caller.scopeOf('USER_PRIVILEGES_READ');
  const place =
    serial === undefined
      ? await findCustomerPlace(db, scope, custId ?? 0)
      : await findDevicePlace(db, intersection(scope, caller.scopeOf('DEVICE_LIST')), serial);
  if (place === undefined) throw new AppError('notFound');
  return place;
}

/** A device is named only to callers who may see it. */
const intersection = (one: Scope, other: Scope): Scope => {
  if (one === 'all') return other;
  return other === 'all' ? one : one.filter((custId) => other.includes(custId));
};
