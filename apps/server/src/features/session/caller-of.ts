import {
  isAdmin,
  isAlarmPartner,
  isClosedTo,
  isEnough,
  isTrackerOnly,
  type Policy,
  reachesAll,
  scopeOf,
  showPositions,
  type Use,
} from '@varde/catalogue/permissions';
import { userFlags } from '@varde/catalogue/user-flags';
import type { HolderRecord } from '#domain/accounts/holders.ts';
import type { Caller, Scope } from '../../platform/caller.ts';
import { isWithin } from '../../platform/database/scope-condition.ts';

/** The caller of a session from an address: applies the catalogue's rules to the customers that each policy reaches. */
export function callerOf(session: HolderRecord, address: string): Caller {
  const entitled: Caller = callersFor({ ...session, seesPositions: true }, address, () => entitled);
  return session.seesPositions ? entitled : callersFor(session, address, () => entitled);
}

/** Both callers of a record: who looks, and who acts. */
function callersFor(session: HolderRecord, address: string, entitled: () => Caller): Caller {
  const acting: Caller = callerFor(session, address, 'act', {
    acting: () => acting,
    entitled: () => entitled().acting,
  });
  return callerFor(session, address, 'look', { acting: () => acting, entitled });
}

interface Others {
  acting: () => Caller;
  entitled: () => Caller;
}

function callerFor(session: HolderRecord, address: string, use: Use, { acting, entitled }: Others): Caller {
  const holder = { policies: session.policies };
  const scopes = new Map<Policy, Scope>();
  const scopeFor = (policy: Policy): Scope => {
    const known = scopes.get(policy);
    if (known !== undefined) return known;
    const isClosed = isClosedTo(holder, policy) || (showPositions.has(policy) && !session.seesPositions);
    const scope = isClosed ? [] : reachOf(session, policy, use);
    scopes.set(policy, scope);
    return scope;
  };
  return {
    userId: session.userId,
    keyId: session.keyId,
    username: session.username,
    name: `${session.firstName} ${session.lastName}`.trim(),
    // The session may outlive the role that allowed its context.
    context: isAlarmPartner(holder) ? session.context : 'PROFFWEB',
    address,
    isAdmin: isAdmin(holder),
    isTrackerOnly: isTrackerOnly(holder),
    isPrivate: session.isPrivate,
    isPartner: session.isPartner,
    endsAt: session.endsAt,
    payingCustomer: session.payingCustomer,
    flags: userFlags.filter((flag) => session[flag]),
    get acting() {
      return acting();
    },
    seesPositions: session.seesPositions,
    get entitled() {
      return entitled();
    },
    reach: wholeReach(session),
    scopeOf: scopeFor,
    may: (policy, custId) => isWithin(custId, scopeFor(policy)),
    mayAnywhere: (policy) => {
      const scope = scopeFor(policy);
      return scope === 'all' || scope.length > 0;
    },
  };
}

function wholeReach({ policies, given }: HolderRecord): Scope {
  if (policies.some(reachesAll)) return 'all';
  return [...new Set([...policies.flatMap(({ reach }) => reach), ...given.flatMap(({ custIds }) => custIds)])];
}

/** From the user's roles, with the subtree of each, and from the policies that customers give to those roles. */
function reachOf({ policies, given }: HolderRecord, policy: Policy, use: Use): Scope {
  const roots = scopeOf({ policies }, policy);
  if (roots === 'all') return roots;
  const reach = new Map(policies.map((held) => [held.custId, held.reach]));
  const byRole = roots.flatMap((custId) => reach.get(custId) ?? []);
  const byCustomer = given.flatMap((one) =>
    one.policy === policy && isEnough(policy, one.information, use) ? one.custIds : [],
  );
  return [...new Set([...byRole, ...byCustomer])].sort((a, b) => a - b);
}
