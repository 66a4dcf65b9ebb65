import type { WatchContent } from '../frame.ts';
import { initCodec, linkKeepCodec, voiceQueryCodec } from './contact-codecs.ts';
import { configCodec, confirmationCodec, informationCodec, unknownCodec } from './device-codecs.ts';
import { bloodPressureCodec, oxygenCodec, pulseCodec, temperatureCodec } from './health-codecs.ts';
import { photoCodec, voiceCodec, voicePieceCodec } from './media-codecs.ts';
import type { MessageCodec, MessageOf, WatchMessage } from './message.ts';
import { positionCodec } from './position-codec.ts';

type Codecs = { [Type in WatchMessage['type']]: MessageCodec<Type> };

/** Tried in this order. A body that is invalid for its kind is tried by the next: `TK,1` is a confirmation. */
const codecs: Codecs = {
  position: positionCodec,
  linkKeep: linkKeepCodec,
  init: initCodec,
  voiceQuery: voiceQueryCodec,
  voice: voiceCodec,
  voicePiece: voicePieceCodec,
  photo: photoCodec,
  bloodPressure: bloodPressureCodec,
  pulse: pulseCodec,
  oxygen: oxygenCodec,
  temperature: temperatureCodec,
  config: configCodec,
  information: informationCodec,
  confirmation: confirmationCodec,
  unknown: unknownCodec,
};
const inOrder = Object.values(codecs);

/** The meaning of a frame's content. Never fails: other content is `unknown`. */
export function decodeWatchMessage({ word, body }: WatchContent): WatchMessage {
  const upper = word.toUpperCase();
  for (const codec of inOrder) {
    const message = codec.matches(upper) ? codec.decode(word, body) : null;
    if (message !== null) return message;
  }
  return { type: 'unknown', word, text: null };
}

/** Whether messages with this word have a meaning. */
export const knowsWord = (word: string): boolean =>
  inOrder.some((codec) => codec !== unknownCodec && codec.matches(word.toUpperCase()));

/** The content of a watch for this message. */
export function encodeWatchMessage(message: WatchMessage): WatchContent {
  return { word: message.word, body: encodeBody(message, message.type) };
}

function encodeBody<Type extends WatchMessage['type']>(message: MessageOf<Type>, type: Type): Uint8Array | null {
  return codecs[type].encode(message);
}
