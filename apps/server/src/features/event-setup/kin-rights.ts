import type { Policy } from '@varde/catalogue/permissions';
import { type KinRight, kinRights } from '@varde/contract/event-setup-form';
import type { StoredReceiver } from '#domain/notifications/plan.ts';
import type { Caller } from '#platform/caller.ts';

/** The policy that gives each right (specification 1, section 6). */
const policyOf = {
  check: 'NEXT_OF_KIN_CHECK',
  tracking: 'NEXT_OF_KIN_TRACKING',
  schedule: 'NEXT_OF_KIN_SCHEDULE',
  call: 'NEXT_OF_KIN_CALL',
  image: 'NEXT_OF_KIN_IMAGE',
} as const satisfies Record<KinRight, Policy>;

/** The rights of next of kin that the caller has at this customer. */
export const heldKin = (caller: Caller, custId: number): KinRight[] =>
  kinRights.filter((right) => caller.acting.may(policyOf[right], custId));

/**
 * Those that the caller may give and take there. Hours are not for private users (decision 0030): they give nobody the
 * right to change them.
 */
export const mayGiveKin = (caller: Caller, custId: number): KinRight[] =>
  heldKin(caller, custId).filter((right) => !(right === 'schedule' && caller.isPrivate));

interface KinRules {
  stored: StoredReceiver | undefined;
  /** What the caller may give and take. */
  may: readonly KinRight[];
  /** What the caller has. */
  held: readonly KinRight[];
  /** The number or the address is another one: whoever it belongs to gets what the receiver has. */
  isReaddressed: boolean;
}

/** What a receiver is to have as next of kin, or why it is refused. `sent` undefined: as it was. */
export function checkedKin(
  sent: readonly KinRight[] | null | undefined,
  { userId, ...rules }: KinRules & { userId: number | null },
): { value: KinRight[] | null; fault: string | null } {
  const { stored, may, held, isReaddressed } = rules;
  const had = stored?.userId === null ? stored.nextOfKin : null;
  if (userId !== null) return { value: null, fault: sent ? 'is for receivers who are no users' : null };
  const wanted = sent === undefined ? had : sent;
  const isGiven = (right: KinRight) => has(wanted, right) && isReaddressed && !held.includes(right);
  const isChanged = (right: KinRight) => has(wanted, right) !== has(had, right) && !may.includes(right);
  if (kinRights.some((right) => isGiven(right) || isChanged(right))) return { value: had, fault: 'may not be changed' };
  return { value: wanted && kinRights.filter((right) => wanted.includes(right)), fault: null };
}

const has = (rights: readonly KinRight[] | null, right: KinRight): boolean => rights?.includes(right) ?? false;
