import type { SettingValues } from '@varde/catalogue/settings/types';
import type { Observation, Outgoing, ReceiveResult } from './outgoing.ts';

/**
 * A device's side of one protocol: what it knows becomes messages, what it hears becomes orders. No socket and no
 * clock; everything is written and read by the production codecs.
 */
export interface Driver<Wire = Uint8Array, Input = Uint8Array> {
  /** The first message of every connection; null when the protocol has none. */
  greet(now: Observation): Outgoing<Wire> | null;
  /** One message, or null when the wire has no word for it. */
  say(observation: Observation): Outgoing<Wire> | null;
  /** What was kept while there was no contact, in as few messages as the wire allows. */
  sayAll(observations: readonly Observation[]): Outgoing<Wire>[];
  /** A new connection: half a frame from the one before is worth nothing. */
  reset(): void;
  hear(input: Input): ReceiveResult<Wire>;
  /** What the server has set, in the words of the settings vocabulary. */
  settings(): SettingValues;
}
