import { maxImportRows } from '@varde/contract/import-columns';
import { expect, it } from 'vitest';
import type { Cell, Sheet } from './cell.ts';
import { importRowsOf } from './import-rows.ts';

/** A cell as somebody wrote it, or as given. */
type Content = string | Partial<Cell>;
const cellOf = (content: Content): Cell => ({
  text: '',
  shown: typeof content === 'string' ? content : (content.text ?? ''),
  origin: 'text',
  ...(typeof content === 'string' ? { text: content } : content),
});
const sheetOf = (rows: readonly (readonly Content[])[], more: Partial<Sheet> = {}): Sheet => ({
  name: null,
  rows: rows.map((row) => row.map(cellOf)),
  hidden: new Set(),
  ...more,
});
const number = (text: string): Partial<Cell> => ({ text, origin: 'number' });
const head = ['Kunde', 'SERIENUMMER', 'Navn', 'Telefon', 'Farge', 'Merking', 'Notat'];
const tagNamed = (text: string) => (text === 'Annet' ? 'OTHER' : undefined);
const read = (rows: readonly (readonly Content[])[], more: Partial<Sheet> = {}) =>
  importRowsOf([sheetOf(rows, more)], tagNamed);

it('rows have their columns by heading in any order, the numbers of the spreadsheet, and tags by their names', () => {
  const rows = [
    head,
    ['Ås', 'SN1', 'Rom 1', '900 00 000', 'rød', ' Annet', 'To linjer:\nnøkkel hos naboen'],
    ['', ' '],
    ['Ås', "'SN2", 'Rom 2', '0046 70 123 45 67', '', 'Hund'],
  ];
  const first = { line: 2, customer: 'Ås', serial: 'SN1', name: 'Rom 1', phone: '900 00 000', tag: 'OTHER' };
  const second = { line: 4, customer: 'Ås', serial: "'SN2", name: 'Rom 2', phone: '0046 70 123 45 67', tag: 'Hund' };
  expect(read(rows)).toMatchObject({
    unused: ['Farge'],
    doubts: [],
    faults: [],
    rows: [
      { ...first, note: 'To linjer:\nnøkkel hos naboen', hardware: '', identity: '' },
      { ...second, note: '', hardware: '', identity: '' },
    ],
  });
});

it('headings are found below a title, in the first sheet that has them, and rows keep their numbers', () => {
  const table = importRowsOf(
    [
      sheetOf([['Sammendrag'], ['Ark 2']], { name: 'Sammendrag' }),
      sheetOf([['Utstyr på Solvik'], [], ['Oppdatert', '1. mai'], head, ['Ås', 'SN1', 'Rom 1']], { name: 'Enheter' }),
      sheetOf([head, ['Ås', 'SN2', 'Rom 2']], { name: 'Gamle' }),
      sheetOf([], { name: 'Tomt' }),
    ],
    tagNamed,
  );
  expect(table).toMatchObject({
    sheet: 'Enheter',
    otherSheets: ['Sammendrag', 'Gamle'],
    rows: [{ line: 5, serial: 'SN1' }],
  });
});

it('rows are doubtful where a spreadsheet keeps the number of a device as a number, or others are longer', () => {
  const table = read([
    ['Serienummer', 'Navn', 'Kunde', 'IMEI'],
    [number('304187109'), 'Rom 1', number('974760673'), number('861234567890123')],
    ['0304187110', 'Rom 2', 'Ås', '061234567890123'],
    ['30418', 'Rom 3', 'Ås', number('61234567890124')],
    ['SN7', 'Rom 4', 'Ås', ''],
  ]);
  expect(table).toMatchObject({
    rows: [{ serial: '304187109', customer: '974760673', identity: '861234567890123' }, {}, {}, {}],
    doubts: [
      { line: 2, column: 'serial', reason: 'zeros', text: '304187109' },
      { line: 4, column: 'serial', reason: 'zeros', text: '30418' },
      { line: 4, column: 'identity', reason: 'zeros', text: '61234567890124' },
    ],
  });
});

it('cells that a spreadsheet has changed are faults, and those that it may have changed are doubts', () => {
  const date: Content = { text: '2026-12-01', shown: '01.des', origin: 'date' };
  const table = read(
    [
      ['Serienummer', 'Navn', 'Kunde', 'Notat', 'IMEI'],
      [date, date, date, date, { text: '8,61235E+14', origin: 'cut' }],
      [{ text: '01.des', origin: 'dateText' }, number('1.1'), 'Ås', { text: '01.12.2026', origin: 'dateText' }],
      ['SN3', { text: '100000', shown: '1,00E+05', origin: 'formatted' }, { text: 'ÐÅs', lettersUnsure: true }],
      ['SN4', { text: '#NAVN?', origin: 'notAValue' }, 'Ås', { text: '=A1', origin: 'notAValue' }],
      ['SN5', number('101'), 'Ås'],
    ],
    { hidden: new Set([6]) },
  );
  const said = (list: readonly { line: number; column: string; reason: string; text: string }[]) =>
    list.map(({ line, column, reason, text }) => `${line} ${column} ${reason} ${text}`);
  expect(said(table.faults)).toEqual([
    '2 serial isDate 01.des',
    '2 name isDate 01.des',
    '2 customer isDate 01.des',
    '2 identity isCut 8,61235E+14',
    '5 name isNoValue #NAVN?',
    '5 note isNoValue =A1',
  ]);
  expect(said(table.doubts)).toEqual([
    '2 note date 01.des',
    '3 serial date 01.des',
    '3 name format 1.1',
    '4 name format 1,00E+05',
    '4 customer letters ÐÅs',
    '6 serial hidden SN5',
  ]);
});

it('a phone number of which a spreadsheet made a number has its country back, and is doubtful abroad', () => {
  const phones = ['4790000000', '90000000', '900000001', '580012345678', '47580012345678', '0046701234567'];
  const rows = phones.map((phone) => ['Ås', 'A', 'B', number(phone)]);
  const table = read([head, ...rows, ['Ås', 'A', 'B', number('46701234567')], ['Ås', 'A', 'B', '46701234567']]);
  expect(table.rows.map(({ phone }) => phone)).toEqual([...phones, '+46701234567', '+46701234567']);
  expect(table.doubts).toEqual(
    [8, 9].map((line) => ({ line, column: 'phone', reason: 'country', text: '46701234567' })),
  );
});

it('a table is refused without headings, without rows, and beyond the limit', () => {
  const reasonOf = (rows: string[][]) => {
    try {
      return read(rows).rows.length;
    } catch (error) {
      return (error as { reason: string }).reason;
    }
  };
  const many = (count: number) => [head, ...Array.from({ length: count }, () => ['Ås', 'SN', 'Rom'])];
  expect(reasonOf([])).toBe('noColumns');
  expect(reasonOf([['Serienummer', 'Navn']])).toBe('noColumns');
  expect(reasonOf([...Array.from({ length: 20 }, () => ['x']), ...many(1)])).toBe('noColumns');
  expect(reasonOf([head, ['', '']])).toBe('noRows');
  expect(reasonOf(many(maxImportRows))).toBe(maxImportRows);
  expect(reasonOf(many(maxImportRows + 1))).toBe('tooManyRows');
});
