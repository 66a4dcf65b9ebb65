import { type Policy, policies, scopeOf } from '@varde/catalogue/permissions';
import type { HeldPolicy, SessionRecord } from '#domain/accounts/sessions.ts';

type Rights = Pick<SessionRecord, 'policies' | 'given'>;

/**
 * A text that changes whenever what these rights allow has changed. What a customer gives to somebody who has it
 * everywhere already is left out: no customer ends an operator's live connection by giving it and taking it back.
 */
export const rightsOf = (rights: Rights): string =>
  JSON.stringify([rights.policies, rights.given.filter(({ policy }) => scopeOf(rights, policy) !== 'all')]);

/** Whether what happens at these customers (a role policy, another place in the tree) may change the rights. */
export const isConcernedBy = ({ policies: held }: Rights, custIds: ReadonlySet<number>): boolean =>
  held.some((one) =>
    one.custId === null ? !holdsAll(one) : one.reach.some((custId) => custIds.has(custId)),
  );

/** What is held everywhere is changed by no customer, if it is everything that there is. */
const holdsAll = ({ role, custId }: HeldPolicy): boolean =>
  policyKeys.every((policy) => scopeOf({ policies: [{ role, custId }] }, policy) === 'all');
const policyKeys = Object.keys(policies) as Policy[];
