import { alarmKindOf } from '@varde/catalogue/alarm-kinds';
import { whyNotTold } from '@varde/catalogue/alarm-receivers';
import type { AlarmWhy, SkipReason } from '@varde/contract/alarm-why';
import type { LeftOut, Receiver } from '@varde/contract/event-setup';

/** Where a list comes from. */
export type ListSource =
  | { kind: 'device' }
  | { kind: 'customer'; custId: number; customerName: string }
  | { kind: 'none' };

/** A receiver on a list with number and address, whoever asks. */
export type StoredReceiver = Omit<Receiver, 'hasMobile' | 'hasEmail'>;

/** A receiver on a list, as the list was when the round began. */
export interface PlannedReceiver extends Omit<StoredReceiver, 'leftOut'> {
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
export const reachesNobodyNow = ({ receivers }: Plan): boolean =>
  receivers.every(({ skipped }) => skipped !== null);

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
  at: Date;
}

/** The list as it is now, with who is told of this alarm as it looks now. */
export const planOf = (
  { receivers, ...list }: Omit<Plan, 'receivers'> & { receivers: readonly StoredReceiver[] },
  moment: Moment,
): Plan => ({
  ...list,
  receivers: receivers.map(({ leftOut, ...receiver }) => ({
    ...receiver,
    skipped: whySkipped(receiver, leftOut, moment),
  })),
});

/** Why a receiver is not told of this alarm at this time; null: is told. */
export const whySkipped = (
  { events, hours }: Pick<StoredReceiver, 'events' | 'hours'>,
  leftOut: LeftOut | null,
  { metyId, at }: Moment,
): SkipReason | null =>
  whyNotTold({ events, hours, leftOut }, alarmKindOf(metyId), minuteOfDay(at.getTime()));

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

const clockInOslo = new Intl.DateTimeFormat('en-GB', {
  ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'Europe/Oslo' },
});

/** The minute of the day as a clock on a wall in Oslo shows it, also when it was set forward or back. */
function minuteOfDay(at: number): number {
  const [hour, minute] = clockInOslo.format(at).split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
}

/** The name of the customer whose list it is; null: the device's own, or none. */
export const customerOfPlan = ({ source }: Plan): string | null =>
  source.kind === 'customer' ? source.customerName : null;
