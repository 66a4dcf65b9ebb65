import { expect, it } from 'vitest';
import { fitText } from './fit-text.ts';

/** Each character is one point wide. */
const fit = (text: string, width: number, lines: number) => fitText(text, width, lines, (part) => [...part].length);

it.each([
  ['Solvik', 6, 1, ['Solvik']],
  ['Solvik', 5, 1, ['Solv…']],
  ['Solvik sykehjem', 9, 2, ['Solvik', 'sykehjem']],
  ['Solvik sykehjem', 8, 2, ['Solvik', 'sykehjem']],
  ['Solvik sykehjem', 7, 2, ['Solvik', 'sykehj…']],
  ['Omsorgsbolig', 6, 2, ['Omsorg', 'sbolig']],
  ['en to tre fire', 5, 2, ['en to', 'tre…']],
  ['', 5, 2, ['']],
])('%j in %i points and %i lines is %j', (text, width, lines, fitted) => {
  expect(fit(text, width, lines)).toEqual(fitted);
});

it('shows control characters, and those that turn the direction, as a space', () => {
  expect(fit('a\r\n\tb\u202Ec\u0000', 9, 1)).toEqual(['a b c']);
});

it('cuts no letter from its accent, and measures no more than a cell shows', () => {
  expect(fit('e\u0301e\u0301e\u0301e\u0301', 5, 1)).toEqual(['e\u0301e\u0301…']);
  let longest = 0;
  const measure = (part: string) => {
    longest = Math.max(longest, part.length);
    return part.length;
  };
  fitText('x'.repeat(1_000_000), 20, 2, measure);
  expect(longest).toBeLessThanOrEqual(300);
});
