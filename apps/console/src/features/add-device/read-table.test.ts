import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { csvText, utf16 as exported } from '#domain/export/csv.ts';
import { workbookFile } from '../../testing/workbook-file.ts';
import type { Sheet } from './cell.ts';
import { readTable } from './read-table.ts';

const read = (content: BlobPart) => readTable(new Blob([content]));
/** A CSV file as it is meant: by the separator that gives its first row the most cells. */
const readCsv = async (content: BlobPart) =>
  (await read(content)).toSorted((a, b) => (b.rows[0]?.length ?? 0) - (a.rows[0]?.length ?? 0));
const textsOf = ([sheet]: readonly Sheet[]) => sheet?.rows.map((row) => row.map(({ text }) => text));
const table = [
  ['Serienummer', 'Navn', 'Kunde'],
  ['SN1', 'Rom 1; øst', 'Ås sykehjem'],
  ['SN2', 'Østre fløy', 'Bærum omsorg'],
];
const csv = (separator: string, end = '\r\n') =>
  table.map((row) => row.map((cell) => (cell.includes(separator) ? `"${cell}"` : cell)).join(separator)).join(end);
const bytesOf = (text: string, places: Record<string, number>) =>
  new Uint8Array(Array.from(text, (sign) => places[sign] ?? sign.charCodeAt(0)));
const latin = bytesOf(csv(';'), {});
const mac = bytesOf(csv(';', '\r'), { ø: 0xbf, Ø: 0xaf, Å: 0x81, æ: 0xbe });
const dos = bytesOf(csv(';'), { ø: 0x9b, Ø: 0x9d, Å: 0x8f, æ: 0x91 });
const utf16 = (text: string, isLittle: boolean) =>
  new Uint8Array(
    Array.from(text, (sign) => [sign.charCodeAt(0) >> 8, sign.charCodeAt(0) & 255]).flatMap((pair) =>
      isLittle ? pair.toReversed() : pair,
    ),
  );

describe('a CSV file of devices', () => {
  it.each([
    ['of Norwegian Excel (Windows-1252)', latin],
    ['of Excel for Mac (Mac Roman)', mac],
    ['of MS-DOS (page 850 or 865)', dos],
    ['in UTF-8 with its mark', `\uFEFF${csv(';')}`],
    ['in UTF-8 with commas', csv(',')],
    ['with tabs', csv('\t')],
    ['as Varde exports it', utf16(`\uFEFFsep=;\r\n${csv(';')}`, true)],
    ['in UTF-16 with the first byte first', utf16(`\uFEFF${csv('\t')}`, false)],
    ['in UTF-16 without its mark', utf16(csv('\t'), true)],
    ['in UTF-16 with the first byte first, without its mark', utf16(csv('\t'), false)],
  ])('is read %s, without a doubt about its letters', async (_kind, content) => {
    const sheets = await readCsv(content);
    expect(textsOf(sheets)).toEqual(table);
    expect(sheets[0]?.rows.flat().filter(({ lettersUnsure }) => lettersUnsure)).toEqual([]);
  });

  it('comes in again as Varde exported it, whatever its texts are', async () => {
    const telling = fc.string({ unit: fc.constantFrom(...`=+-@＝,;|\t\n\r :"'()aeÅ🙂017/.`) });
    // The database keeps no NUL in a text, and a file that has one is no table.
    const any = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));
    const cell = fc.oneof(telling, fc.string({ unit: 'grapheme' }), any);
    const columns = 3;
    const rows = fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(rows, async (texts) => {
        const [sheet] = await read(exported(`\uFEFF${csvText([['A', 'B', 'C'], ...texts])}`));
        expect(textsOf(sheet ? [sheet] : [])?.slice(1, -1)).toEqual(texts);
      }),
    );
  });

  it('is in doubt about letters that may be others', async () => {
    const [sheet] = await readCsv(new Uint8Array([...strToU8('SN1;Kari'), 0xde, ...strToU8('s')]));
    expect(sheet?.rows[0]).toMatchObject([{ text: 'SN1' }, { lettersUnsure: true }]);
    const [apostrophe] = await readCsv(new Uint8Array([...strToU8('SN1;Kari'), 0x92, ...strToU8('s;Ring p'), 0xe5]));
    expect(apostrophe?.rows[0]).toMatchObject([{}, { text: 'Kari’s' }, { text: 'Ring på' }]);
  });

  it('is read with what a spreadsheet has made of its cells', async () => {
    const cells = ['="000123"', '"=""0""""5"""', '=A1', '#NAVN?', '####', '8,61235E+14', "'-Anne", '#1'];
    const dates = ['01.des', '12-Jan', '1. des 2026', 'des.26', '01.12.2026', '12/1/26', '2026-12-01'];
    const others = ['1-12', '10.4', '42-34-5678', '01.12.26.9', 'Mai', '1. etasje'];
    const [sheet] = await readCsv([cells, dates, others].map((row) => row.join(';')).join('\r\n'));
    expect(sheet?.rows[0]?.map(({ text, origin }) => `${text} ${origin}`)).toEqual([
      '000123 text',
      '0"5 text',
      '=A1 notAValue',
      '#NAVN? notAValue',
      '#### notAValue',
      '8,61235E+14 cut',
      '-Anne text',
      '#1 text',
    ]);
    expect(sheet?.rows[1]?.map(({ text, origin }) => `${text} ${origin}`)).toEqual(
      dates.map((one) => `${one} dateText`),
    );
    expect(sheet?.rows[2]?.filter(({ origin }) => origin !== 'text')).toEqual([]);
  });
});

