import { describe, expect, test } from 'vitest';
import { lineField, neededLine } from './fields.ts';

const accepts = (text: string) => neededLine(80).safeParse(text).success;

describe('a line of text', () => {
  test.each([
    ['Norwegian', 'Åse Bjørnstad-Ødegård'],
    ['Arabic', 'فاطمة'],
    ['Hebrew with marks', 'שָׁלוֹם'],
    ['Hindi, with a joiner', 'क्‍ष'],
    ['an emoji of several', '👩‍👩‍👧'],
    ['a sign', '#'],
    ['a right-to-left mark at the end of a word', 'מרפאה\u200f'],
  ])('may be %s', (_text, text) => {
    expect(accepts(text)).toBe(true);
  });

  test.each([
    ['a null', 'a\u0000b'],
    ['a line feed', 'a\nb'],
    ['a control of the second row', 'a\u0085b'],
  ])('has no %s', (_text, text) => {
    expect(lineField(80).safeParse(text).success).toBe(false);
  });

  test.each([
    ['an override of the direction', 'Kari\u202eegassem', 'Kariegassem'],
    ['an isolate that is left open', 'Kari\u2067', 'Kari'],
  ])('loses %s, which turns round what follows it in a message', (_text, typed, text) => {
    expect(lineField(80).parse(typed)).toBe(text);
  });

  test.each([
    ['nothing', ''],
    ['blanks', ' \u00a0\u3000 '],
    ['zero-width characters', '\u200b\u200d\u2060\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['letters that are blank: Hangul and Braille', '\u3164\u2800'],
    ['a mark without its letter', '\u0301'],
  ])('that must not be empty is not %s', (_text, text) => {
    expect(accepts(text)).toBe(false);
  });
});
