import { escapeBytes, unescapeBytes } from '../escape.ts';
import { bytesOf, textOf } from '../frame.ts';
import { countOf } from './fields.ts';
import type { MessageCodec } from './message.ts';

const comma = 0x2c;

/** A whole voice message. A body of one byte is not one but the answer to a message that we sent. */
export const voiceCodec: MessageCodec<'voice'> = {
  matches: (word) => word === 'TK' || word === 'TK2',
  decode: (word, body) => {
    if (body === null || body.length < 2) return null;
    const audio = unescapeBytes(body);
    return audio === null ? null : { type: 'voice', word, audio };
  },
  encode: ({ audio }) => escapeBytes(audio),
};

/** `?,name,part,total,data` */
export const voicePieceCodec: MessageCodec<'voicePiece'> = {
  matches: (word) => word === 'JXTK',
  decode: (word, body) => {
    const parts = splitBinary(body, 4);
    if (parts === null) return null;
    const [kind = '', name = '', partText, totalText] = parts.fields;
    const part = countOf(partText);
    const total = countOf(totalText);
    if (part === undefined || total === undefined) return null;
    return { type: 'voicePiece', word, kind, name, part, total, audio: parts.data };
  },
  encode: ({ kind, name, part, total, audio }) => joinBinary([kind, name, part.toString(), total.toString()], audio),
};

/** `x,yymmddhhmmss,jpeg` */
export const photoCodec: MessageCodec<'photo'> = {
  matches: (word) => word === 'IMG',
  decode: (word, body) => {
    const parts = splitBinary(body, 2);
    if (parts === null) return null;
    const [kind = '', takenAt = ''] = parts.fields;
    return { type: 'photo', word, kind, takenAt, jpeg: parts.data };
  },
  encode: ({ kind, takenAt, jpeg }) => joinBinary([kind, takenAt], jpeg),
};

/** Some text fields, then escaped bytes to the end. */
function splitBinary(body: Uint8Array | null, fieldCount: number): { fields: string[]; data: Uint8Array } | null {
  if (body === null) return null;
  const fields: string[] = [];
  let from = 0;
  while (fields.length < fieldCount) {
    const at = body.indexOf(comma, from);
    if (at === -1) return null;
    fields.push(textOf(body.subarray(from, at)));
    from = at + 1;
  }
  const data = unescapeBytes(body.subarray(from));
  return data === null ? null : { fields, data };
}

function joinBinary(fields: readonly string[], data: Uint8Array): Uint8Array {
  const head = bytesOf(`${fields.join(',')},`);
  const escaped = escapeBytes(data);
  const body = new Uint8Array(head.length + escaped.length);
  body.set(head);
  body.set(escaped, head.length);
  return body;
}