describe('a workbook of devices', () => {
  it('is read with the name of each sheet that it shows, and the rows that it hides', async () => {
    const hidden = '<row r="3" hidden="1"><c r="A3" t="inlineStr"><is><t>SN3</t></is></c></row>';
    const sheets = await read(
      workbookFile([
        { name: 'Eksportsammendrag', rows: [['Tabellnavn']] },
        { name: 'Lister', rows: [['Serienummer']], state: 'veryHidden' },
        { name: 'Enheter &amp; rom', rows: [...table.slice(0, 2), hidden] },
      ]),
    );
    expect(sheets.map(({ name, hidden }) => [name, [...hidden]])).toEqual([
      ['Eksportsammendrag', []],
      ['Enheter & rom', [3]],
    ]);
    expect(textsOf(sheets.slice(1))?.slice(0, 2)).toEqual(table.slice(0, 2));
  });

  it('is read as it shows its numbers: whole, with the zeros of their formats', async () => {
    const formats = ['0000000000', '00 00 00 00', '&quot;SN-&quot;00000', '[$-414]0000\\-000000;@'];
    const values = [861234567890123, 304187109, 304187109, 1234567, 42, 304187109];
    const styles = [0, 1, 2, 3, 4, 5];
    const cells = values.map((value, at) => `<c r="${'ABCDEF'[at]}1" s="${styles[at]}"><v>${value}</v></c>`);
    const formula =
      '<c r="G1" s="2" t="str"><f>A1</f><v>000123</v></c><c r="H1" s="2"/><c r="I1" s="2"><f>A5</f><v>7</v></c>';
    const [sheet] = await read(
      workbookFile(
        [{ name: 'Ark1', rows: [`<row r="1">${cells.join('')}${formula}</row>`] }],
        ['General', 1, ...formats],
      ),
    );
    const texts = sheet?.rows[0]?.map(({ text }) => text);
    expect(texts).toEqual([
      '861234567890123',
      '304187109',
      '0304187109',
      '01 23 45 67',
      'SN-00042',
      '0304-187109',
      '000123',
      '',
      '0000000007',
    ]);
    expect(sheet?.rows[0]?.slice(0, 3).map(({ origin }) => origin)).toEqual(['number', 'number', 'text']);
  });

  it('is read with what it has made of cells beside what it shows', async () => {
    const formats = [16, 14, 22, 'd/m/yy\\ h:mm;@', 'dd.\\ mmmm\\ yyyy', 11, '#,##0', '0.00', 0, 1];
    const values = [
      '46357',
      '46357',
      '46357.5',
      '46357.5',
      '46357',
      '100000',
      '1000',
      '1.1',
      '1.1',
      '1234567890123450',
    ];
    const cells = values.map((value, at) => `<c r="${'ABCDEFGHIJ'[at]}1" s="${at}"><v>${value}</v></c>`);
    const more = '<c r="K1" s="8" t="e"><f>+47 900</f><v>#NAME?</v></c><c r="L1" t="b"><v>1</v></c>';
    const [sheet] = await read(
      workbookFile([{ name: 'Ark1', rows: [`<row r="1">${cells.join('')}${more}</row>`] }], formats),
    );
    expect(sheet?.rows[0]?.map(({ text, shown, origin }) => [text, shown.replace(/\s/g, ' '), origin])).toEqual([
      ['2026-12-01', '1.des', 'date'],
      ['2026-12-01', '01.12.2026', 'date'],
      ['2026-12-01 12:00', '01.12.2026 12:00', 'date'],
      ['2026-12-01 12:00', '1/12/26 12:00', 'date'],
      ['2026-12-01', '01. desember 2026', 'date'],
      ['100000', '1,00E+5', 'formatted'],
      ['1000', '1 000', 'formatted'],
      ['1.1', '1,10', 'formatted'],
      ['1.1', '1.1', 'number'],
      ['1234567890123450', '1234567890123450', 'cut'],
      ['#NAME?', '#NAME?', 'notAValue'],
      ['true', 'true', 'notAValue'],
    ]);
  });
});

