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

/** Whom an alarm is told to in a round, in order, and by which list. */
export interface Plan {
  source: ListSource;
  receivers: PlannedReceiver[];
}

/** Somebody who was passed over, with the addresses by which a person is erased. */
export interface Skipped extends Pick<PlannedReceiver, 'userId' | 'name' | 'mobile' | 'email'> {
  reason: SkipReason;
}

/** `AlarmWhy` as it is stored. */
export interface Why {
  skipped: Skipped[];
}

interface Moment {
  metyId: number;
  at: Date;
}

/** The list as it is now, with who is told of this alarm as it looks now. */
export const planOf = (
  { source, receivers }: { source: ListSource; receivers: readonly StoredReceiver[] },
  moment: Moment,
): Plan => ({
  source,
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
export const presentWhy = ({ skipped }: Why): AlarmWhy => ({
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
