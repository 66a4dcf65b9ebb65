import { csvHead } from '@varde/contract/csv';
import fc from 'fast-check';
import Papa from 'papaparse';
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
  ['-Anne - Marie', "'-Anne - Marie"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['＝1', "'＝1"],
  ["'=1", "''=1"],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['+47 22+1', "'+47 22+1"],
])('keeps a spreadsheet from calculating %j', (text, safe) => {
  expect(csvText([[text]])).toBe(`sep=;\r\n${safe}\r\n`);
});

it.each([
  '+47 22 22 22 22',
  '+4790000000',
  '4/5',
  '1-12',
  '0304187109',
  '861234567890123',
  '12E5',
  '-1',
  '13:45',
  '1,5',
  '3. mai',
  'Dec-12',
  '1 des 2026',
  'SANN',
])('keeps a spreadsheet from taking the text %j for a number or a date', (text) => {
  expect(csvText([[text]])).toBe(`sep=;\r\n"=""${text}"""\r\n`);
});

it('leaves addresses, dates, ids and all that stands inside of a text as they are', () => {
  const row = [
    'kari@example.no',
    'Storgata 1, +47',
    'a1b2-c3d4',
    'Anne - Marie',
    '{-1}',
    'a=1',
    'Rom 3. mai',
    'Mai',
    'Desirée',
    '101',
    '0',
    '192.0.2.7',
  ];
  expect(csvText([row])).toBe(`sep=;\r\n${row.join(';')}\r\n`);
});

it('has numbers and times as a spreadsheet reads them', () => {
  expect(csvText([[12, -70, { typed: '62,4722' }, { typed: '01.03.2026 13:00:00' }, '']])).toBe(
    'sep=;\r\n12;-70;62,4722;01.03.2026 13:00:00;\r\n',
  );
});

it('has no text that a spreadsheet calculates', () => {
  const telling = fc.constantFrom(...'=+-@＝,;|\t\n\r :"\'[]{}a1(e');
  fc.assert(
    fc.property(fc.string({ unit: telling }), (text) => {
      const [[shown = ''] = []] = Papa.parse<string[]>(csvText([[text]]).slice(csvHead.length), {
        delimiter: ';',
      }).data;
      expect(shown.trimStart()).not.toMatch(/^(?:[+\-@＝]|=(?!"[\d+\-(][^"a]*"$))/);
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
