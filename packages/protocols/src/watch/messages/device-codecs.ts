import { commandWords } from '../command-words.ts';
import { escapeText } from '../escape.ts';
import { bytesOf } from '../frame.ts';
import { fieldsOf, joinFields, wholeText } from './fields.ts';
import type { MessageCodec } from './message.ts';

/** `TY:model,UL:interval,…` */
export const configCodec: MessageCodec<'config'> = {
  matches: (word) => word === 'CONFIG',
  decode: (word, body) => {
    const entries = fieldsOf(body).map((field) => {
      const colon = field.indexOf(':');
      return colon === -1 ? { key: field, value: '' } : { key: field.slice(0, colon), value: field.slice(colon + 1) };
    });
    return { type: 'config', word, entries };
  },
  encode: ({ entries }) =>
    entries.length === 0 ? null : joinFields(entries.map(({ key, value }) => `${key}:${value}`)),
};

const informationWords = new Set(['ICCID', 'RYIMEI', 'APPANDFNREPORT', 'BASES', 'MSG']);

export const informationCodec: MessageCodec<'information'> = {
  matches: (word) => informationWords.has(word),
  decode: (word, body) => ({ type: 'information', word, text: wholeText(body) }),
  encode: ({ text }) => textBody(text),
};

/** The word of a command. `VERNO` and `TS` carry their answer, `TK` a 1 or a 0. */
export const confirmationCodec: MessageCodec<'confirmation'> = {
  matches: (word) => commandWords.has(word),
  decode: (word, body) => {
    const isBrokenVoice = /^TK2?$/i.test(word) && body !== null && body.length > 1;
    return isBrokenVoice ? null : { type: 'confirmation', word, text: wholeText(body) };
  },
  encode: ({ text }) => textBody(text),
};

export const unknownCodec: MessageCodec<'unknown'> = {
  matches: () => true,
  decode: (word, body) => ({ type: 'unknown', word, text: wholeText(body) }),
  encode: ({ text }) => textBody(text),
};

function textBody(text: string | null): Uint8Array | null {
  return text === null ? null : bytesOf(text.split(',').map(escapeText).join(','));
}
