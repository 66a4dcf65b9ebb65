import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { importColumns } from '@varde/contract/import-columns';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { isOff } from '../../testing/is-off.ts';
import { renderPage, sessionRecord } from '../../testing/render-page.tsx';
import { workbookFile } from '../../testing/workbook-file.ts';
import { ImportPage } from './import-page.tsx';

beforeAll(() => withDevicePageTexts(async () => undefined));

interface Sent {
  dryRun: boolean;
  rows: { line: number; serial: string; identity: string; phone: string }[];
}
let sent: Sent[];
/** Faults by line. */
let faults: Record<number, object[]>;
/** Lines whose unit is taken between the trial and the import. */
const taken = new Set<number>();

beforeEach(() => {
  sent = [];
  faults = {};
  taken.clear();
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    const asked = JSON.parse(String(body)) as Sent;
    sent.push(asked);
    const rows = asked.rows.map(({ line, serial, identity, phone }) => {
      const isTaken = !asked.dryRun && taken.has(line);
      const found = isTaken ? [{ column: 'serial', fault: 'imported', otherLine: null }] : (faults[line] ?? []);
      const token = asked.dryRun || line !== 3 ? null : 'hemmelig';
      const read = { serial, identity, phone: phone && `+47${phone}` };
      return { line, read, origin: found.length > 0 ? null : 'stock', faults: found, deviId: null, token };
    });
    const isTried = asked.rows.every(({ line }) => faults[line] === undefined);
    return Response.json({ imported: !asked.dryRun && isTried, rows });
  });
});

const adder = sessionRecord({ abilities: ['addDevice'] });
const choose = async (content: BlobPart, name = 'enheter.csv') => {
  const { container, router } = await renderPage(
    <ModalsProvider>
      <ImportPage />
    </ModalsProvider>,
    adder,
  );
  const input = container.ownerDocument.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('no place for a file');
  await userEvent.upload(input, new File([content], name));
  return router;
};
const file = 'Serienummer;Navn;Kunde\nSN1;Rom 1;Ås\nSN2;Rom 2;Ås\nSN2;Rom 3;Ås';
const resultOf = (line: string) =>
  within(screen.getByRole('row', { name: new RegExp(`^${line} `) }))
    .getAllByRole('cell')
    .at(-1)?.textContent;

it('an import is tried first, with the faults of each row, and then has the rows without one', async () => {
  faults[4] = [{ column: 'serial', fault: 'repeated', otherLine: 3 }];
  await choose(file);
  expect(await screen.findByText('2 av 3 kan importeres')).toBeDefined();
  expect(sent).toMatchObject([{ dryRun: true, rows: [{ line: 2 }, { line: 3 }, { line: 4 }] }]);
  expect([resultOf('2'), resultOf('4')]).toEqual(['Klar: tas fra lager', 'Serienummer: står også i rad 3.']);
  await userEvent.click(screen.getByRole('button', { name: 'Importer 2 enheter' }));
  expect(await screen.findByText('2 av 3 er importert')).toBeDefined();
  expect(sent[1]).toMatchObject({ dryRun: false, rows: [{ line: 2 }, { line: 3 }] });
  expect(resultOf('2')).toBe('Importert fra lager');
  expect(screen.getByRole('button', { name: 'Lagre nøklene (CSV)' })).toBeDefined();
});

it('numbers that may have lost zeros are asked about first, and what was read is shown', async () => {
  await choose('Serienummer;Navn;Kunde;Telefon\n0304187109;Rom 1;Ås;90000000\n304187110;Rom 2;Ås;');
  expect(await screen.findByText('Rad 3, Serienummer: 304187110 (kan mangle nuller foran)')).toBeDefined();
  expect(screen.queryByText(/^Rad 2,/)).toBeNull();
  const row = screen.getByRole('row', { name: /^2 0304187109/ });
  expect(within(row).getByRole('cell', { name: '+4790000000 I arket: 90000000' })).toBeDefined();
  const button = screen.getByRole('button', { name: 'Importer 2 enheter' });
  expect(isOff(button)).toBe(true);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Verdiene er riktige slik de står' }));
  await userEvent.click(button);
  expect(await screen.findByText('2 av 2 er importert')).toBeDefined();
});

