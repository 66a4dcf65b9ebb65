import type { Receiver } from '@varde/contract/event-setup';

/** Where a list comes from. */
export type ListSource =
  | { kind: 'device' }
  | { kind: 'customer'; custId: number; customerName: string }
  | { kind: 'none' };

/** A receiver of an alarm, as it was when the alarm was told. */
export type PlannedReceiver = Pick<Receiver, 'name' | 'mobile' | 'email' | 'channels' | 'waitSeconds'>;

/** Whom an alarm is told to, in order, and by which list. */
export interface Plan {
  source: ListSource;
  receivers: PlannedReceiver[];
}
