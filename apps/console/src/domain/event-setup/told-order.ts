import { type AlarmKind, alarmKinds } from '@varde/catalogue/alarm-kinds';
import { isTold } from '@varde/catalogue/alarm-receivers';
import type { Receiver } from '@varde/contract/event-setup';
import type { DraftReceiver } from './draft-receiver.ts';

type Rules = Pick<Receiver, 'events' | 'hours' | 'leftOut'>;

/** A receiver in the order of an alarm. */
export interface Told {
  receiver: DraftReceiver;
  /** After the one before; 0: at the same time. */
  afterSeconds: number;
}

/** Who is told of an alarm of this kind in this minute of the day, in order. Receivers who are not told take no time. */
export function toldOrder(receivers: readonly DraftReceiver[], kind: AlarmKind, minute: number): Told[] {
  const told = toldAt(receivers, kind, minute);
  return told.map((receiver, index) => ({ receiver, afterSeconds: told[index - 1]?.waitSeconds ?? 0 }));
}

/** Those who are told of an alarm of this kind in this minute of the day. */
export const toldAt = <R extends Rules>(receivers: readonly R[], kind: AlarmKind, minute: number): R[] =>
  receivers.filter((receiver) => isTold(receiver, kind, minute));

/** Those of the kinds of alarm that reach nobody: at any time, or at some times of the day. */
export function unheardKinds(
  receivers: readonly Rules[],
  kinds: readonly AlarmKind[] = alarmKinds,
): {
  never: AlarmKind[];
  sometimes: AlarmKind[];
} {
  // Who is told changes only where the hours of a receiver begin or end.
  const minutes = [0, ...receivers.flatMap(({ hours }) => (hours === null ? [] : [hours.from, hours.to]))];
  const heardAt = (kind: AlarmKind) =>
    minutes.filter((minute) => receivers.some((receiver) => isTold(receiver, kind, minute))).length;
  return {
    never: kinds.filter((kind) => heardAt(kind) === 0),
    sometimes: kinds.filter((kind) => heardAt(kind) > 0 && heardAt(kind) < minutes.length),
  };
}
