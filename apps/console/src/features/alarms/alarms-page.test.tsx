import { ModalsProvider } from '@mantine/modals';
import type { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { reopenMs } from '@varde/catalogue/alarms';
import type { Alarm } from '@varde/contract/alarms';
import { routes } from '@varde/contract/routes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import { type AlarmList, mergeAlarms } from '#data/live/patch-alarms.ts';
import { learnServerTime } from '#ui/server-time.ts';
import { alarmRecord } from '../../testing/records.ts';
import { renderPage, sessionRecord } from '../../testing/render-page.tsx';
import { AlarmsPage } from './alarms-page.tsx';

const kari = { userId: 1, name: 'Kari Nes' };
const ola = { userId: 2, name: 'Ola' };
const posted: string[] = [];
let answer: () => Response;
let cache: QueryClient;
let recent: { alarms: Alarm[]; nextCursor: null; rev: number };
beforeEach(() => {
  posted.length = 0;
  recent = { alarms: [], nextCursor: null, rev: 1 };
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method === 'GET' && url.includes('reset=recent')) return Response.json(recent);
    if (method === 'GET') return new Promise(() => undefined);
    posted.push(url);
    return answer();
  });
});

async function show(alarms: Alarm[], context: 'PROFFWEB' | 'AHP' = 'PROFFWEB') {
  ({ cache } = await renderPage(
    <ModalsProvider>
      <main id="main" tabIndex={-1}>
        <AlarmsPage />
      </main>
    </ModalsProvider>,
    sessionRecord({ context }),
  ));
  const set = (next: Alarm[]) =>
    act(() => void cache.setQueryData(alarmsQuery.queryKey, { alarms: next, nextCursor: null, rev: 1 }));
  set(alarms);
  await screen.findByRole('heading', { name: 'Alarmer' });
  return set;
}
const claimed = (alarmId: number, by: typeof ola, fields: Partial<Alarm> = {}) =>
  alarmRecord({ alarmId, state: 'claimed', claimedBy: by, deviceName: by.name, ...fields });
const list = () => screen.getByRole('list', { name: 'Liste over aktive alarmer' });
const names = () =>
  within(list())
    .queryAllByRole('listitem')
    .map(({ ariaLabel }) => ariaLabel);

