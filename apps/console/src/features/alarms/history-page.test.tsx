import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Alarm } from '@varde/contract/alarms';
import { routes } from '@varde/contract/routes';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { alarmDetail, alarmRecord } from '../../testing/records.ts';
import { renderPage, sessionRecord } from '../../testing/render-page.tsx';
import { watchSight } from '../../testing/watch-sight.ts';
import { AlarmPage } from './alarm-page.tsx';
import { HistoryPage } from './history-page.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

let asked: URLSearchParams[];
let exported: URLSearchParams[];
let pages: Alarm[][];
let alarm: Alarm;
let asksForAlarm: number;
/** Answers that were under way before a change. */
let older: Alarm[];
/** Pages after the first one fail. */
let failing: boolean;
beforeEach(() => {
  asked = [];
  exported = [];
  pages = [[]];
  alarm = alarmRecord({ note: 'Falt i gangen', outcome: 'helped', state: 'reset' });
  asksForAlarm = 0;
  older = [];
  failing = false;
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(800);
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://varde.example');
    if (pathname === routes.exportAlarms.path) {
      exported.push(searchParams);
      const headers = { 'content-disposition': 'attachment; filename="alarmer_20261122095905.csv"' };
      return new Response('the file', { headers });
    }
    if (pathname === '/ajax/alarms/1') {
      asksForAlarm++;
      return Response.json(alarmDetail(older.shift() ?? alarm));
    }
    if (pathname !== routes.listAlarmHistory.path) return new Promise(() => undefined);
    asked.push(searchParams);
    const at = Number(searchParams.get('cursor') ?? 0);
    if (at > 0 && failing) return Response.json({ code: 'validationFailed' }, { status: 400 });
    return Response.json({
      alarms: pages[at] ?? [],
      nextCursor: at + 1 < pages.length ? String(at + 1) : null,
    });
  });
});

const reset = (fields: Partial<Alarm>) =>
  alarmRecord({ state: 'reset', outcome: 'falseAlarm', handledBy: 'Vikar Åse', ...fields });

it('the history requests the filter of the address, with whole days, and shows kind, outcome and handler', async () => {
  pages = [[reset({ metyId: 3 })]];
  const day = new Date(2026, 10, 20).getTime();
  await renderPage(
    <HistoryPage
      filter={{
        search: 'rom',
        cust: 7,
        kind: 3,
        outcome: 'falseAlarm',
        escalated: 'yes',
        who: 'åse',
        from: '2026-11-20',
        to: '2026-11-20',
      }}
      onFilter={vi.fn()}
    />,
  );
  const row = await screen.findByRole('row', { name: /Rom 101/ });
  expect(row.textContent).toMatch(/Fall.*Rom 101.*Solvik sykehjem.*Utløst ved et uhell.*Vikar Åse/);
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    search: 'rom',
    custId: '7',
    metyId: '3',
    outcome: 'falseAlarm',
    escalated: 'yes',
    who: 'åse',
    from: String(day),
    to: String(new Date(2026, 10, 21).getTime()),
    limit: '100',
  });
});

