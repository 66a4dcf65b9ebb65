import { fieldsOf, joinFields } from './fields.ts';
import { decodeFix, encodeFix, type WatchFix } from './fix.ts';
import type { MessageCodec } from './message.ts';

/**
 * UD, UD3, UD_LTE …, UD2, UD2_LTE …, AL, AL_WCDMA, AL10, ALCUSTOMER1 … and WT, which asks for the weather there.
 * Another word that begins like an alarm is one when it holds a fix: the endings of all models are not known.
 */
export const positionCodec: MessageCodec<'position'> = {
  matches: (word) => word === 'WT' || isAlarmWord(word) || /^UD\d?(_[A-Z0-9]+)?$/.test(word),
  decode: (word, body) => {
    const fields = fieldsOf(body);
    const fix = decodeFix(fields);
    if (isAlarmWord(word) && !isAlwaysAlarm(word) && !isFix(fields, fix)) return null;
    return { type: 'position', word, fix };
  },
  encode: ({ fix }) => joinFields(encodeFix(fix)),
};

/** Whether a position with this word is an alarm, whatever the rest of the message holds. */
export function isAlarmWord(word: string): boolean {
  return /^AL/i.test(word);
}

/** An alarm even without a body; `ALL` or `ALARM` alone may be anything. */
function isAlwaysAlarm(word: string): boolean {
  return /^AL(?![A-Z])|^ALCUSTOMER/i.test(word);
}

function isFix(fields: readonly string[], { at }: WatchFix): boolean {
  return at !== null || /^\s*[AV]\s*$/i.test(fields[2] ?? '');
}

/** A position recorded while the watch had no contact ("blind spot"). */
export function isBacklogWord(word: string): boolean {
  return /^UD2(_[A-Z0-9]+)?$/i.test(word);
}
