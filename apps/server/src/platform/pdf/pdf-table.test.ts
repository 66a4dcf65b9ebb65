import { pdfElements, pdfSheets } from '@varde/testing/pdf-sheets';
import { expect, it } from 'vitest';
import { type PdfHead, PdfTable } from './pdf-table.ts';

const head: PdfHead = {
  ...{ title: 'Logg for Rom <1> & "2"\u0000', subtitle: 'to enheter', time: 'nå', at: 0, language: 'nb', rows: 26 },
  columns: ['Navn', 'Batteri'].map((label) => ({ label, share: 1 })),
  words: { page: 'Side', sheet: 'Ark', row: 'Rad', last: 'Siste ark' },
};

function drawn(rows: number): Buffer {
  const table = new PdfTable({ ...head, rows });
  const bytes = table.add(Array.from({ length: rows }, (_, at) => [`rom ${at}`, '12 %']));
  return Buffer.concat([bytes, table.end()]);
}

it('says to a screen reader its language and its title, and what is a heading, a head of a column and a cell', async () => {
  const { info, xml, isTagged, sheets } = await pdfElements(drawn(26));
  expect([isTagged, info.Language, info.Title]).toEqual([true, 'nb', head.title]);
  expect(xml).toContain('<pdfuaid:part>1</pdfuaid:part>');
  expect(xml).toContain('Logg for Rom &lt;1&gt; &amp; "2" </rdf:li>');
  const [heads, row] = ['TH', 'TD'].map((cell) => Array(2).fill(`Document/Table/TR/${cell}`));
  const rows = (count: number) => Array(count).fill(row).flat();
  expect(sheets).toEqual([
    ['Document/H1', 'Document/P', 'Document/P', ...(heads ?? []), ...rows(25)],
    // What stands on each sheet is read once; the heads of the columns belong to the table of each.
    [...(heads ?? []), ...rows(1)],
  ]);
  expect(drawn(1).toString('latin1')).toMatch(/\/Scope \/Column/);
});

it('of very many rows has the same texts without tags, and does not claim to have them', async () => {
  const file = drawn(5001);
  const { isTagged, xml, info } = await pdfElements(file);
  expect([isTagged ?? false, xml.includes('pdfuaid'), info.Language]).toEqual([false, false, 'nb']);
  expect((await pdfSheets(file)).at(-1)).toContain('rom 5000');
});
