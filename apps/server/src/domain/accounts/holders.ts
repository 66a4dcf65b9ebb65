import type { InformationValue, Policy, Role, UserPolicy } from '@varde/catalogue/permissions';
import type { Context, Session } from '@varde/contract/session';
import { type SQL, sql } from 'drizzle-orm';

/** A policy with the customers that it reaches: its own and its subtree. Empty for a global one. */
export type HeldPolicy = UserPolicy & { reach: readonly number[] };

/** A policy that customers give to a role of the user by role policy, with the customers that it reaches. */
export interface GivenPolicy {
  role: Role;
  policy: Policy;
  information: InformationValue | null;
  custIds: readonly number[];
}

/** A user with their present policies, who calls with a session or an API key. */
export interface HolderRecord {
  /** The API key; null: a session. */
  keyId: number | null;
  userId: number;
  username: string;
  firstName: string;
  lastName: string;
  language: string;
  theme: Session['theme'];
  gdprAccepted: boolean;
  /** They have, and have confirmed the notice about positions: for good, or in this session. */
  seesPositions: boolean;
  twoFactor: boolean;
  context: Context;
  /** All customers of the user's policies are private ones. */
  isPrivate: boolean;
  /** The user has a policy for a partner, as partner or partner user. */
  isPartner: boolean;
  beta: boolean;
  translator: boolean;
  /** When the account ends, Unix milliseconds; null: it does not. */
  endsAt: number | null;
  /** The user's customer, of a home or a district the one that it is a part of; null: the user belongs to none. */
  payingCustomer: number | null;
  policies: readonly HeldPolicy[];
  given: readonly GivenPolicy[];
}

const heldPolicies = sql`coalesce((
  select json_agg(json_build_object('role', p.role, 'custId', p.cust_id, 'reach', coalesce((
    select json_agg(c.cust_id order by c.cust_id) from customers_below(array[p.cust_id]) c
  ), '[]'::json)) order by p.role, p.cust_id)
  from user_policies p where p.user_id = u.user_id
), '[]'::json)`;

/**
 * The policies that customers give to some roles, each held for a customer (null: all): for each customer the nearest
 * role policy up the tree applies, as in the catalogue's `allowed`. For a role that is held everywhere, the search starts
 * at the customers that have a role policy for it. `held` is a table of `role` and `cust_id`.
 */
export const givenTo = (held: SQL): SQL => sql`coalesce((
  select json_agg(json_build_object('role', g.role, 'policy', g.policy, 'information', g.information,
    'custIds', g.cust_ids) order by g.role, g.policy, g.information)
  from (
    select n.role, n.policy, n.information, json_agg(n.cust_id order by n.cust_id) as cust_ids
    from (
      select distinct on (c.cust_id, r.role, r.policy) c.cust_id, r.role, r.policy, r.status, r.information
      from (${held}) p
      cross join customers_below(case when p.cust_id is null
        then array(select s.cust_id from customer_role_policies s where s.role = p.role)
        else array[p.cust_id] end) c
      cross join unnest(c.path) with ordinality as above (cust_id, depth)
      join customer_role_policies r on r.cust_id = above.cust_id and r.role = p.role
      order by c.cust_id, r.role, r.policy, above.depth desc
    ) n
    where n.status = 'active'
    group by n.role, n.policy, n.information
  ) g
), '[]'::json)`;
const givenPolicies = givenTo(sql`select h.role, h.cust_id from user_policies h where h.user_id = u.user_id`);

/**
 * A query of the rows of `living` (with `user_id`, `context` and `positions_confirmed_at`) whose users may call: the columns of `HolderRecord`
 * except `keyId`, and `own` of each row `s`. The policies of each user are read once, however many rows they have.
 */
export const holdersOf = (living: SQL, own: SQL, now: number): SQL =>
  sql`with living as materialized (${living}), holders as materialized (
        select u.user_id, u.username, u.first_name, u.last_name, u.language, u.theme, u.beta, u.translator,
          (extract(epoch from u.temporary_until) * 1000)::float8 as ends_at, u.gdpr_accepted_at is not null as gdpr_accepted, u.two_factor_secret is not null as two_factor,
          said.state as positions_said, said.said_at as positions_said_at,
          ${heldPolicies} as policies, ${givenPolicies} as given,
          exists (select from user_policies p where p.user_id = u.user_id) and not exists (
            select from user_policies p left join customers c on c.cust_id = p.cust_id
            where p.user_id = u.user_id and c.kind is distinct from 'private'
          ) as is_private,
          exists (select from user_policies p join customers c on c.cust_id = p.cust_id
            where p.user_id = u.user_id and c.kind = 'partner') as is_partner,
          (select above.cust_id from customers own join customers above on above.cust_id = any(own.path)
            where own.cust_id = u.cust_id and above.kind not in ('home', 'district')
            order by cardinality(above.path) desc limit 1) as paying_customer
        from users u left join lateral (
          select c.state, c.said_at from consents c where c.user_id = u.user_id and c.kind = 'positions'
          order by c.said_at desc, c.consent_id desc limit 1
        ) said on true
        where u.user_id in (select user_id from living) and u.disabled_at is null
          and (u.temporary_until is null or u.temporary_until > ${timestamp(now)})
      )
      select ${own}, u.user_id as "userId", u.username, u.first_name as "firstName", u.last_name as "lastName",
        u.language, u.theme, u.gdpr_accepted as "gdprAccepted",
        u.gdpr_accepted and coalesce(u.positions_said = 'given'
          or s.positions_confirmed_at > coalesce(u.positions_said_at, '-infinity'), false) as "seesPositions",
        u.two_factor as "twoFactor", s.context, u.policies,
        u.given, u.is_private as "isPrivate", u.is_partner as "isPartner", u.beta, u.translator, u.ends_at as "endsAt",
        u.paying_customer as "payingCustomer"
      from living s join holders u on u.user_id = s.user_id`;

/** Unix milliseconds as a time of the database. */
export const timestamp = (time: number): SQL => sql`${new Date(time).toISOString()}::timestamptz`;
