import type { SignalKind } from '../behaviours/behaviour.ts';
import type { Place } from '../streets/place.ts';

/** What a device knows about itself at one moment, in words that no protocol owns. */
export interface Observation {
  kind: SignalKind;
  /** Unix milliseconds UTC. */
  at: number;
  /** Null: it does not know where it is. */
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
  /** It was kept while there was no contact. */
  historical: boolean;
}

/** One thing that a message says. A backlog message says several. */
export interface SentRecord {
  kind: SignalKind;
  /** Unix milliseconds UTC, as precise as the wire: whole seconds. */
  at: number;
  historical: boolean;
}

/** A message as it goes on the wire (bytes, or an HTTP request), and stays until it is answered. */
export interface Outgoing<Wire = Uint8Array> {
  wire: Wire;
  /** The sender's number in protocols that have one. */
  sequence: number | null;
  /** Which answer of the server acknowledges it. Null: nobody answers such a message. */
  answer: string | null;
  records: readonly SentRecord[];
}

/** What the server wanted of the device. */
export type Order =
  | { type: 'acknowledged'; answer: string }
  /** The server said no. It will not say yes the next time either. */
  | { type: 'refused'; answer: string }
  | { type: 'settingsWritten' }
  | { type: 'settingsRead' }
  | { type: 'findMe' }
  | { type: 'locate' }
  | { type: 'reboot' }
  | { type: 'factoryReset' }
  /** Bytes or words that the device does not know. */
  | { type: 'unknown'; text: string };

/** What came of something received: orders in their order, and what the device answers to them. */
export interface ReceiveResult<Wire = Uint8Array> {
  orders: Order[];
  replies: Wire[];
}

/** Somebody is in need: such a message is never thrown away. */
export function isAlarmKind(kind: SignalKind): boolean {
  return kind === 'sos' || kind === 'fall';
}

export function wholeSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000) * 1000;
}

export function recordOf({ kind, at, historical }: Observation): SentRecord {
  return { kind, at: wholeSeconds(at), historical };
}
