import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pdfElements } from '@varde/testing/pdf-sheets';
import { expect, it } from 'vitest';
import { type PdfHead, PdfTable } from './pdf-table.ts';

const head: PdfHead = {
  ...{ title: 'Logg for Rom <1> & "2"\u0000', subtitle: 'to enheter', time: 'nå', at: 0, language: 'nb' },
  columns: ['Navn', 'Batteri'].map((label) => ({ label, share: 1 })),
  words: { page: 'Side', sheet: 'Ark', row: 'Rad', last: 'Siste ark' },
};

function drawn(rows: number): Buffer {
  const table = new PdfTable(head);
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

it('is tagged however many rows it has, and keeps no sheet in memory that is written', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const columns = Array.from({ length: 9 }, (_, at) => ({ label: `Kolonne ${at}`, share: 1 }));
  const table = new PdfTable({ ...head, columns });
  const parts: Uint8Array[] = [];
  const add = (from: number) =>
    parts.push(table.add(Array.from({ length: 500 }, (_, at) => columns.map((_column, n) => `rom ${from + at} ${n}`))));
  add(0);
  const before = used();
  for (const from of [500, 1000, 1500]) add(from);
  expect((used() - before) / 1500).toBeLessThan(1000); // bytes a row: its tags alone would be three thousand
  const { isTagged, sheets } = await pdfElements(Buffer.concat([...parts, table.end()]));
  expect(isTagged).toBe(true);
  expect(sheets).toHaveLength(80);
  expect(sheets.at(-1)).toHaveLength(26 * 9);
});