describe('open alarms', () => {
  const five = () => [
    alarmRecord({ alarmId: 1, deviceName: 'A' }),
    alarmRecord({ alarmId: 2, deviceName: 'B', metyId: 3 }),
    claimed(3, kari),
    claimed(4, ola),
    claimed(5, ola, { metyId: 3 }),
  ];

  it('show the last address of the wearer until the next one is known, and never coordinates after it', async () => {
    const placeAt = (posTime: number, posLati: number) => ({
      ...{ posLati, posLong: 6.1, posTime, posType: 1, posAccuracy: null, place: null },
    });
    const raised = alarmRecord({ alarmId: 1, rev: 1, ...placeAt(1000, 62.4) });
    await show([raised]);
    const row = () => within(list()).getByRole('listitem');
    const text = () => row().textContent?.replace(/\u00a0/g, ' ');
    /** `sign`: something of the message that the row has. */
    const receive = async (fields: Partial<Alarm>, sign: string) => {
      const alarm = { ...raised, ...fields };
      const message = { alarms: [alarm], rev: alarm.rev, complete: false };
      cache.setQueryData<AlarmList>(alarmsQuery.queryKey, (current) => mergeAlarms(current, message));
      await vi.waitFor(() => expect(row().outerHTML).toContain(sign));
    };
    expect(text()).toContain('Ved alarmen: 62.40000, 6.10000');
    await receive({ address: 'Storgata 1, 6002 Ålesund' }, 'Storgata 1');
    const withoutAddress: [Partial<Alarm>, string][] = [
      [{ rev: 2, signalCount: 2 }, 'utløst 2 ganger'],
      [{ rev: 2, latestPlace: placeAt(2000, 62.41) }, '62.41000'],
      [{ rev: 3, state: 'claimed', claimedBy: ola, latestPlace: placeAt(3000, 62.42) }, '62.42000'],
      [{ rev: 1, latestPlace: placeAt(4000, 62.43) }, '62.43000'],
    ];
    for (const [message, sign] of withoutAddress) {
      await receive(message, sign);
      expect(text()).toContain('Ved alarmen: Storgata 1, 6002 Ålesund');
      if (message.latestPlace) expect(text()).toContain('Nå: Storgata 1, 6002 Ålesund');
      expect(text()).not.toMatch(/\d\.\d{5}/);
    }
    await receive({ rev: 4, latestPlace: placeAt(5000, 62.44), latestAddress: 'Lia 7, 6002 Ålesund' }, 'Lia 7');
    await receive({ rev: 5, latestPlace: placeAt(6000, 62.45) }, '62.45000');
    expect(text()).toContain('Nå: Lia 7, 6002 Ålesund');
  });

  it('are counted in three groups, each of which can be shown alone, and filtered by kind', async () => {
    await show(five());
    const group = (name: string) => screen.getByRole('button', { name });
    expect(group('Ikke tatt (2)').ariaPressed).toBe('false');
    await userEvent.click(group('Mine (1)'));
    expect(names()).toEqual(['Alarm: Kari Nes']);
    await userEvent.click(group('Tatt av andre (2)'));
    expect(names()).toEqual(['Fall: Ola', 'Alarm: Ola']);
    await userEvent.selectOptions(screen.getByLabelText('Type alarm'), 'Fall');
    expect(names()).toEqual(['Fall: Ola']);
    await userEvent.click(group('Tatt av andre (2)'));
    expect(names()).toEqual(['Fall: B', 'Fall: Ola']);
  });

  it('at an alarm centre can be shown alone that came to it; nobody else has that filter', async () => {
    const both = [
      alarmRecord({ alarmId: 1, deviceName: 'A', escalatedAt: 7 }),
      alarmRecord({ alarmId: 2, deviceName: 'B' }),
    ];
    await show(both, 'AHP');
    const filter = screen.getByRole('button', { name: 'Overført til alarmsentral' });
    await userEvent.click(filter);
    expect([filter.ariaPressed, names()]).toEqual(['true', ['Alarm: A']]);
    expect(screen.getByText(/utenfor filteret/).textContent).toContain('1');
    await userEvent.click(filter);
    expect(names()).toEqual(['Alarm: A', 'Alarm: B']);
    cleanup();
    await show(both);
    expect(screen.queryByRole('button', { name: 'Overført til alarmsentral' })).toBeNull();
  });

  it('outside of the filter are counted in a line that is there as long as the filter, and that shows them all', async () => {
    const set = await show(five());
    const line = () => screen.queryByText(/utenfor filteret/)?.parentElement?.textContent;
    expect(line(), 'without a filter').toBeUndefined();
    await userEvent.click(screen.getByRole('button', { name: 'Mine (1)' }));
    set([claimed(3, kari), claimed(4, ola)]);
    await vi.waitFor(() => expect(line()).toBe('1 alarm utenfor filteretalle er tattVis alle'));
    set([claimed(3, kari)]);
    await vi.waitFor(() => expect(line()).toBe('Ingen alarmer utenfor filteretVis alle'));
    set([claimed(3, kari), claimed(4, ola), alarmRecord({ alarmId: 6, deviceName: 'Ny' })]);
    await vi.waitFor(() => expect(line()).toBe('2 alarmer utenfor filteret1 er ikke tattVis alle'));
    expect(names()).toEqual(['Alarm: Kari Nes']);
    await userEvent.click(screen.getByRole('button', { name: 'Vis alle' }));
    expect(names()).toEqual(['Alarm: Ny', 'Alarm: Kari Nes', 'Alarm: Ola']);
    expect(line()).toBeUndefined();
    expect(document.activeElement?.contains(screen.getByRole('list', { name: 'Liste over aktive alarmer' }))).toBe(
      true,
    );
    expect(document.activeElement).not.toBe(document.body);
  });

  it('outside of the filter by kind are counted as well, and rows that keep their places are not outside', async () => {
    const set = await show(five());
    await userEvent.selectOptions(screen.getByLabelText('Type alarm'), 'Fall');
    expect(screen.getByText('3 alarmer utenfor filteret')).toBeDefined();
    await userEvent.selectOptions(screen.getByLabelText('Type alarm'), 'Alle typer');
    await userEvent.click(screen.getByRole('button', { name: 'Ikke tatt (2)' }));
    await userEvent.hover(list());
    const [a, ...rest] = five();
    if (!a) throw new Error('five alarms');
    set([{ ...a, state: 'claimed', claimedBy: kari }, ...rest]);
    expect(await screen.findByRole('button', { name: 'Ikke tatt (1)' })).toBeDefined();
    expect(screen.getByText('3 alarmer utenfor filteret')).toBeDefined();
  });

  it('are not taken while a hand-over is unconfirmed, neither for the colleague nor for others', async () => {
    await show([claimed(1, ola, { handedOverBy: kari }), claimed(2, kari, { handedOverBy: ola })]);
    expect(screen.getByRole('button', { name: 'Ikke tatt (2)' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Mine (0)' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Tatt av andre (0)' })).toBeDefined();
  });

  it('at the alarm centre say by colour and in words whether they have come to it, and those that have are first among equals [C4.07]', async () => {
    const waiting = alarmRecord({ alarmId: 1, deviceName: 'A', receivedAt: 1 });
    const come = alarmRecord({
      alarmId: 2,
      deviceName: 'B',
      receivedAt: 2,
      escalatedAt: 5,
      escalatedTo: 'Solvik',
    });
    const worse = alarmRecord({ alarmId: 3, deviceName: 'C', metyId: 3, receivedAt: 3 });
    const rows = () =>
      within(screen.getByRole('list', { name: 'Liste over aktive alarmer' }))
        .getAllByRole('listitem')
        .map((row) => [
          row.style.getPropertyValue('--status-colour'),
          /Ikke overført|Overført til alarmsentral/.exec(row.textContent ?? '')?.[0],
        ]);
    await show([waiting, come, worse], 'AHP');
    expect(names()).toEqual(['Fall: C', 'Alarm: B', 'Alarm: A']);
    expect(rows()).toEqual([
      ['var(--varde-status-status)', 'Ikke overført'],
      ['var(--varde-status-alarm)', 'Overført til alarmsentral'],
      ['var(--varde-status-nonEscalatedAlarm)', 'Ikke overført'],
    ]);
  });

  it('elsewhere are alarms alike, longest waiting first, whether they have come to the alarm centre or not', async () => {
    const waiting = alarmRecord({ alarmId: 1, deviceName: 'A', receivedAt: 1 });
    await show([waiting, alarmRecord({ alarmId: 2, deviceName: 'B', receivedAt: 2, escalatedAt: 5 })]);
    expect(names()).toEqual(['Alarm: A', 'Alarm: B']);
    expect(screen.queryByText(/verført/)).toBeNull();
  });

  it('keep a row that was just claimed in its group while the pointer is there', async () => {
    const set = await show(five());
    await userEvent.click(screen.getByRole('button', { name: 'Ikke tatt (2)' }));
    await userEvent.hover(list());
    const [a, ...rest] = five();
    if (!a) throw new Error('five alarms');
    set([{ ...a, state: 'claimed', claimedBy: kari }, ...rest]);
    expect(await screen.findByRole('button', { name: 'Ikke tatt (1)' })).toBeDefined();
    expect(names()).toContain('Alarm: A');
  });
});

