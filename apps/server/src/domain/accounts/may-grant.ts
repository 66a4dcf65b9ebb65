import { type Policy, policies, type Role, roles, type UserPolicy } from '@varde/catalogue/permissions';
import type { Caller } from '#platform/http/caller.ts';

const everywhere: ReadonlySet<Role> = new Set(
  roles.filter(({ fullAccess }) => fullAccess).map(({ key }) => key),
);

/**
 * Whether the caller may give and take this role: its scope must be within the caller's, and it must have no policy
 * that the caller lacks there. The second condition limits users who may administer users by a customer's role policy
 * only.
 */
export const mayGrant = (caller: Caller, policy: Policy, { role, custId }: UserPolicy): boolean =>
  custId === null || everywhere.has(role)
    ? caller.scopeOf(policy) === 'all'
    : caller.may(policy, custId) && holdsAllOf(caller, role, custId);

/** Cached, since a list of users asks the same of a caller for each of them. */
const known = new WeakMap<Caller, Map<string, boolean>>();

function holdsAllOf(caller: Caller, role: Role, custId: number): boolean {
  const answers = known.get(caller) ?? new Map<string, boolean>();
  known.set(caller, answers);
  const question = `${role} ${custId}`;
  const answer = answers.get(question) ?? policiesOf(role).every((policy) => caller.may(policy, custId));
  answers.set(question, answer);
  return answer;
}

const policiesOf = (role: Role): Policy[] =>
  (Object.keys(policies) as Policy[]).filter((policy) => policies[policy].some((holder) => holder === role));
