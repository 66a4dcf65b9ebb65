import type { SignalKind } from '../behaviours/behaviour.ts';
import type { Place } from '../streets/place.ts';

/** State of a device at one moment, independent of the protocol. */
export interface Observation {
  kind: SignalKind;
  /** Unix milliseconds UTC. */
  at: number;
  /** Null: its position is unknown. */
  place: Place | null;
  /** km/h */
  speed: number;
  /** Degrees clockwise from north. */
  course: number;
  /** Percent */
  battery: number;
  charging: boolean;
  /** Steps since it was switched on. */
  steps: number;
  /** Beats a minute, as measured last. */
  heartRate: number;
  /** mmHg */
  systolic: number;
  diastolic: number;
  /** It was recorded without contact. */
  historical: boolean;
}

/** One record of a message. A backlog message has several. */
export interface SentRecord {
  kind: SignalKind;
  /** Unix milliseconds UTC, as precise as the wire: whole seconds. */
  at: number;
  historical: boolean;
}

/** A message in its wire format (bytes, or an HTTP request), kept until it is answered. */
export interface Outgoing<Wire = Uint8Array> {
  wire: Wire;
  /** The sender's number in protocols that have one. */
  sequence: number | null;
  /** The server's answer that acknowledges it. Null: such a message has no answer. */
  answer: string | null;
  records: readonly SentRecord[];
}

/** An order of the server to the device. */
export type Order =
  | { type: 'acknowledged'; answer: string }
  /** The server refused it permanently: no retry. */
  | { type: 'refused'; answer: string }
  | { type: 'settingsWritten' }
  | { type: 'settingsRead' }
  | { type: 'findMe' }
  | { type: 'locate' }
  | { type: 'measure' }
  | { type: 'message'; text: string }
  | { type: 'reboot' }
  | { type: 'factoryReset' }
  /** Unknown bytes or commands. */
  | { type: 'unknown'; text: string };

/** Result of received input: orders in sequence, and the replies of the device. */
export interface ReceiveResult<Wire = Uint8Array> {
  orders: Order[];
  replies: Wire[];
}

/** Whether a message is an alarm, which is never discarded. */
export function isAlarmKind(kind: SignalKind): boolean {
  return kind === 'sos' || kind === 'fall' || kind === 'door';
}

export function wholeSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000) * 1000;
}

export function recordOf({ kind, at, historical }: Observation): SentRecord {
  return { kind, at: wholeSeconds(at), historical };
}
