import { fieldsOf, joinFields } from './fields.ts';
import { decodeFix, encodeFix } from './fix.ts';
import type { MessageCodec } from './message.ts';

/** UD, UD3, UD_LTE …, UD2, UD2_LTE …, AL, AL_WCDMA, ALCUSTOMER1 … and WT, which asks for the weather there. */
export const positionCodec: MessageCodec<'position'> = {
  matches: (word) => word === 'WT' || isAlarmWord(word) || /^UD\d?(_[A-Z0-9]+)?$/.test(word),
  decode: (word, body) => ({ type: 'position', word, fix: decodeFix(fieldsOf(body)) }),
  encode: ({ fix }) => joinFields(encodeFix(fix)),
};

/** An alarm, whatever the rest of the message holds. */
export function isAlarmWord(word: string): boolean {
  return /^AL(\d|_[A-Z0-9]+|CUSTOMER\w*)?$/i.test(word);
}

/** A position that was kept while the watch had no contact ("blind spot"). */
export function isBacklogWord(word: string): boolean {
  return /^UD2(_[A-Z0-9]+)?$/i.test(word);
}
