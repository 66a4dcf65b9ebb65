import { isPin } from '@varde/contract/event-setup-form';
import type { AlarmAnswer } from '@varde/contract/sharing';

/** An answer by SMS, which is understood only when there is nothing else in the text (decision 0033). */
export interface Reply {
  answer: AlarmAnswer;
  /** Of the alarm, where a number has several; null: none. */
  letter: string | null;
  /** Null: none. */
  pin: string | null;
}

/** What a receiver writes or presses. */
export const answerOf = new Map<string, AlarmAnswer>([
  ['1', 'taken'],
  ['2', 'declined'],
]);

/** Characters that nobody sees, and the frame of a digit that is an emoji. */
const invisible = /[\p{Cf}\p{DI}]|\u20e3/gu;
/** Characters that say nothing: punctuation, quotes, brackets, emoji, spaces, and what stands for a picture. */
const silent = /[\p{P}\p{Z}\p{Cc}\p{Sk}\p{ExtPict}\p{EMod}\p{RI}<>=+|~\ufffc\u2800]+/gu;
/** Between the digits of a PIN. */
const spacing = /^[\p{Z}\p{Cc}\p{Pd}.]+$/u;

/** The digit, and before or after it the letter of the alarm; then a PIN, of which its words may stand before. */
const shape = new RegExp(
  [
    /^[ |]?(?:(?<first>[12])[ |]?(?<after>[A-HJ-NP-Z])?|(?<before>[A-HJ-NP-Z])[ |]?(?<second>[12]))/,
    /(?:[ |]?(?:(?:OG|AND)[ |])?(?:PIN[ |]?)?(?:KODEN?|CODE)?[ |]?(?<pin>\d{4,8}|\d{1,3}(?: \d{1,3})+))?[ |]?$/,
  ]
    .map(({ source }) => source)
    .join(''),
);

/** What a text answers; null: nothing, because it says something else, or more. */
export function readReply(text: string): Reply | null {
  const plain = text
    .normalize('NFC')
    .replaceAll(invisible, '')
    .replaceAll(/[\p{N}\uff21-\uff5a]/gu, (sign) => sign.normalize('NFKC'))
    .replaceAll(/\p{N}/gu, (digit) => String(digitOf(digit) ?? digit))
    .replaceAll(silent, (run) => (spacing.test(run) ? ' ' : '|'))
    .toUpperCase();
  const { first, after, before, second, pin: typed } = shape.exec(plain)?.groups ?? {};
  const answer = answerOf.get(first ?? second ?? '');
  const pin = typed?.replaceAll(' ', '') ?? null;
  if (answer === undefined || (pin !== null && !isPin(pin))) return null;
  return { answer, letter: after ?? before ?? null, pin };
}

/** The digits one of scripts and signs that Unicode does not count as decimal digits: ⓵ ❶ ➀ ➊ ፩. */
const otherOnes = [0x24f5, 0x2776, 0x2780, 0x278a, 0x1369];

/** The value of a digit of any script; undefined: it is another number, such as a half. */
function digitOf(digit: string): number | undefined {
  const code = digit.codePointAt(0) ?? 0;
  const one = otherOnes.find((start) => code >= start && code < start + 9);
  if (one !== undefined) return code - one + 1;
  if (!isDecimal(code)) return undefined;
  // Scripts have their ten digits in a row, from zero.
  let before = 0;
  while (isDecimal(code - before - 1)) before++;
  return before % 10;
}

const isDecimal = (code: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(code));
