import { type Policy, policies, scopeOf } from '@varde/catalogue/permissions';
import type { HeldPolicy, HolderRecord } from '#domain/accounts/holders.ts';

type Rights = Pick<HolderRecord, 'policies' | 'given' | 'beta' | 'translator'>;

/**
 * A fingerprint of what these rights allow and these flags show. A policy that a customer gives to a user who has it everywhere already is
 * left out, so that giving and revoking it does not end an operator's live connection.
 */
export const rightsFingerprint = (rights: Rights): string =>
  JSON.stringify([
    rights.policies,
    rights.given.filter(({ policy }) => scopeOf(rights, policy) !== 'all'),
    rights.beta,
    rights.translator,
  ]);

/** Whether a change at these customers (a role policy, a move in the tree) may change the rights. */
export const isConcernedBy = ({ policies: held }: Rights, custIds: ReadonlySet<number>): boolean =>
  held.some((one) =>
    one.custId === null ? !holdsAll(one) : one.reach.some((custId) => custIds.has(custId)),
  );

/** A role that holds every policy everywhere is not changed by any customer. */
const holdsAll = ({ role, custId }: HeldPolicy): boolean =>
  policyKeys.every((policy) => scopeOf({ policies: [{ role, custId }] }, policy) === 'all');
const policyKeys = Object.keys(policies) as Policy[];
