import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readReply } from './read-reply.ts';

const taken = { answer: 'taken', letter: null, pin: null };
const everyCharacter = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));
const those = (pattern: RegExp) => everyCharacter.filter((character) => pattern.test(character));

describe('an SMS answers with the number alone', () => {
  test.each([
    ...['1', ' 1 ', '1.', '1!', '1)', '(1)', '[1]', '{1}', '"1"', "'1'", '«1»', '„1“', '*1*', '#1', '-1', '– 1', '> 1'],
    ...[
      '1\n',
      '\r\n1',
      '1\u00a0',
      '1\u0000',
      '\ufeff1',
      '\u200e1\u200f',
      '\u202a1\u202c',
      '1\u200b',
      '1\u00ad',
      '1\ufffc',
    ],
    ...['1️⃣', '1\ufe0f', '1\u20e3', '1 👍', '👍🏽1', '1🙏🏿', '❤️ 1', '1 👩‍⚕️', '🇳🇴1', '1✔️'],
    ...['１', '١', '۱', '१', '๑', '𝟏', '𝟙', '𝟭', '¹', '₁', '①', '⑴', '⒈', '⓵', '❶', '➀', '➊', '🄂', '፩'],
  ])('%j', (text) => {
    expect(readReply(text)).toEqual(taken);
  });

  test.each([...['2', '2.', '(2)', '2️⃣', '２', '٢', '𝟐', '②', '❷', '\u200b2']])('%j says no', (text) => {
    expect(readReply(text)).toEqual({ ...taken, answer: 'declined' });
  });

  test.each([
    ['1A', 'A'],
    ['1 a', 'A'],
    ['1.b.', 'B'],
    ['(1B)', 'B'],
    ['A1', 'A'],
    ['z 1', 'Z'],
    ['1️⃣A', 'A'],
    ['１Ａ', 'A'],
    ['1x', 'X'],
  ])('%j means the alarm %s', (text, letter) => {
    expect(readReply(text)).toEqual({ ...taken, letter });
  });

  test.each([
    ...['1 4711', '14711', '1-4711', '1.4711.', '(1) 4711', '1\n4711', ' 1  47 11 ', '1 4-7-1-1', '1, 4711!'],
    ...[
      '1 PIN 4711',
      '1 pin: 4711',
      '1 og 4711',
      '1 og PIN-koden 4711',
      '1 kode 4711',
      '1 and code 4711',
      '1️⃣ 4️⃣7️⃣1️⃣1️⃣',
      '١ ٤٧١١',
    ],
  ])('%j has a PIN', (text) => {
    expect(readReply(text)).toEqual({ ...taken, pin: '4711' });
  });

  test('has a letter and a PIN', () => {
    for (const text of ['1A 4711', 'A1 4711', '1 a, pin 4711', '1A4711'])
      expect(readReply(text)).toEqual({ answer: 'taken', letter: 'A', pin: '4711' });
  });
});

describe('an SMS answers nothing', () => {
  test.each([
    ...['', ' ', '.', '👍', '0', '3', '11', '12', '1 2', '1/2', '1-2', '1,5', '½', '1½', '1²', '21', 'Ⅰ', '一', '1̶'],
    ...['ja', 'JA', 'ok', 'en', 'nei', 'ja 1', '1 ja', 'Svar 1', '1 jeg tar den', 'nr 1', '1 stk', '1º', '㎡'],
    ...[
      '2 min unna, kommer nå',
      '1. etasje?',
      '1 time til jeg er der',
      '1 min',
      '2 minutter',
      '1 sek!',
      '2. mai',
      'kl 1',
    ],
    ...['1\n\nSendt fra min iPhone', '1\n--\nKari', '> Svar 1 for å ta alarmen\n1', 'FRM: +4791111111 MSG: 1', 'Re: 1'],
    ...[
      '4711',
      '4711 1',
      '1 471',
      '1 471199999',
      '1 4711 på vei',
      '1 4711. 10 min',
      '1 4711 18.30',
      '1 10:20',
      '1 min 4711',
    ],
    ...['1I', '1O', '1Å', '1AB', '1 A B', 'A', 'A 4711', '1 4711 A', 'I1', '1pin', '1 og', '1 kode'],
    'Alarm: Astrid Lie, 12. mai kl. 12:03. Svar 1 for å ta alarmen, eller 2 hvis du ikke kan.',
    'Likte «Alarm: Astrid Lie. Svar 1 for å ta alarmen»',
  ])('in %j', (text) => {
    expect(readReply(text)).toBeNull();
  });

  test('that any digit of another value says', () => {
    const digits = those(/\p{Nd}/u);
    const answers = Map.groupBy(digits, (digit) => readReply(digit)?.answer ?? 'none');
    expect(answers.get('taken')).toHaveLength(digits.length / 10);
    expect(answers.get('declined')).toHaveLength(digits.length / 10);
    for (const digit of answers.get('taken') ?? []) expect(digit.normalize('NFKD')).toMatch(/^\p{Nd}$/u);
  });

  test('by any single character but a one or a two', () => {
    const deciding = those(/[^\p{Nd}\p{No}]/u).filter((character) => readReply(character) !== null);
    expect(deciding).toEqual([]);
  });

  const pinWords = /^(og|and|pin|koden?|code|pinkoden?|pincode)$/i;
  const word = fc
    .oneof(
      fc.constantFrom(
        'min',
        'time',
        'kommer',
        'ikke',
        'etasje',
        'ja',
        'nei',
        'på',
        'vei',
        'å',
        'i',
        'о',
        '不',
        'не',
        'nr2',
      ),
      fc.stringMatching(/^\p{L}{2,12}$/u),
    )
    .filter((text) => !pinWords.test(text.normalize('NFKC')));
  const plain = fc.constantFrom('1', '2', '1.', '(2)', '1️⃣', '1 4711', '14711', '1A', 'A1 4711', '2 B', '１');
  const gap = fc.constantFrom(' ', '\n', ', ', '. ', ' – ', '?', '\u200b ', '👍');

  test('that has other words, wherever they are', () => {
    fc.assert(
      fc.property(plain, gap, fc.array(word, { minLength: 1, maxLength: 6 }), gap, (answer, before, words, after) => {
        const said = words.join(' ');
        for (const text of [
          `${answer}${before}${said}`,
          `${said}${after}${answer}`,
          `${said}${after}${answer}${before}${said}`,
        ])
          expect(readReply(text)).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });

  test('nor changes its meaning by what says nothing around it', () => {
    const silent = fc.array(fc.constantFrom(...' \n\t.,!?:;()[]{}"\'«»…–-_*#@/&👍🙂✅\u200b\u200f\u2066\u2069\ufe0f'), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(silent, fc.constantFrom('1', '2'), silent, (before, digit, after) => {
        const text = `${before.join('')}${digit}${after.join('')}`;
        expect(readReply(text)).toEqual({ ...taken, answer: digit === '1' ? 'taken' : 'declined' });
      }),
      { numRuns: 2000 },
    );
  });

  test('however long it is, at once', () => {
    for (const text of [`1${' .'.repeat(1000)}å`, `1${' 1'.repeat(1000)}x`, '١'.repeat(2000), '1 '.repeat(1000)])
      expect(readReply(text)).toBeNull();
  });
});
