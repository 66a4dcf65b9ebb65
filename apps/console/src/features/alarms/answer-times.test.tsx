import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '@varde/contract/routes';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { renderPage, sessionRecord } from '../../testing/render-page.tsx';
import { AnswerTimesPage } from './answer-times-page.tsx';
import type { AnswerFilter } from './history-filter.ts';
import type { AnswerReport } from './use-answer-words.ts';

beforeAll(() => withAdministrationTexts(async () => undefined));

let asked: URLSearchParams[];
let saved: Blob[];
let report: AnswerReport;
const answers = {
  ...{ alarms: 1003, within60: 975, due60: 1000, within180: 990, due180: 1000 },
  ...{ unanswered: 5, longest: 12_100_000 },
};
const row = (key: string, fields: Partial<AnswerReport['rows'][number]> = {}) => ({
  key,
  name: null,
  ...answers,
  ...fields,
});
beforeEach(() => {
  asked = [];
  saved = [];
  report = { total: answers, rows: [row('2026-10'), row('2026-11', { within60: 974, longest: 125_000 })] };
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://varde.example');
    if (pathname !== routes.getAnswerTimes.path) return new Promise(() => undefined);
    asked.push(searchParams);
    return Response.json(report);
  });
  URL.createObjectURL = (blob) => {
    saved.push(blob as Blob);
    return '#';
  };
  URL.revokeObjectURL = () => undefined;
  return () => vi.unstubAllGlobals();
});

const onFilter = vi.fn<(filter: AnswerFilter) => void>();
const noFilter = { cust: undefined, by: undefined, since: undefined, from: undefined, to: undefined };
const show = (filter: Partial<AnswerFilter> = {}) =>
  renderPage(<AnswerTimesPage filter={{ ...noFilter, ...filter }} onFilter={onFilter} />);
const plain = (text: string | null) => text?.replaceAll(/\s/g, ' ');
const cells = (name: string) =>
  within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
    .getAllByRole('cell')
    .map(({ textContent }) => plain(textContent));

describe('the page of answer times', () => {
  it('shows each group and all of them, and marks a share below its target', async () => {
    await show();
    await screen.findByRole('table');
    const even = ['1 003', '97,5 %', '99,0 %', '5', '3 t 21 min'];
    expect(cells('okt')).toEqual(even);
    expect(cells('nov')).toEqual(['1 003', '97,4 %', '99,0 %', '5', '2 min 5 s']);
    expect(cells('Alle')).toEqual(even);
    expect(screen.getAllByRole('img', { name: 'Under målet' })).toHaveLength(1);
  });

  it('counts at an alarm centre from when it got the alarm, and elsewhere from when Varde did, unless somebody chooses', async () => {
    await show();
    await screen.findByRole('table');
    expect(asked.at(-1)?.get('since')).toBe('received');
    await userEvent.selectOptions(screen.getByLabelText('Tiden regnes fra'), 'alarmsentralen fikk alarmen');
    expect(onFilter.mock.lastCall?.[0]).toMatchObject({ since: 'escalated' });
    cleanup();
    await renderPage(<AnswerTimesPage filter={noFilter} onFilter={onFilter} />, sessionRecord({ context: 'AHP' }));
    await screen.findByRole('table');
    expect(asked.at(-1)?.get('since')).toBe('escalated');
    expect(screen.getByText(/^Tiden fra alarmsentralen fikk alarmen/)).toBeDefined();
  });

  it('asks for whole days, in the time zone of the browser', async () => {
    await show({ by: 'customer', cust: 7, from: '2026-10-01', to: '2026-10-31' });
    await screen.findByRole('table');
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      ...{
        by: 'customer',
        since: 'received',
        custId: '7',
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
      from: String(new Date(2026, 9, 1).getTime()),
      to: String(new Date(2026, 10, 1).getTime()),
    });
  });

  it('begins with this month and the eleven before it', async () => {
    await show();
    await screen.findByRole('table');
    const now = new Date();
    expect(Number(asked[0]?.get('from'))).toBe(new Date(now.getFullYear(), now.getMonth() - 11, 1).getTime());
  });

  it.each([
    ['2026-02-02', '2026-02-01'],
    ['2025-01-01', '2026-02-05'],
  ])('says what is wrong with a period from %s to %s, and does not ask for it', async (from, to) => {
    await show({ from, to });
    expect((await screen.findByRole('alert')).textContent).toMatch(/ikke være lengre enn 400 dager/);
    expect(asked).toEqual([]);
  });

  it('says that there were no alarms', async () => {
    report = { total: { ...answers, alarms: 0 }, rows: [] };
    await show();
    expect(await screen.findByText('Ingen alarmer i perioden')).toBeDefined();
  });

  it('changes how the report is divided', async () => {
    await show();
    await userEvent.selectOptions(screen.getByLabelText('Vis etter'), 'Time på døgnet');
    expect(onFilter).toHaveBeenLastCalledWith(expect.objectContaining({ by: 'hour' }));
  });

  it('is saved as a file with the same figures', async () => {
    report = { total: answers, rows: [row('7', { name: 'Solvik' })] };
    await show({ by: 'customer' });
    await userEvent.click(await screen.findByRole('button', { name: 'Eksporter CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const text = new TextDecoder('utf-16le').decode(await saved[0]?.arrayBuffer());
    const figures = '1003;97,5%;99,0%;5;3 t 21 min';
    expect(text.split('\r\n').slice(1).map(plain)).toEqual([
      'Kunde;Alarmer;Innen 60 s;Innen 180 s;Ikke tatt;Lengste ventetid',
      `Solvik;${figures}`,
      `Alle;${figures}`,
      '',
    ]);
  });
});
