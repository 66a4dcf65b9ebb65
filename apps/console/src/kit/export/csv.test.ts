import { expect, it } from 'vitest';
import { csvText } from './csv.ts';

it('opens as columns in Nordic Excel, whatever the cells hold', () => {
  expect(
    csvText([
      ['Hvem', 'Hva'],
      ['Åse; "Bo"', 'linje\nto'],
    ]),
  ).toBe('\uFEFFHvem;Hva\r\n"Åse; ""Bo""";"linje\nto"\r\n');
});

it.each(['=1+1', '+47', '-1', '@SUM(A1)', '\tx'])('keeps Excel from calculating %s', (text) => {
  expect(csvText([[text]])).toBe(`\uFEFF'${text}\r\n`);
});
