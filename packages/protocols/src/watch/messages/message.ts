import type { WatchFix } from './fix.ts';

/**
 * All messages of a watch, by meaning. `word` is the received word, because answers repeat it and models differ in case
 * and in endings such as `_LTE`.
 */
export type WatchMessage =
  /** First contact of a connection. */
  | { type: 'init'; word: string }
  | LinkKeep
  | PositionMessage
  /** "Are there voice messages for me?" */
  | { type: 'voiceQuery'; word: string }
  | VoiceMessage
  | VoicePiece
  | PhotoMessage
  | BloodPressure
  /** Beats a minute; absent when the field is empty. */
  | { type: 'pulse'; word: string; bpm?: number }
  /** Percent. `mode` 0: measured on the watch. */
  | { type: 'oxygen'; word: string; mode: string; percent?: number }
  | Temperature
  /** Device information as `key:value`. */
  | { type: 'config'; word: string; entries: ConfigEntry[] }
  /** Card number, IMEI and other information of some models. */
  | { type: 'information'; word: string; text: string | null }
  /** The answer to a command: its word, seldom with more. */
  | { type: 'confirmation'; word: string; text: string | null }
  | { type: 'unknown'; word: string; text: string | null };

export interface LinkKeep {
  type: 'linkKeep';
  word: string;
  steps?: number;
  tumbles?: number;
  /** Percent */
  battery?: number;
  /** The values of a form with two, which does not say what they are. */
  pair?: [number, number];
  /** Values whose meaning is in doubt, as sent. */
  unread?: string;
}

export interface PositionMessage {
  type: 'position';
  word: string;
  fix: WatchFix;
}

export interface VoiceMessage {
  type: 'voice';
  word: string;
  /** AMR */
  audio: Uint8Array;
}

/** A voice message in pieces. */
export interface VoicePiece {
  type: 'voicePiece';
  word: string;
  kind: string;
  name: string;
  part: number;
  total: number;
  audio: Uint8Array;
}

export interface PhotoMessage {
  type: 'photo';
  word: string;
  kind: string;
  /** yymmddhhmmss as sent. */
  takenAt: string;
  jpeg: Uint8Array;
}

export interface BloodPressure {
  type: 'bloodPressure';
  word: string;
  /** mmHg */
  systolic?: number;
  diastolic?: number;
  /** Beats a minute */
  pulse?: number;
  /** Values whose order is in doubt, as sent. */
  unread?: string;
  /** Height, sex, age and weight of the wearer as sent; only some models send them. */
  wearer: string[];
}

export interface Temperature {
  type: 'temperature';
  word: string;
  /** 1 wrist, 0 forehead; only in `btemp2`, and empty when not said. */
  mode?: string;
  /** Degrees Celsius */
  degrees?: number;
}

export interface ConfigEntry {
  key: string;
  value: string;
}

export type MessageOf<Type extends WatchMessage['type']> = Extract<WatchMessage, { type: Type }>;

/** Reads and writes the body of one kind of message. */
export interface MessageCodec<Type extends WatchMessage['type']> {
  /** Whether a word, in upper case, is one of this kind. */
  matches(word: string): boolean;
  /** Null when the body is invalid for this kind of message. */
  decode(word: string, body: Uint8Array | null): MessageOf<Type> | null;
  encode(message: MessageOf<Type>): Uint8Array | null;
}
