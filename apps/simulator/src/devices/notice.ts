import type { SettingValues } from '@varde/catalogue/settings/types';
import type { SignalKind } from '../behaviours/behaviour.ts';
import type { SentRecord } from './outgoing.ts';

/** A message of a device, without its bytes. */
export interface SentMessage {
  identity: string;
  /** Null in protocols without numbers. */
  sequence: number | null;
  /** One entry in most messages, many in a backlog; empty without observations. */
  records: readonly SentRecord[];
}

/** Events of a virtual device, for tests, benches and the console of the simulator. */
export type Notice =
  | { type: 'connected' }
  /** The server, or the network, is gone. `reason`: the code of the error, `closed` or `unanswered`. */
  | { type: 'disconnected'; reason: string }
  /** It ended the connection itself. */
  | { type: 'left'; why: 'closed' | 'outOfCoverage' | 'switchedOff' }
  /** It recorded this without contact; it will send it when it is back. */
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
  | { type: 'measure' }
  | { type: 'message'; text: string }
  | { type: 'reboot' }
  | { type: 'factoryReset' }
  | { type: 'notUnderstood'; text: string };

export interface Counters {
  /** Successful connections. */
  connected: number;
  /** Messages sent for the first time, and again. */
  sent: number;
  resent: number;
  acknowledged: number;
  refused: number;
  /** Messages dropped because the memory of the device was full. Never an alarm. */
  forgotten: number;
}
