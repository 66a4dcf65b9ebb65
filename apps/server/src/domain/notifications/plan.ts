import { isDeepStrictEqual } from 'node:util';
import { alarmKindOf } from '@varde/catalogue/alarm-kinds';
import { whyNotTold } from '@varde/catalogue/alarm-receivers';
import type { AlarmWhy, CallCause, SkipReason } from '@varde/contract/alarm-why';
import type { LeftOut, Receiver } from '@varde/contract/event-setup';
import { isByPhone, isReachedBy, type ReceiverChannel, receiverChannels } from '@varde/contract/event-setup-form';
import { minuteForHours } from '#platform/clock/minute-of-day.ts';

/** Whose list it is. */
export type OwnedSource = { kind: 'device' } | { kind: 'customer'; custId: number; customerName: string };

/** Where a list comes from. */
export type ListSource = OwnedSource | { kind: 'none' };

/** A receiver on a list with number and address, whoever asks. */
export interface StoredReceiver extends Omit<Receiver, 'hasMobile' | 'hasEmail' | 'hasPin' | 'isUnconfirmed'> {
  /** Null: takes an alarm without a PIN. */
  pinHash: string | null;
}

/** A receiver with the list that names it, and the place on it, from 1. */
export interface RuledReceiver extends StoredReceiver {
  rule: { list: OwnedSource; position: number };
}

/** A receiver on a list, as the list was when the round began. */
export interface PlannedReceiver extends Omit<RuledReceiver, 'leftOut' | 'pinHash' | 'withdrawn'> {
  /** Absent in plans of former versions. */
  withdrawn?: StoredReceiver['withdrawn'];
  /** Who asked for a call besides the channels of the list; absent: nobody, or the list has one itself. */
  callCause?: CallCause;
  /** Why the receiver is passed over: as it looked at the beginning, and when the turn came, as it was then. */
  skipped: SkipReason | null;
}

/** What comes after everybody on a list, while nobody has taken the alarm. */
export interface ListEnd {
  /** How often the list begins anew; null: until somebody has taken the alarm. */
  repeats: number | null;
  /** Before each new beginning. */
  pauseSeconds: number;
}

/** Whom an alarm is told to in a round, in order, and by which list. */
export interface Plan extends ListEnd {
  source: ListSource;
  receivers: PlannedReceiver[];
}

/** Whether everybody on the list is passed over. */
export const reachesNobodyNow = ({ receivers }: Plan): boolean => receivers.every(({ skipped }) => skipped !== null);

/** An alarm that nobody takes for longer is told at most once in an hour: whoever is meant to come is not reached this way. */
const dayMs = 86_400_000;
const longestPauseSeconds = 3600;

/** The pause before the list begins again; null: it does not. `repeated`: how often it has. */
export function pauseAfterRound(
  { repeats, pauseSeconds }: ListEnd,
  { repeated, ageMs }: { repeated: number; ageMs: number },
): number | null {
  if (repeats !== null && repeated >= repeats) return null;
  return ageMs > dayMs ? longestPauseSeconds : pauseSeconds;
}

/** Somebody who was passed over, with the addresses by which a person is erased. */
export interface Skipped extends Pick<PlannedReceiver, 'userId' | 'name' | 'mobile' | 'email'> {
  reason: SkipReason;
}

/** `AlarmWhy` as it is stored. */
export interface Why extends Omit<AlarmWhy, 'skipped'> {
  skipped: Skipped[];
}

interface Moment {
  metyId: number;
  /** Of the alarm. */
  callCause: CallCause | null;
  at: Date;
  /** Of the hours on the list. */
  timeZone: string;
}

