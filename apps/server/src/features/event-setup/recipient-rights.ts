import type { Policy } from '@varde/catalogue/permissions';
import type { EventSetup, Receiver, RecipientRight } from '@varde/contract/event-setup';
import { isByPhone } from '@varde/contract/event-setup-form';
import type { StoredReceiver } from '#domain/notifications/plan.ts';
import type { Caller } from '#platform/caller.ts';

export type RecipientRights = EventSetup['rights'];

/** What the caller may do with numbers and addresses on the list in effect for this customer, wherever it comes from. */
export function recipientRights(caller: Caller, custId: number): RecipientRights {
  const right = (all: Policy, read: Policy): RecipientRight => {
    if (caller.acting.may(all, custId)) return 'change';
    return caller.may(read, custId) ? 'read' : 'none';
  };
  return {
    mobile: right('GSM_RECIPIENTS_ALL', 'GSM_RECIPIENTS_READ'),
    email: right('EMAIL_RECIPIENTS_ALL', 'EMAIL_RECIPIENTS_READ'),
  };
}

/** A receiver as a caller with these rights sees them. `unconfirmed`: numbers (`unconfirmedAmong`). */
export const presentReceiver = (
  { pinHash, ...receiver }: StoredReceiver,
  rights: RecipientRights,
  unconfirmed: ReadonlySet<string>,
): Receiver => ({
  ...withRights(receiver, rights),
  hasPin: pinHash !== null,
  isUnconfirmed: receiver.channels.some(isByPhone) && unconfirmed.has(receiver.mobile ?? ''),
});

/** Somebody as a caller with these rights sees them. */
export const withRights = <T extends Pick<StoredReceiver, 'mobile' | 'email'>>(
  one: T,
  rights: RecipientRights,
): T & Pick<Receiver, 'mobile' | 'email' | 'hasMobile' | 'hasEmail'> => ({
  ...one,
  mobile: rights.mobile === 'none' ? null : one.mobile,
  email: rights.email === 'none' ? null : one.email,
  hasMobile: one.mobile !== null,
  hasEmail: one.email !== null,
});
