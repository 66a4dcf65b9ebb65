import { type AlarmKind, isEmergency } from './alarm-kinds.ts';
import { metyId } from './message-types.ts';

/** What decides whether a receiver is told of an alarm. */
interface Receiver<LeftOut extends string = string> {
  /** Empty: all alarms. */
  events: readonly AlarmKind[];
  /** Minutes of the day, the last one excluded. Null: always. */
  hours: { from: number; to: number } | null;
  /** Why the receiver is told of no alarm; null or without: nothing keeps the receiver from being told. */
  leftOut?: LeftOut | null;
}

/**
 * Why a receiver is not told of this alarm in this minute of the day; null: is told. A kind that is not known is told to
 * everybody who is not left out.
 */
export function whyNotTold<LeftOut extends string>(
  { events, hours, leftOut = null }: Receiver<LeftOut>,
  kind: AlarmKind | undefined,
  minute: number,
): LeftOut | 'otherAlarms' | 'outsideHours' | null {
  if (leftOut !== null) return leftOut;
  if (kind === undefined) return null;
  if (events.length > 0 && !events.includes(kind)) return 'otherAlarms';
  return isEmergency(metyId[kind]) || isWithin(hours, minute) ? null : 'outsideHours';
}

export const isTold = (receiver: Receiver, kind: AlarmKind | undefined, minute: number): boolean =>
  whyNotTold(receiver, kind, minute) === null;

/** The emergency by which a list is judged. Every device that raises alarms has it. */
export const reachingKind = 'alarm' satisfies AlarmKind;

/**
 * Whether an emergency is told to nobody on this list. A receiver always has a channel with an address, and no hours in
 * an emergency. The device list runs the same rule in the database.
 */
export const reachesNobody = (receivers: readonly Omit<Receiver, 'hours'>[]): boolean =>
  !receivers.some((receiver) => isTold({ ...receiver, hours: null }, reachingKind, 0));

/**
 * Why an emergency is told to nobody: there are no receivers; there are, but none of them is told of it; or Varde has no
 * provider for the messages that they would get.
 */
export const unreachedCauses = ['noReceivers', 'notTold', 'cannotSend'] as const;
export type UnreachedCause = (typeof unreachedCauses)[number];

/** Hours whose beginning is later than their end pass midnight. */
function isWithin(hours: Receiver['hours'], minute: number): boolean {
  if (hours === null) return true;
  const { from, to } = hours;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/**
 * Why a message gives its receiver nothing any more: is on the list no more, or not with this number or address; may not
 * handle the alarm as a user any more; has withdrawn the consent to messages of this kind; or somebody else has the device
 * by now.
 */
export const linkEnds = ['offList', 'noAccess', 'noConsent', 'newWearer'] as const;
export type LinkEnd = (typeof linkEnds)[number];