it('a file that cannot be read is refused with its reason', async () => {
  const reasonOf = (content: BlobPart) => read(content).catch(({ reason }) => reason);
  expect(await reasonOf('x'.repeat(2_000_001))).toBe('tooLarge');
  const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(20_000_001) });
  expect(bomb.length).toBeLessThan(100_000);
  expect(await reasonOf(new Uint8Array(bomb))).toBe('tooLarge');
  const cellAt = (row: number, column: string) =>
    workbookFile([
      { name: 'A', rows: [`<row r="${row}"><c r="${column}${row}" t="inlineStr"><is><t>x</t></is></c></row>`] },
    ]);
  expect(await reasonOf(cellAt(20_000, 'XFD'))).toBe('tooLarge');
  expect(await reasonOf(cellAt(1_000_000, 'C')), 'a long one').toMatchObject([{ rows: { length: 1_000_000 } }]);
  const zip = (...names: string[]) =>
    new Uint8Array(zipSync(Object.fromEntries(names.map((name) => [name, strToU8('x')]))));
  expect(await reasonOf(zip('mimetype', 'content.xml', 'styles.xml'))).toBe('openDocument');
  expect(await reasonOf(zip('Index/Document.iwa', 'Metadata/Properties.plist'))).toBe('numbers');
  expect(await reasonOf(zip('xl/workbook.bin'))).toBe('oldExcel');
  const container = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
  expect(await reasonOf(new Uint8Array(container))).toBe('oldExcel');
  expect(await reasonOf(new Uint8Array([...container, ...utf16('EncryptedPackage', true)]))).toBe('locked');
  expect(await reasonOf('<html><body><table><tr><td>Serienummer')).toBe('webPage');
  expect(await reasonOf('\uFEFF<?xml version="1.0"?><Workbook>')).toBe('webPage');
  expect(await reasonOf('PK and then something else')).toBe('notATable');
  expect(await reasonOf(zip('a.txt'))).toBe('notATable');
  expect(await reasonOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2]))).toBe('notATable');
});
