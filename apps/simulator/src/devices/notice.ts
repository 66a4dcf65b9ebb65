import type { SettingValues } from '@varde/catalogue/settings/types';
import type { SignalKind } from '../behaviours/behaviour.ts';
import type { SentRecord } from './outgoing.ts';

/** A message of a device, without its bytes. */
export interface SentMessage {
  identity: string;
  /** Null in protocols without numbers. */
  sequence: number | null;
  /** One entry in most messages, many in a backlog; empty in none. */
  records: readonly SentRecord[];
}

/** What happens to a virtual device, for tests, benches and the console of the simulator. */
export type Notice =
  | { type: 'connected' }
  /** The server, or the way to it, is gone. `reason`: the code of the error, `closed` or `unanswered`. */
  | { type: 'disconnected'; reason: string }
  /** It ended the connection itself. */
  | { type: 'left'; why: 'closed' | 'outOfCoverage' | 'switchedOff' }
  /** It spoke while there was no contact; it will send this when it is back. */
  | { type: 'kept'; kind: SignalKind }
  /** `attempt` 1 is the first time. */
  | { type: 'sent'; message: SentMessage; attempt: number }
  | { type: 'acknowledged'; message: SentMessage }
  | { type: 'refused'; message: SentMessage }
  | { type: 'garbageSent'; bytes: number }
  | { type: 'settingsWritten'; values: SettingValues }
  | { type: 'settingsRead' }
  | { type: 'findMe' }
  | { type: 'locate' }
  | { type: 'reboot' }
  | { type: 'factoryReset' }
  | { type: 'notUnderstood'; text: string };

export interface Counters {
  /** Connections that came about. */
  connected: number;
  /** Messages put on the wire for the first time, and again. */
  sent: number;
  resent: number;
  acknowledged: number;
  refused: number;
  /** Messages thrown away because the memory of the device was full. Never an alarm. */
  forgotten: number;
}
