import type { Policy } from '@varde/catalogue/permissions';
import { type KinRight, kinRights } from '@varde/contract/event-setup-form';
import type { StoredReceiver } from '#domain/notifications/plan.ts';
import type { Caller } from '#platform/http/caller.ts';

/** The policy that gives each right (specification 1, section 6). */
const policyOf = {
  check: 'NEXT_OF_KIN_CHECK',
  tracking: 'NEXT_OF_KIN_TRACKING',
  schedule: 'NEXT_OF_KIN_SCHEDULE',
  call: 'NEXT_OF_KIN_CALL',
  image: 'NEXT_OF_KIN_IMAGE',
} as const satisfies Record<KinRight, Policy>;

/**
 * The rights that the caller may give to next of kin on the list of this customer. Hours are not for private users
 * (decision 0086): they give nobody the right to change them.
 */
export const mayGiveKin = (caller: Caller, custId: number): KinRight[] =>
  kinRights.filter(
    (right) => caller.acting.may(policyOf[right], custId) && !(right === 'schedule' && caller.isPrivate),
  );

interface KinRules {
  stored: StoredReceiver | undefined;
  /** What the caller may give and take. */
  may: readonly KinRight[];
}

/** What a receiver is to have as next of kin, or why it is refused. `sent` undefined: as it was. */
export function checkedKin(
  sent: readonly KinRight[] | null | undefined,
  { userId, ...rules }: KinRules & { userId: number | null },
): { value: KinRight[] | null; fault: string | null } {
  const { stored, may } = rules;
  const had = stored?.userId === null ? stored.nextOfKin : null;
  if (userId !== null) return { value: null, fault: sent ? 'is for receivers who are no users' : null };
  if (sent === undefined) return { value: had, fault: null };
  const changed = kinRights.filter((right) => has(sent, right) !== has(had, right));
  if (changed.some((right) => !may.includes(right))) return { value: had, fault: 'may not be changed' };
  return { value: sent === null ? null : kinRights.filter((right) => sent.includes(right)), fault: null };
}

const has = (rights: readonly KinRight[] | null, right: KinRight): boolean =>
  rights?.includes(right) ?? false;
