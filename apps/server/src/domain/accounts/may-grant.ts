import {
  isEnough,
  type Policy,
  policiesOf,
  policies as policyTable,
  reachesAll,
  type UserPolicy,
} from '@varde/catalogue/permissions';
import { sql } from 'drizzle-orm';
import type { Caller, Scope } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { type GivenPolicy, givenTo } from './holders.ts';

/** Whether the caller may give and take a role by a policy. */
export type MayGrant = (policy: Policy, role: UserPolicy) => boolean;

/**
 * Decides about these roles. Nobody gives what they do not hold: the caller must hold the policy itself, and all that
 * the role has, by itself and by the role policies of customers, at each customer that the role reaches.
 */
export async function granting(db: Database, caller: Caller, roles: readonly UserPolicy[]): Promise<MayGrant> {
  const held = heldBy(caller);
  const grants = held.all ? new Map<string, Grant>() : await findGrants(db, roles);
  const answers = new Map<string, boolean>();
  const holdsAllOf = (policy: Policy, role: UserPolicy): boolean => {
    const question = `${policy} ${keyOf(role)}`;
    const answer = answers.get(question) ?? decide(held, policy, role, grants.get(keyOf(role)));
    answers.set(question, answer);
    return answer;
  };
  return (policy, role) => held.all || holdsAllOf(policy, role);
}

/**
 * Whether the caller's account lasts until then (null: for ever). One that ends gives nothing to what lasts longer: a
 * user who is there for a month could otherwise stay by a second account.
 */
export const lastsUntil = ({ endsAt }: Pick<Caller, 'endsAt'>, until: Date | null): boolean =>
  endsAt === null || (until !== null && until.getTime() <= endsAt);

/** A role at a customer, with all that it reaches and gets there. */
interface Grant {
  reach: readonly number[];
  given: readonly GivenPolicy[];
}

const keyOf = ({ role, custId }: UserPolicy): string => `${role} ${custId}`;

function decide(held: Held, policy: Policy, role: UserPolicy, grant: Grant | undefined): boolean {
  const needed = [policy, ...policiesOf(role.role)];
  if (reachesAll(role)) return needed.every((one) => held.at(one, 'all'));
  // A customer out of reach is not there.
  if (grant === undefined || grant.reach.length === 0) return false;
  return (
    needed.every((one) => held.at(one, grant.reach)) &&
    grant.given.every((one) => !isEnough(one.policy, one.information, 'look') || held.at(one.policy, one.custIds))
  );
}

interface Held {
  /** Every policy, everywhere. */
  all: boolean;
  /** The policy at each of the customers. */
  at(policy: Policy, customers: Scope): boolean;
}

/** What the caller holds at several customers at once. */
export function heldBy(caller: Pick<Caller, 'scopeOf'>): Held {
  const sets = new Map<Policy, 'all' | ReadonlySet<number>>();
  const setOf = (policy: Policy) => {
    const scope = caller.scopeOf(policy);
    const set = sets.get(policy) ?? (scope === 'all' ? scope : new Set(scope));
    sets.set(policy, set);
    return set;
  };
  return {
    all: (Object.keys(policyTable) as Policy[]).every((policy) => caller.scopeOf(policy) === 'all'),
    at(policy, customers) {
      const set = setOf(policy);
      return set === 'all' || (customers !== 'all' && customers.every((custId) => set.has(custId)));
    },
  };
}

/** By `keyOf`, without roles that reach all. */
async function findGrants(db: Database, roles: readonly UserPolicy[]): Promise<Map<string, Grant>> {
  const asked = [...new Map(roles.filter((one) => !reachesAll(one)).map((one) => [keyOf(one), one])).values()];
  if (asked.length === 0) return new Map();
  const rows = await queryRows<UserPolicy & Grant>(
    db,
    sql`select a.role, a.cust_id as "custId",
        (select coalesce(json_agg(c.cust_id), '[]'::json) from customers_below(array[a.cust_id]) c) as reach,
        ${givenTo(sql`select a.role, a.cust_id`)} as given
      from unnest(${sql.param(asked.map(({ role }) => role))}::text[],
        ${sql.param(asked.map(({ custId }) => custId))}::int[]) a (role, cust_id)`,
  );
  return new Map(rows.map((row) => [keyOf(row), row]));
}
