import { type Policy, policies, rolesEverywhere, scopeOf } from '@varde/catalogue/permissions';
import type { HeldPolicy, HolderRecord } from '#domain/accounts/holders.ts';

type Rights = Pick<HolderRecord, 'policies' | 'given' | 'seesPositions' | 'beta' | 'translator'>;

/**
 * A fingerprint of what these rights allow and these flags show. A policy that a customer gives to a user who has it everywhere already is
 * left out, so that giving and revoking it does not end an operator's live connection.
 */
export const rightsFingerprint = (rights: Rights): string =>
  JSON.stringify([
    rights.policies,
    rights.given.filter(({ policy }) => scopeOf(rights, policy) !== 'all'),
    rights.seesPositions,
    rights.beta,
    rights.translator,
  ]);

/** Whether a change at these customers (a role policy, a move in the tree) may change the rights. */
export const isConcernedBy = ({ policies: held }: Rights, custIds: ReadonlySet<number>): boolean =>
  held.some((one) => (one.custId === null ? !isFixed(one) : one.reach.some((custId) => custIds.has(custId))));

/** No customer changes a role that holds every policy everywhere, or gets nothing from customers. */
const isFixed = ({ role, custId }: HeldPolicy): boolean =>
  rolesEverywhere.has(role) ||
  policyKeys.every((policy) => scopeOf({ policies: [{ role, custId }] }, policy) === 'all');
const policyKeys = Object.keys(policies) as Policy[];