describe('a reset', () => {
  const openReset = async (alarm: Alarm) => {
    await show([alarm]);
    await userEvent.click(screen.getByRole('button', { name: 'Tilbakestill' }));
    return within(await screen.findByRole('dialog'));
  };

  it('has a neutral button until the alarm is claimed', async () => {
    await show([alarmRecord({ alarmId: 1 }), claimed(2, kari)]);
    const variants = screen.getAllByRole('button', { name: 'Tilbakestill' }).map(({ dataset }) => dataset.variant);
    expect(variants).toEqual(['subtle', 'default']);
  });

  it('offers the outcomes as buttons, and requires one of them', async () => {
    const dialog = await openReset(claimed(1, kari));
    const group = within(dialog.getByRole('group', { name: 'Hva hadde skjedd?' }));
    expect(group.getAllByRole('radio')).toHaveLength(5);
    await userEvent.click(dialog.getByRole('button', { name: 'Tilbakestill' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Velg hva som hadde skjedd.');
    expect(posted).toEqual([]);
    expect(dialog.queryByText(/har tatt alarmen og kan være på vei/)).toBeNull();
  });

  it('warns when somebody else has claimed the alarm', async () => {
    const dialog = await openReset(claimed(1, ola));
    expect(dialog.getByText('Ola har tatt alarmen og kan være på vei.')).toBeDefined();
  });
});

describe('an alarm that was just reset', () => {
  const now = new Date(2026, 10, 22, 9, 5).getTime();
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
  afterEach(() => void vi.useRealTimers());
  const reset = (resetAt: number, fields: Partial<Alarm> = {}) =>
    alarmRecord({ state: 'reset', resetBy: ola, resetAt, outcome: 'test', abilities: ['reopen'], ...fields });

  it('is listed under Nylig tilbakestilt with handler and outcome for ten minutes, and is reopened from there', async () => {
    await show([
      reset(now - 60_000, { deviceName: 'Rom 7' }),
      reset(now - reopenMs, { alarmId: 2, deviceName: 'Rom 8' }),
      reset(now - reopenMs - 1, { alarmId: 3, deviceName: 'Rom 9' }),
    ]);
    const section = within(await screen.findByRole('region', { name: 'Nylig tilbakestilt' }));
    const [first, ...others] = section.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(first).toMatch(/Alarm.*Rom 7.*Test · Ola/);
    expect(others).toEqual([expect.stringContaining('Rom 8')]);
    answer = () => Response.json(alarmRecord({ deviceName: 'Rom 7', rev: 5 }));
    await userEvent.click(section.getByRole('button', { name: 'Angre tilbakestillingen: Rom 7' }));
    expect(posted).toEqual([routes.reopenAlarm.path.replace(':alarmId', '1')]);
    await screen.findByRole('listitem', { name: 'Alarm: Rom 7' });
    expect(section.getAllByRole('listitem')).toHaveLength(1);
  });

  it('stands there by the clock of the server, also where that of this computer is an hour ahead', async () => {
    const byServer = now - 3_600_000;
    learnServerTime(new Date(byServer).toUTCString(), now);
    await show([reset(byServer - 60_000, { deviceName: 'Rom 7' })]);
    expect(await screen.findByRole('button', { name: 'Angre tilbakestillingen: Rom 7' })).toBeDefined();
    learnServerTime(new Date(now).toUTCString(), now);
  });

  it('stands there also when it was reset before the page was opened, until it is reopened somewhere', async () => {
    const lately = reset(now - 60_000, { deviceName: 'Rom 9', rev: 3 });
    recent = { alarms: [lately], nextCursor: null, rev: 3 };
    const set = await show([]);
    const section = within(await screen.findByRole('region', { name: 'Nylig tilbakestilt' }));
    expect(section.getByRole('button', { name: 'Angre tilbakestillingen: Rom 9' })).toBeDefined();
    set([{ ...lately, state: 'open', resetBy: null, resetAt: null, rev: 4 }]);
    await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Nylig tilbakestilt' })).toBeNull());
  });

  it('offers no reopening to users who may not, and shows why one failed', async () => {
    const set = await show([reset(now, { abilities: [] })]);
    expect(screen.queryByRole('button', { name: /^Angre/ })).toBeNull();
    set([reset(now, { rev: 2 })]);
    answer = () => Response.json({ code: 'reopenTooLate', errors: [] }, { status: 409 });
    await userEvent.click(await screen.findByRole('button', { name: /^Angre/ }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/for mer enn 10 minutter siden/);
  });
});