it('a later page that cannot be fetched is said below the rows, and is asked for once, until the user asks again', async () => {
  pages = [[reset({ alarmId: 1 })], [reset({ alarmId: 2, deviceName: 'Rom 202' })]];
  failing = true;
  await renderPage(<HistoryPage filter={{}} onFilter={vi.fn()} />);
  expect((await screen.findByRole('alert')).textContent).toBe('Kunne ikke hente flere rader.');
  const again = screen.getByRole('button', { name: 'Prøv igjen' });
  await userEvent.hover(screen.getByRole('row', { name: /Rom 101/ }));
  expect(asked.map((query) => query.get('cursor'))).toEqual([null, '1']);
  failing = false;
  await userEvent.click(again);
  expect(await screen.findByRole('row', { name: /Rom 202/ })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(asked).toHaveLength(3);
});

it('filters are chosen in the toolbar and removed together', async () => {
  const onFilter = vi.fn();
  await renderPage(<HistoryPage filter={{ search: 'rom' }} onFilter={onFilter} />);
  await userEvent.selectOptions(await screen.findByLabelText('Type alarm'), 'Brann');
  expect(onFilter).toHaveBeenLastCalledWith({ search: 'rom', kind: 27 });
  await userEvent.selectOptions(screen.getByLabelText('Hva hadde skjedd?'), 'Test');
  expect(onFilter).toHaveBeenLastCalledWith({ search: 'rom', outcome: 'test' });
  await userEvent.selectOptions(screen.getByLabelText('Alarmsentral'), 'Ikke overført');
  expect(onFilter).toHaveBeenLastCalledWith({ search: 'rom', escalated: 'no' });
  await userEvent.click(screen.getByRole('button', { name: 'Fjern filtre' }));
  expect(onFilter).toHaveBeenLastCalledWith({});
  expect(await screen.findByText('Fant ingen alarmer')).toBeDefined();
});

it('an export is the server’s file of the filtered history, on the clock of its reader', async () => {
  await renderPage(<HistoryPage filter={{ outcome: 'falseAlarm' }} onFilter={vi.fn()} />);
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:alarms');
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Eksporter CSV' }));
  await vi.waitFor(() => expect(names).toEqual(['alarmer_20261122095905.csv']));
  const [[file] = []] = saved.mock.calls;
  expect(file instanceof Blob && (await file.text())).toBe('the file');
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(exported.map((query) => Object.fromEntries(query))).toEqual([
    { outcome: 'falseAlarm', language: 'nb', timeZone },
  ]);
});

it('a tracker-only user has neither the export nor a link to the history', async () => {
  const session = sessionRecord({ abilities: ['trackerOnly'] });
  await renderPage(<HistoryPage filter={{}} onFilter={vi.fn()} />, session);
  expect(await screen.findByRole('heading', { name: 'Alarmhistorikk' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Eksporter CSV' })).toBeNull();
  cleanup();
  await renderPage(<AlarmPage alarmId={1} />, session);
  expect(await screen.findByRole('heading', { name: 'Alarm: Rom 101' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Alarmhistorikk' })).toBeNull();
  cleanup();
  await renderPage(<AlarmPage alarmId={1} />);
  expect(await screen.findByRole('link', { name: 'Alarmhistorikk' })).toBeDefined();
});

it('one alarm shows everything known about it, with each signal', async () => {
  await renderPage(<AlarmPage alarmId={1} />);
  expect(await screen.findByRole('heading', { name: 'Alarm: Rom 101' })).toBeDefined();
  expect(screen.getByText('Falt i gangen')).toBeDefined();
  expect(screen.getByText('Tjenestemottakeren fikk hjelp')).toBeDefined();
  expect(screen.getByRole('listitem').textContent).toMatch(/1970.*mottatt.*1970/);
});

it('one alarm begins with where the person is, a map program, the number and what to do, and the number stays once it is taken', async () => {
  watchSight();
  const place = { posLati: 62.4722, posLong: 6.1549, posTime: 1_000, posType: 0 };
  alarm = alarmRecord({ ...place, formattedPhoneNumE164: '+47 900 00 001', abilities: ['claim', 'reset'], rev: 5 });
  const { cache } = await renderPage(<AlarmPage alarmId={1} />);
  const actions = await screen.findByRole('group', { name: 'Håndtering av alarmen' });
  const call = () => within(actions).getByRole('link', { name: 'Ring +47 900 00 001' }).getAttribute('href');
  expect(call()).toBe('tel:+4790000001');
  const map = screen.getByRole('link', { name: 'Åpne i kartprogram' });
  expect(map.getAttribute('href')).toContain('mlat=62.4722&mlon=6.1549');
  const step = await screen.findByText('Ta alarmen, og ring tjenestemottakeren.');
  const order = [screen.getByRole('heading', { level: 1 }), map, actions, step, screen.getByText('Status')];
  for (const [at, part] of order.slice(1).entries())
    expect(order[at]?.compareDocumentPosition(part)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);

  alarm = { ...alarm, state: 'claimed', claimedBy: { userId: 1, name: 'Kari Nes' }, abilities: ['reset'], rev: 6 };
  act(() => cache.setQueryData(alarmsQuery.queryKey, { alarms: [alarm], nextCursor: null, rev: 6 }));
  expect(await screen.findByText('Ring tjenestemottakeren, og tilbakestill alarmen når alt er i orden.')).toBeDefined();
  expect(call()).toBe('tel:+4790000001');
  expect(within(actions).getByRole('button', { name: 'Tilbakestill' }), 'an end').toBeDefined();
});

it('one alarm has the number of the person once also when it is reset, beside the person and not among what to do', async () => {
  watchSight();
  alarm = alarmRecord({ state: 'reset', formattedPhoneNumE164: '+47 900 00 001', abilities: [] });
  await renderPage(<AlarmPage alarmId={1} />);
  const link = await screen.findByRole('link', { name: 'Ring +47 900 00 001' });
  expect(link.getAttribute('href')).toBe('tel:+4790000001');
  expect(link.closest('section')?.ariaLabel).toBe('Tjenestemottaker');
});

it('one alarm follows what others do: its state, who has it and the buttons, and no other alarm makes it ask again', async () => {
  alarm = alarmRecord({ abilities: ['claim', 'reset', 'share'], rev: 5 });
  const { cache } = await renderPage(<AlarmPage alarmId={1} />);
  await screen.findByRole('button', { name: 'Del' });
  const state = () => screen.getByText('Status').nextSibling?.textContent;
  expect(state()).toBe('Ikke tatt');
  expect(screen.queryByRole('button', { name: 'Overfør' })).toBeNull();
  const live = (...alarms: Alarm[]) =>
    act(async () => void cache.setQueryData(alarmsQuery.queryKey, { alarms, nextCursor: null, rev: 9 }));
  await live(alarm, alarmRecord({ alarmId: 2, rev: 8 }));
  expect(asksForAlarm, 'its revision is known').toBe(1);
  const others = alarm;
  alarm = {
    ...others,
    state: 'claimed',
    claimedBy: { userId: 2, name: 'Ola' },
    abilities: ['handOver'],
    rev: 9,
  };
  await live({ ...others, rev: 9 });
  expect(await screen.findByRole('button', { name: 'Overfør' })).toBeDefined();
  expect(state()).toBe('Tatt');
  expect(screen.getByText('Ola')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Del' })).toBeNull();
  expect(asksForAlarm).toBe(2);
});

it('one alarm is taken, handed over and reset on its own page, and the focus stays among the actions', async () => {
  alarm = alarmRecord({ abilities: ['claim', 'reset', 'share'], rev: 5 });
  const { cache } = await renderPage(<AlarmPage alarmId={1} />);
  const actions = within(await screen.findByRole('group', { name: 'Håndtering av alarmen' }));
  const group = (name: string) => within(screen.getByRole('group', { name })).getAllByRole('button');
  const names = () =>
    ['Håndtering av alarmen', 'Andre handlinger'].map((name) => group(name).map(({ textContent }) => textContent));
  expect(names()).toEqual([['Ta alarmen'], ['Tilbakestill', 'Del']]);
  const taken: Alarm = {
    ...alarm,
    ...{ state: 'claimed', claimedBy: { userId: 1, name: 'Kari Nes' }, rev: 6 },
    abilities: ['release', 'handOver', 'reset', 'share'],
  };
  act(() => actions.getByRole('button', { name: 'Ta alarmen' }).focus());
  alarm = taken;
  await act(async () => cache.setQueryData(alarmsQuery.queryKey, { alarms: [taken], nextCursor: null, rev: 6 }));
  expect(await actions.findByText('Du har tatt alarmen')).toBeDefined();
  expect(names()).toEqual([['Tilbakestill'], ['Slipp alarmen', 'Overfør', 'Del']]);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Håndtering av alarmen');
});

it('one alarm is asked for again when the answer is older than the change', async () => {
  alarm = alarmRecord({ rev: 5 });
  const { cache } = await renderPage(<AlarmPage alarmId={1} />);
  await screen.findByText('Ikke tatt');
  older = [alarm];
  alarm = { ...alarm, state: 'claimed', claimedBy: { userId: 2, name: 'Ola' }, rev: 9 };
  await act(async () => {
    cache.setQueryData(alarmsQuery.queryKey, { alarms: [{ ...alarm }], nextCursor: null, rev: 9 });
  });
  expect(await screen.findByText('Tatt')).toBeDefined();
  expect(asksForAlarm).toBe(3);
});
