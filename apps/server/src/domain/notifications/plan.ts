import { alarmKindOf } from '@varde/catalogue/alarm-kinds';
import { isTold } from '@varde/catalogue/alarm-receivers';
import type { Receiver } from '@varde/contract/event-setup';

/** Where a list comes from. */
export type ListSource =
  | { kind: 'device' }
  | { kind: 'customer'; custId: number; customerName: string }
  | { kind: 'none' };

/** A receiver on a list with number and address, whoever asks. */
export type StoredReceiver = Omit<Receiver, 'hasMobile' | 'hasEmail'>;

/** A receiver of an alarm, as it was when the alarm was told. */
export type PlannedReceiver = Pick<
  StoredReceiver,
  'receiverId' | 'userId' | 'name' | 'mobile' | 'email' | 'channels' | 'waitSeconds'
>;

/** Whom an alarm is told to, in order, and by which list. */
export interface Plan {
  source: ListSource;
  receivers: PlannedReceiver[];
}

/** The receivers of a list who are told of this alarm at this time, Unix milliseconds. */
export function receiversFor(
  receivers: readonly StoredReceiver[],
  { metyId, at }: { metyId: number; at: number },
): PlannedReceiver[] {
  const kind = alarmKindOf(metyId);
  const minute = minuteOfDay(at);
  return receivers
    .filter((receiver) => isTold(receiver, kind, minute))
    .map(({ receiverId, userId, name, mobile, email, channels, waitSeconds }) => ({
      ...{ receiverId, userId, name, mobile, email, channels, waitSeconds },
    }));
}

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
