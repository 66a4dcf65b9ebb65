import type { ProviderCall } from '../sms/provider-calls.ts';

/** What the listener hears: as text, and where it can be fetched as sound. */
export interface Spoken {
  text: string;
  language: 'nb' | 'en';
  soundUrl: string;
}

/** How a provider asks what to say during a call, and how it is answered. */
export interface CallTalk {
  areOurs(call: ProviderCall): boolean;
  mediaType: string;
  /** The key that was pressed; empty: none was, in time; null: the call has just been answered. */
  keyIn(fields: Readonly<Record<string, unknown>>): string | null;
  /** The body that reads the words aloud three times, until a key is pressed; keys go to this address. */
  ask(words: Spoken, keysTo: string): string;
  /** The body that reads the words aloud and ends the call. */
  say(words: Spoken): string;
  /** The body that ends the call. */
  end(): string;
}
