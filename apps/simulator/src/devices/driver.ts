import type { SettingValues } from '@varde/catalogue/settings/types';
import type { Observation, Outgoing, ReceiveResult } from './outgoing.ts';

/**
 * A device's side of one protocol: observations become messages, received messages become orders. No socket and no
 * clock; all encoding and decoding is done by the production codecs.
 */
export interface Driver<Wire = Uint8Array, Input = Uint8Array> {
  /** The first message of every connection; null when the protocol has none. */
  greet(now: Observation): Outgoing<Wire> | null;
  /** One message, or null when the protocol cannot express it. */
  say(observation: Observation): Outgoing<Wire> | null;
  /** The backlog of a time without contact, in as few messages as the protocol allows. */
  sayAll(observations: readonly Observation[]): Outgoing<Wire>[];
  /** A new connection: an incomplete frame of the former one is discarded. */
  reset(): void;
  hear(input: Input): ReceiveResult<Wire>;
  /** Settings written by the server, by the keys of the vocabulary. */
  settings(): SettingValues;
  /** Somebody changes settings at the device itself. Returns what it sends then. Undefined: it has no such buttons. */
  change?(values: SettingValues): Wire[];
}
