import { longestPin } from '@varde/contract/event-setup-form';
import type { ProviderCall } from '../sms/provider-calls.ts';

/** What the listener hears: as text, and where it can be fetched as sound. */
export interface Spoken {
  text: string;
  language: 'nb' | 'en';
  soundUrl: string;
}

/** The keys of the longest PIN and the hash key after it. */
export const mostPinKeys = longestPin + 1;
/** Between two of its keys, seconds. */
export const pinPauseSeconds = 10;

/** How a provider asks what to say during a call, and how it is answered. */
export interface CallTalk {
  areOurs(call: ProviderCall): boolean;
  mediaType: string;
  /** The key that was pressed, or all keys of a PIN; empty: none was, in time; null: the call has just been answered. */
  keysIn(fields: Readonly<Record<string, unknown>>): string | null;
  /** The body that reads the words aloud three times, until a key is pressed; keys go to this address. */
  ask(words: Spoken, keysTo: string): string;
  /** The body that does the same, until several keys were pressed and then the hash key, which is not among them. */
  askPin(words: Spoken, keysTo: string): string;
  /** The body that reads the words aloud and ends the call. */
  say(words: Spoken): string;
  /** The body that ends the call. */
  end(): string;
}
