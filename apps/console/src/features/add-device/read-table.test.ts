import { maxImportRows } from '@varde/contract/import-columns';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { importRowsOf } from './import-rows.ts';
import { readTable } from './read-table.ts';

const table = [
  ['Serienummer', 'Navn', 'Kunde'],
  ['SN1', 'Rom 1; øst', 'Ås sykehjem'],
];
const csv = (separator: string) =>
  table.map((row) => row.map((cell) => (cell.includes(separator) ? `"${cell}"` : cell)).join(separator)).join('\r\n');

/** An Excel workbook with one sheet of texts and one number. */
function workbook(more = '', styles = ''): Uint8Array<ArrayBuffer> {
  const cells = (row: readonly string[], at: number) =>
    row.map((cell, column) => `<c r="${'ABCD'[column]}${at}" t="inlineStr"><is><t>${cell}</t></is></c>`).join('');
  const rows = table.map((row, at) => `<row r="${at + 1}">${cells(row, at + 1)}</row>`).join('');
  const number = '<row r="4"><c r="A4"><v>861234567890123</v></c></row>';
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006/relationships';
  return new Uint8Array(
    zipSync({
      'xl/workbook.xml': strToU8(
        `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        `<Relationships xmlns="${packages}"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
      'xl/worksheets/sheet1.xml': strToU8(
        `<worksheet xmlns="${main}"><sheetData>${rows}${number}${more}</sheetData></worksheet>`,
      ),
      ...(styles === '' ? {} : { 'xl/styles.xml': strToU8(`<styleSheet xmlns="${main}">${styles}</styleSheet>`) }),
    }),
  );
}

describe('a file of devices', () => {
  const windows = new Uint8Array([...csv(';')].map((sign) => sign.charCodeAt(0)));
  const utf16 = new Uint8Array(
    [...`\uFEFFsep=;\r\n${csv(';')}`].flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]),
  );
  it.each([
    ['CSV of Norwegian Excel in Windows-1252', windows],
    ['CSV in UTF-8 with its mark', `\uFEFF${csv(';')}`],
    ['CSV in UTF-8 with commas', csv(',')],
    ['CSV with tabs', csv('\t')],
    ['a CSV export of Varde', utf16],
  ])('is read as %s', async (_kind, content) => {
    expect(await readTable(new Blob([content]))).toEqual(table);
  });

  it('is read as an Excel workbook, with long numbers whole', async () => {
    expect(await readTable(new Blob([workbook()]))).toEqual(
      [...table, [], [861234567890123]].map((row) => expect.arrayContaining<string | number>(row)),
    );
  });

  it('is read as the workbook shows it: with the zeros of its formats, and with dates by their days', async () => {
    const codes = ['0000000000', '00 00 00 00', '&quot;SN-&quot;00000', '[$-414]0000\\-000000;@', '#,##0', '0.00E+00'];
    const formats = codes.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`);
    const ids = [0, ...codes.map((_code, at) => 164 + at), 14, 22];
    const styles = `<numFmts>${formats.join('')}</numFmts><cellStyleXfs><xf numFmtId="164"/></cellStyleXfs><cellXfs count="9">${ids
      .map((id) => `<xf numFmtId="${id}" xfId="0"/>`)
      .join('')}</cellXfs>`;
    const values = ['304187109', '304187109', '1234567', '42', '304187109', '304187109', '304187109'];
    const cells = [...values, '46047', '46047.5'].map(
      (value, style) => `<c r="${'ABCDEFGHI'[style]}5" s="${style}"><v>${value}</v></c>`,
    );
    const formula =
      '<c r="J5" s="1" t="str"><f>A1</f><v>7</v></c><c r="K5" s="1"/><c r="L5" s="1"><f>A5</f><v>7</v></c>';
    const read = await readTable(new Blob([workbook(`<row r="5">${cells.join('')}${formula}</row>`, styles)]));
    expect(read.at(-1)).toEqual([
      ...[304187109, '0304187109', '01 23 45 67', 'SN-00042', '0304-187109', 304187109, 304187109],
      ...['2026-01-25', '2026-01-25 12:00', '7', '', '0000000007'],
    ]);
  });

  it('is refused when it is large, unpacks to very much, has a cell in its far corner, or is no table', async () => {
    const reasonOf = (content: BlobPart) => readTable(new Blob([content])).catch(({ reason }) => reason);
    expect(await reasonOf('x'.repeat(2_000_001))).toBe('tooLarge');
    const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(20_000_001) });
    expect(bomb.length).toBeLessThan(100_000);
    expect(await reasonOf(new Uint8Array(bomb))).toBe('tooLarge');
    const cellAt = (row: number, column: string) =>
      `<row r="${row}"><c r="${column}${row}" t="inlineStr"><is><t>x</t></is></c></row>`;
    expect(await reasonOf(workbook(cellAt(20_000, 'XFD')))).toBe('tooLarge');
    expect(await reasonOf(workbook(cellAt(1_000_000, 'C'))), 'a long one').toHaveLength(1_000_000);
    expect(await reasonOf('PK and then something else')).toBe('notATable');
    expect(await reasonOf(new Uint8Array(zipSync({ 'a.txt': strToU8('a') })))).toBe('notATable');
  });
});

describe('rows of an import', () => {
  const head = ['Kunde', 'SERIENUMMER', 'Navn', 'Telefon', 'Farge', 'Merking', 'Notat'];
  const tagNamed = (text: string) => (text === 'Annet' ? 'OTHER' : undefined);
  it('have their columns by heading in any order, the numbers of the spreadsheet, and tags by their names', () => {
    const rows = [
      head,
      ['Ås', 'SN1', 'Rom 1', '900 00 000', 'rød', ' Annet', 'To linjer:\nnøkkel hos naboen'],
      ['', ' '],
      ['Ås', "'SN2", 'Rom 2', '0046 70 123 45 67', '', 'Hund'],
    ];
    expect(importRowsOf(rows, tagNamed)).toEqual({
      unused: ['Farge'],
      doubts: [],
      rows: [
        {
          line: 2,
          customer: 'Ås',
          serial: 'SN1',
          name: 'Rom 1',
          phone: '900 00 000',
          tag: 'OTHER',
          note: 'To linjer:\nnøkkel hos naboen',
          hardware: '',
          identity: '',
        },
        {
          line: 4,
          customer: 'Ås',
          serial: "'SN2",
          name: 'Rom 2',
          phone: '0046 70 123 45 67',
          tag: 'Hund',
          note: '',
          hardware: '',
          identity: '',
        },
      ],
    });
  });

  it('are doubtful where a spreadsheet keeps the number of a device as a number, or others are longer', () => {
    const rows = [
      ['Serienummer', 'Navn', 'Kunde', 'IMEI'],
      [304187109, 'Rom 1', 974760673, 861234567890123],
      ['0304187110', 'Rom 2', 'Ås', '061234567890123'],
      ['30418', 'Rom 3', 'Ås', 61234567890124],
      ['SN7', 'Rom 4', 'Ås', ''],
    ];
    expect(importRowsOf(rows, tagNamed)).toMatchObject({
      rows: [{ serial: '304187109', customer: '974760673', identity: '861234567890123' }, {}, {}, {}],
      doubts: [
        { line: 2, column: 'serial', text: '304187109' },
        { line: 4, column: 'serial', text: '30418' },
        { line: 4, column: 'identity', text: '61234567890124' },
      ],
    });
  });

  it('are refused without headings, without rows, and beyond the limit', () => {
    const reasonOf = (rows: string[][]) => {
      try {
        return importRowsOf(rows, tagNamed).rows.length;
      } catch (error) {
        return (error as { reason: string }).reason;
      }
    };
    const many = (count: number) => [head, ...Array.from({ length: count }, () => ['Ås', 'SN', 'Rom'])];
    expect(reasonOf([])).toBe('noColumns');
    expect(reasonOf([['Serienummer', 'Navn']])).toBe('noColumns');
    expect(reasonOf([head, ['', '']])).toBe('noRows');
    expect(reasonOf(many(maxImportRows))).toBe(maxImportRows);
    expect(reasonOf(many(maxImportRows + 1))).toBe('tooManyRows');
  });
});
