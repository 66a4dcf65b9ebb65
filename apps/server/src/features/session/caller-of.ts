import { allowed, isAdmin, isTrackerOnly, type Policy, scopeOf } from '@varde/catalogue/permissions';
import type { Caller, Scope } from '../../platform/http/caller.ts';
import type { HeldPolicy, SessionRecord } from './store.ts';

/** The caller behind a session, calling from an address: the catalogue's rules over the customers that each policy reaches. */
export function callerOf(session: SessionRecord, address: string): Caller {
  const holder = { policies: session.policies };
  const scopes = new Map<Policy, Scope>();
  const scopeFor = (policy: Policy): Scope => {
    const known = scopes.get(policy);
    if (known !== undefined) return known;
    const scope = withSubtrees(scopeOf(holder, policy), session.policies);
    scopes.set(policy, scope);
    return scope;
  };
  return {
    userId: session.userId,
    username: session.username,
    name: `${session.firstName} ${session.lastName}`.trim(),
    context: session.context,
    address,
    isAdmin: isAdmin(holder),
    isTrackerOnly: isTrackerOnly(holder),
    scopeOf: scopeFor,
    may: (policy, custId) => {
      const scope = scopeFor(policy);
      return scope === 'all' || scope.includes(custId);
    },
    mayAnywhere: (policy) => allowed(holder, policy, null),
  };
}

function withSubtrees(roots: Scope, policies: readonly HeldPolicy[]): Scope {
  if (roots === 'all') return roots;
  const reach = new Map(policies.map((policy) => [policy.custId, policy.reach]));
  return [...new Set(roots.flatMap((custId) => reach.get(custId) ?? []))].sort((a, b) => a - b);
}