it('a workbook is shown with its sheet and what it shows beside what is read: doubts first, never as ready', async () => {
  const date = (place: string) => `<c r="${place}" s="0"><v>46357</v></c>`;
  const text = (place: string, content: string) => `<c r="${place}" t="inlineStr"><is><t>${content}</t></is></c>`;
  const rows = [
    ['Utstyr på Solvik'],
    ['Serienummer', 'Navn', 'Kunde', 'Notat', 'Telefon'],
    ['SN3', 'Rom 3', 'Ås', 'Nøkkel', '900 00 000'],
    `<row r="4">${date('A4')}${text('B4', 'Rom 4')}${text('C4', 'Ås')}</row>`,
    `<row r="5">${text('A5', 'SN5')}${text('B5', 'Rom 5')}${text('C5', 'Ås')}${date('D5')}</row>`,
  ];
  await choose(
    workbookFile(
      [
        { name: 'Forside', rows: [['Hei']] },
        { name: 'Utstyr', rows },
      ],
      [16],
    ),
    'utstyr.xlsx',
  );
  expect(await screen.findByText('2 av 3 kan importeres')).toBeDefined();
  expect(screen.getByText('Lest fra arket «Utstyr» i utstyr.xlsx.')).toBeDefined();
  expect(screen.getByText('Ark som ikke blir importert: Forside.')).toBeDefined();
  expect(screen.getByText('Rad 5, Notat: 1.des (kan ha blitt en dato)')).toBeDefined();
  const lines = screen.getAllByRole('row').slice(1);
  expect(lines.map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual(['5', '4', '3']);
  expect(within(lines[0] as HTMLElement).getByRole('cell', { name: '2026-12-01 I arket: 1.des' })).toBeDefined();
  expect(resultOf('5')).toBe('Usikker: se over før den tas fra lager');
  expect(resultOf('4')).toBe(
    'Serienummer: er blitt en dato i regnearket. Gjør kolonnen om til tekst, og skriv inn verdien på nytt.',
  );
  expect(resultOf('3')).toBe('Klar: tas fra lager');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Verdiene er riktige slik de står' }));
  expect(resultOf('5')).toBe('Sett over: tas fra lager');
  await userEvent.click(screen.getByRole('button', { name: 'Importer 2 enheter' }));
  expect(await screen.findByText('2 av 3 er importert')).toBeDefined();
  expect(sent[1]?.rows).toMatchObject([{ line: 3 }, { line: 5 }]);
});

it('a CSV file has the separator of its headings, also below a title and with others in its names', async () => {
  await choose('Utstyr, 2. etasje\nSerienummer;Navn;Kunde\nSN1;Rom 1, øst;Ås\nSN2;Rom 2, vest;Ås\nSN3;Rom 3, nord;Ås');
  await screen.findByText('3 av 3 kan importeres');
  expect(sent[0]?.rows).toMatchObject([{ line: 3, serial: 'SN1' }, { line: 4 }, { line: 5 }]);
  expect(screen.getByText('Lest fra enheter.csv.')).toBeDefined();
});

it('a file of another kind says which it is and what helps', async () => {
  await choose(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), 'enheter.xls');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Filen er en eldre eller binær Excel-fil (.xls eller .xlsb). Åpne den i Excel, lagre den som Excel-arbeidsbok (.xlsx) og velg den nye filen.',
  );
  expect(sent).toEqual([]);
});

it('a tag is sent by its key where its name is known, and as it was written where it is not', async () => {
  await choose(`${file.replace('Kunde', 'Kunde;Merking').replace('Ås\n', 'Ås;mobil Alarmenhet\n')};Hund`);
  await screen.findByText('3 av 3 kan importeres');
  expect(sent[0]?.rows).toMatchObject([{ tag: 'MOBILE_ALARM_DEVICE' }, { tag: '' }, { tag: 'Hund' }]);
});

it('leaving the page asks first, until the tokens of imported devices are saved', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:tokens');
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const router = await choose(file);
  await screen.findByText('3 av 3 kan importeres');
  await userEvent.click(screen.getByRole('button', { name: 'Importer 3 enheter' }));
  await screen.findByText('3 av 3 er importert');
  await userEvent.click(screen.getByRole('link', { name: 'Enheter' }));
  const dialog = await screen.findByRole('dialog', { name: 'Ulagrede endringer' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Avbryt' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.pathname).toBe('/');
  await userEvent.click(screen.getByRole('button', { name: 'Lagre nøklene (CSV)' }));
  await userEvent.click(screen.getByRole('link', { name: 'Enheter' }));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/vardes'));
  vi.restoreAllMocks();
});

it('an import that finds a new fault imports nothing and shows it', async () => {
  await choose(file);
  await screen.findByText('3 av 3 kan importeres');
  faults[2] = [{ column: 'serial', fault: 'notInStock', otherLine: null }];
  await userEvent.click(screen.getByRole('button', { name: 'Importer 3 enheter' }));
  expect(await screen.findByText('2 av 3 kan importeres')).toBeDefined();
  expect(resultOf('2')).toBe('Serienummer: er ikke på lager hos dine kunder.');
  expect(screen.getByRole('note', { name: 'Hva du kan gjøre' }).textContent).toContain('systemadministrator');
});

it('an import says of a row whose unit was taken meanwhile that it was left out', async () => {
  await choose(file);
  await screen.findByText('3 av 3 kan importeres');
  taken.add(2);
  await userEvent.click(screen.getByRole('button', { name: 'Importer 3 enheter' }));
  expect(await screen.findByText('2 av 3 er importert')).toBeDefined();
  expect([resultOf('2'), resultOf('4')]).toEqual(['Serienummer: er importert fra før.', 'Importert fra lager']);
});

it('only the answer to the import itself leaves open what was done when it is lost, not that to the trial', async () => {
  const answer = globalThis.fetch;
  const lost = async () => Promise.reject(new TypeError('network'));
  vi.stubGlobal('fetch', lost);
  await choose(file);
  expect((await screen.findByRole('alert')).textContent).toContain('Får ikke kontakt med Varde.');
  vi.stubGlobal('fetch', answer);
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  await userEvent.upload(input as HTMLInputElement, new File([file], 'enheter.csv'));
  const button = await screen.findByRole('button', { name: 'Importer 3 enheter' });
  vi.stubGlobal('fetch', lost);
  await userEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toContain('Endringen kan likevel være lagret.');
});

it('a file without the columns says which it needs, and nothing is sent', async () => {
  await choose('a;b\n1;2');
  expect(await screen.findByRole('alert')).toHaveProperty(
    'textContent',
    'Fant ingen rad med overskriftene Serienummer, Navn og Kunde blant de første 20 radene.',
  );
  expect(sent).toEqual([]);
});

it('the template that can be downloaded has the headings that are read', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:template';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await renderPage(<ImportPage />, adder);
  await userEvent.click(screen.getByRole('button', { name: 'Last ned mal (CSV)' }));
  vi.restoreAllMocks();
  const { readTable } = await import('./read-table.ts');
  const { importRowsOf } = await import('./import-rows.ts');
  const { rows, unused } = importRowsOf(await readTable(saved[0] ?? new Blob()), () => undefined);
  expect(unused).toEqual([]);
  for (const column of importColumns) expect(rows[0]?.[column]).not.toBe('');
});
