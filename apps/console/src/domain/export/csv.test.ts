import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvText, stamped, utf16 } from './csv.ts';

it('opens as columns in a spreadsheet of any country, whatever the cells hold', () => {
  expect(
    csvText([
      ['Hvem', 'Hva'],
      ['Åse; "Bo"', 'linje\nto'],
    ]),
  ).toBe('sep=;\r\nHvem;Hva\r\n"Åse; ""Bo""";"linje\nto"\r\n');
});

it.each([
  ['=1+1', "'=1+1"],
  ['+47 22 22 22 22', "'+47 22 22 22 22"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "\t'=1"],
  ['＝1', "'＝1"],
  ['Ola,=1', "Ola,'=1"],
  ['Ola\t@A1', "Ola\t'@A1"],
  ['{"note":"-1"}', `"{""note"":""'-1""}"`],
])('keeps a spreadsheet from calculating %j', (text, safe) => {
  expect(csvText([[text]])).toBe(`sep=;\r\n${safe}\r\n`);
});

it('leaves addresses, dates and ids as they are', () => {
  const row = ['kari@example.no', '2026-03-01', 'a1b2-c3d4', 'Anne-Lise'];
  expect(csvText([row])).toBe(`sep=;\r\n${row.join(';')}\r\n`);
});

it('has no cell that calculates for a reader with another separator, with or without quotes', () => {
  const telling = fc.constantFrom(...'=+-@＝,;|\t\n\r :"\'[]{}a1');
  fc.assert(
    fc.property(fc.array(fc.string({ unit: telling }), { minLength: 1 }), (row) => {
      const [, ...lines] = csvText([row]).split('\r\n');
      for (const separator of [',', ';', '\t', '|', ':', ' ', '"'])
        for (const part of lines.join('\r\n').split(new RegExp(`[${separator}\r\n]`)))
          expect(part.replace(/^[\s"]*/, '')).not.toMatch(/^[=+\-@＝]/);
    }),
  );
});

it('is written as UTF-16, which Excel reads beside a line that names the separator', () => {
  expect([...utf16('\uFEFFå😀')]).toEqual([0xff, 0xfe, 0xe5, 0, 0x3d, 0xd8, 0, 0xde]);
});

it('has a file name with year, month, day, hour, minute and second [C9.22]', () => {
  expect(stamped('enheter', new Date(2026, 0, 2, 3, 4, 5).getTime())).toBe('enheter_20260102030405');
  expect(stamped('alarmer', new Date(2026, 10, 22, 23, 59, 59).getTime())).toBe('alarmer_20261122235959');
});