/** The list as it is now, with who is told of this alarm as it looks now. */
export function planOf(
  { receivers, ...list }: Omit<Plan, 'receivers'> & { receivers: readonly RuledReceiver[] },
  moment: Moment,
): Plan {
  const planned: PlannedReceiver[] = [];
  for (const { leftOut, pinHash: _, ...listed } of receivers) {
    const receiver = withCall(listed, moment.callCause);
    const reason = whySkipped(receiver, leftOut, moment);
    const left = withoutToldWays({ ...receiver, skipped: reason }, planned);
    const isTold = reason === null && left.channels.length === 0 && left.callCause === undefined;
    planned.push({ ...receiver, skipped: isTold ? 'alreadyTold' : reason });
  }
  return { ...list, receivers: planned };
}

/** A receiver of an alarm that is told by a call as well. */
const withCall = <R extends Pick<RuledReceiver, 'channels'>>(receiver: R, asker: CallCause | null) =>
  asker === null || receiver.channels.includes('call') ? receiver : { ...receiver, callCause: asker };

/** Where a receiver can be told. */
export interface Addressed extends Pick<StoredReceiver, 'channels' | 'mobile' | 'email' | 'hasBrowser'> {
  /** Absent in plans of former versions. */
  withdrawn?: StoredReceiver['withdrawn'];
  callCause?: CallCause;
}

/**
 * The channels by which a receiver is reached. A call that is not on the list needs the consent to SMS: it goes to the same
 * number.
 */
export function waysTo({ channels, mobile, email, callCause, ...known }: Addressed): ReceiverChannel[] {
  const receiver = { withdrawn: [], ...known, hasMobile: mobile !== null, hasEmail: email !== null };
  const isAskedCall = callCause !== undefined && isReachedBy('sms', receiver);
  return receiverChannels.filter((channel) =>
    channels.includes(channel) ? isReachedBy(channel, receiver) : channel === 'call' && isAskedCall,
  );
}

/**
 * A receiver without the channels by which another list has told the same number or address in this round, and without a
 * call that no list has when the number has been called already.
 */
export function withoutToldWays(receiver: PlannedReceiver, before: readonly PlannedReceiver[]): PlannedReceiver {
  const wayTo = ({ mobile, email }: PlannedReceiver, channel: ReceiverChannel) =>
    `${channel} ${isByPhone(channel) ? mobile : email}`;
  const told = new Set(
    before
      .filter(({ skipped, rule }) => skipped === null && !isDeepStrictEqual(rule.list, receiver.rule.list))
      .flatMap((other) => waysTo(other).map((channel) => wayTo(other, channel))),
  );
  const called = new Set(
    before
      .filter((other) => other.skipped === null && waysTo(other).includes('call'))
      .map((other) => wayTo(other, 'call')),
  );
  const { callCause, ...listed } = receiver;
  const isAsked = callCause !== undefined && !called.has(wayTo(receiver, 'call'));
  return {
    ...listed,
    ...(isAsked && { callCause }),
    channels: receiver.channels.filter((channel) => !told.has(wayTo(receiver, channel))),
  };
}

/** Why a receiver is not told of this alarm at this time; null: is told. */
export const whySkipped = (
  { events, hours }: Pick<StoredReceiver, 'events' | 'hours'>,
  leftOut: LeftOut | null,
  { metyId, at, timeZone }: Pick<Moment, 'metyId' | 'at' | 'timeZone'>,
): SkipReason | null => {
  const minute = minuteForHours(hours ?? always, at.getTime(), timeZone);
  return whyNotTold({ events, hours, leftOut }, alarmKindOf(metyId), minute);
};

const always = { from: 0, to: 0 };

export const asSkipped = ({ userId, name, mobile, email }: PlannedReceiver, reason: SkipReason): Skipped => ({
  userId,
  name,
  mobile,
  email,
  reason,
});

/** Without addresses. */
export const presentWhy = ({ skipped, ...why }: Why): AlarmWhy => ({
  ...why,
  skipped: skipped.map(({ name, reason }) => ({ name, reason })),
});

/** The name of the customer whose list it is; null: the device's own, or none. */
export const customerOfPlan = ({ source }: Plan): string | null =>
  source.kind === 'customer' ? source.customerName : null;
