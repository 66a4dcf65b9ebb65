import { beginningOf } from '@varde/catalogue/beginning-of';
import type { ShareOutcome } from '@varde/contract/sharing';
import type { ReadRecipient, Recipient } from './read-recipients.ts';

/** A logged-in user can send at most so many mails and SMS by sharing. */
export const shareLimits = {
  atOnce: 20,
  perAlarm: 50,
  /** Of one user, within an hour. */
  perHour: 100,
};

/** The same recipient gets the same alarm again only after this time: a double click sends once. */
export const shareAgainMs = 60_000;

/** What was shared before. */
export interface EarlierShares {
  ofAlarm: number;
  ofUserInHour: number;
  /** Recipients of the alarm within `shareAgainMs`. */
  recent: ReadonlySet<string>;
}

export interface DecidedRecipient {
  /** As understood, else the beginning of what was typed. */
  shown: string;
  outcome: ShareOutcome;
  /** Null: nothing is sent. */
  send: Recipient | null;
}

const shownLength = 100;

/** Decides which recipients get the alarm, in their order, within the limits. */
export function decideRecipients(
  read: readonly ReadRecipient[],
  { ofAlarm, ofUserInHour, recent }: EarlierShares,
): DecidedRecipient[] {
  let left = Math.min(shareLimits.atOnce, shareLimits.perAlarm - ofAlarm, shareLimits.perHour - ofUserInHour);
  const seen = new Set<string>();
  return read.map(({ typed, recipient }) => {
    const shown = beginningOf(recipient?.address ?? typed, shownLength);
    if (recipient === null) return { shown, outcome: 'notUnderstood', send: null };
    const { address, channel } = recipient;
    const isDuplicate = seen.has(address);
    seen.add(address);
    if (isDuplicate) return { shown, outcome: 'duplicate', send: null };
    if (recent.has(address)) return { shown, outcome: 'alreadyShared', send: null };
    if (left <= 0) return { shown, outcome: 'tooMany', send: null };
    left -= 1;
    return { shown, outcome: channel === 'email' ? 'mailQueued' : 'smsQueued', send: recipient };
  });
}
