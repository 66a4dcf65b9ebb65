import { ModalsProvider } from '@mantine/modals';
import { act, screen, within } from '@testing-library/react';
import type { MessageState } from '@varde/catalogue/message-states';
import type { Alarm, AlarmDetail } from '@varde/contract/alarms';
import type { DeviceDetail } from '@varde/contract/devices';
import type { Transaction } from '@varde/contract/transactions';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { alarmDetail, alarmRecord, deviceDetail, transactionRecord } from '../../testing/records.ts';
import { renderPage, sessionRecord } from '../../testing/render-page.tsx';
import { AlarmContext } from './alarm-context.tsx';
import { AlarmPage } from './alarm-page.tsx';

const drawn = vi.hoisted(() => vi.fn());
vi.mock('#domain/map/device-map.tsx', () => ({
  DeviceMap: (props: object) => {
    drawn(props);
    return 'the map';
  },
}));

const now = new Date(2026, 10, 22, 12, 0).getTime();
const ago = (minutes: number) => now - minutes * 60_000;
let show: (isIntersecting: boolean) => void;
let detail: Partial<AlarmDetail>;
let device: DeviceDetail | null;
let log: Transaction[];
let earlier: Alarm[];
const asked: string[] = [];
const fail = new Set<string>();

beforeAll(() => withAdministrationTexts(async () => undefined));
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now });
  detail = {};
  device = deviceDetail();
  log = [];
  earlier = [];
  asked.length = 0;
  fail.clear();
  drawn.mockClear();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        show = (isIntersecting) => act(() => callback([{ isIntersecting }]));
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, 'http://varde.example');
    asked.push(pathname);
    return answerTo(pathname);
  });
});
afterEach(() => void vi.useRealTimers());

const problem = (status: number, code: string) => Response.json({ code, errors: [] }, { status });
function answerTo(pathname: string): Response {
  if (fail.has(pathname)) return problem(404, 'notFound');
  const answers: Record<string, () => Response> = {
    '/ajax/alarms/1': () => Response.json(alarmDetail(detail)),
    '/ajax/alarms': () => Response.json({ alarms: earlier, nextCursor: null, rev: 1 }),
    '/ajax/devices/1': () => (device ? Response.json(device) : problem(404, 'notFound')),
    '/ajax/devices/1/transactions': () => Response.json({ transactions: log, nextCursor: null }),
    '/ajax/alarms/analysis/1': () => problem(404, 'notFound'),
  };
  return answers[pathname]?.() ?? problem(404, 'notFound');
}

async function open(alarm: Partial<Alarm> = {}) {
  const { cache } = await renderPage(
    <ModalsProvider>
      <AlarmContext alarm={alarmRecord(alarm)} />
    </ModalsProvider>,
    sessionRecord(),
  );
  await vi.waitFor(() => expect(screen.getByText('Meldingen har ingen alarm som du kan se.')).toBeDefined());
  return cache;
}
const part = (name: string) => within(screen.getByRole('region', { name }));
const parts = () =>
  within(screen.getByRole('region', { name: /^Detaljer/ }))
    .getAllByRole('region')
    .map(({ ariaLabel }) => ariaLabel);

describe('the context of an alarm', () => {
  it('has the person with number, note, image and customers, and how the device is', async () => {
    device = deviceDetail({ userImageVersion: 3, battery: 80, abilities: ['userImage'] });
    detail.customersAbove = [{ custId: 1, firmName: 'Solvik kommune' }];
    await open({ formattedPhoneNumE164: '+47 580 00 123', hasNote: true, deviceNote: 'Nøkkel hos naboen' });
    const person = part('Tjenestemottaker');
    expect(person.getByRole('heading', { name: 'Rom 101' })).toBeDefined();
    const link = person.getByRole('link', { name: 'Ring +47 580 00 123' });
    expect(link.getAttribute('href')).toBe('tel:+4758000123');
    expect(person.getByText('Nøkkel hos naboen')).toBeDefined();
    expect(await person.findByText('Solvik kommune › Solvik sykehjem')).toBeDefined();
    const image = await person.findByRole('button', { name: 'Vis bildet' });
    expect(image.querySelector('img')?.style.filter, 'until it is pressed').toBe('blur(18px)');
    expect(person.getByText('80 %')).toBeDefined();
  });

  it('says that there is a note that is not for alarms, and opens it for those who may read it', async () => {
    await open({ hasNote: true });
    expect(await part('Tjenestemottaker').findByText('Det finnes et notat.')).toBeDefined();
  });

  it('opens a note that the user may read', async () => {
    device = deviceDetail({ abilities: ['note'] });
    await open({ hasNote: true });
    (await part('Tjenestemottaker').findByRole('button', { name: 'Vis notatet' })).click();
    expect(await screen.findByRole('dialog', { name: 'Notat om Rom 101' })).toBeDefined();
  });

  it('draws the present place and that of the alarm, only while they are on the screen, and anew only when one has changed', async () => {
    const place = { posLong: 6.1, posType: 0, posAccuracy: null, place: null };
    const alarm = {
      ...{ ...place, posLati: 62.4, posTime: ago(9) },
      latestPlace: { ...place, posLati: 62.5, posTime: ago(1) },
    };
    await open(alarm);
    expect(drawn).not.toHaveBeenCalled();
    show(true);
    await vi.waitFor(() => expect(drawn).toHaveBeenCalled());
    const { positions } = drawn.mock.lastCall?.[0] ?? {};
    expect(positions).toMatchObject([{ posLati: 62.5 }, { posLati: 62.4 }]);
    show(false);
    await vi.waitFor(() => expect(screen.queryByText('the map')).toBeNull());
  });

  it('on the alarm’s own page follows the wearer, who moves without a change of the alarm', async () => {
    const place = { posLong: 6.1, posType: 0, posAccuracy: null, place: null };
    const at = (posLati: number, minutes: number) => ({ ...place, posLati, posTime: ago(minutes) });
    detail = { ...at(62.4, 9), latestPlace: at(62.5, 5), rev: 5 };
    const { cache } = await renderPage(
      <ModalsProvider>
        <AlarmPage alarmId={1} />
      </ModalsProvider>,
    );
    await vi.waitFor(() => expect(screen.getByText('Meldingen har ingen alarm som du kan se.')).toBeDefined());
    show(true);
    const positions = () => drawn.mock.lastCall?.[0].positions ?? [];
    await vi.waitFor(() => expect(positions()).toMatchObject([{ posLati: 62.5 }, { posLati: 62.4 }]));
    const before = positions();
    const live = alarmRecord({ ...at(62.4, 9), latestPlace: at(62.6, 1), rev: 5 });
    await act(async () => cache.setQueryData(alarmsQuery.queryKey, { alarms: [live], nextCursor: null, rev: 5 }));
    await vi.waitFor(() => expect(positions()).toMatchObject([{ posLati: 62.6 }, { posLati: 62.4 }]));
    expect(positions()[0].tranId, 'the map fits its view to another point').not.toBe(before[0].tranId);
    expect(positions()[1].tranId).toBe(before[1].tranId);
  });

  it('on a phone has what comes first in sight, and the rest behind headings that load it once they are opened', async () => {
    const wide = window.matchMedia;
    vi.stubGlobal('matchMedia', (query: string) => ({ ...wide(query), matches: query.includes('max-width') }));
    device = deviceDetail({ abilities: ['transactions'] });
    const place = { posLati: 62.4, posLong: 6.1, posTime: ago(9), posType: 0, posAccuracy: null, place: null };
    detail = { ...place, formattedPhoneNumE164: '+47 580 00 123', deviceNote: 'Nøkkel hos naboen', hasNote: true };
    await renderPage(
      <ModalsProvider>
        <AlarmPage alarmId={1} />
      </ModalsProvider>,
    );
    const parts = ['Tidligere alarmer', 'Kart', 'Siste 6 timer', 'Tidslinje', 'Alle opplysninger'];
    const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
    for (const name of parts) expect((await heading(name)).closest('details')?.open, name).toBe(false);
    expect((await screen.findByText('Nøkkel hos naboen')).closest('details')).toBeNull();
    expect(screen.getAllByRole('link', { name: 'Ring +47 580 00 123' })).toHaveLength(1);
    expect(asked).not.toContain('/ajax/devices/1/transactions');
    const log = (await heading('Siste 6 timer')).closest('details');
    act(() => {
      if (log) log.open = true;
    });
    await vi.waitFor(() => expect(asked).toContain('/ajax/devices/1/transactions'));
    expect(await part('Siste 6 timer').findByText('Ingen meldinger i dette tidsrommet.')).toBeDefined();
  });

  it('counts down to the next receiver, and refetches the list when the alarm changes', async () => {
    const sms = (state: MessageState, at: number) => ({ channel: 'sms' as const, state, at });
    const mail = { channel: 'email' as const, state: 'queued' as const, at: ago(1) };
    const kari = { name: 'Kari', reached: true, messages: [sms('delivered', ago(1)), mail] };
    const told = {
      state: 'running' as const,
      outcome: null,
      receivers: [kari, { name: 'Ola', reached: false, messages: [] }],
    };
    detail = { told: { ...told, nextAt: now + 40_000 }, nextCentre: 'Solvik alarm' };
    const cache = await open();
    const steps = () =>
      part('Varslingsliste')
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    await vi.waitFor(() => expect(steps()).toHaveLength(3));
    expect(steps()).toEqual([
      'KariSMS levert kl. 11:59E-post venter på sending siden kl. 11:59',
      expect.stringMatching(/^Olaom (40|39) s$/),
      'Solvik alarmderetter',
    ]);
    expect(screen.getByText(/^Ola varsles om \d\d s, deretter alarmsentralen\.$/)).toBeDefined();
    act(() => vi.setSystemTime(now + 30_000));
    expect(await screen.findByText(/^Ola varsles om (10|9) s, deretter alarmsentralen\.$/)).toBeDefined();
    act(() => vi.setSystemTime(now + 41_000));
    expect(await screen.findByText('Ola varsles nå, deretter alarmsentralen.')).toBeDefined();
    const ola = { name: 'Ola', reached: false, messages: [sms('failed', now + 41_000)] };
    detail.told = { ...told, receivers: [kari, ola], nextAt: now + 101_000 };
    act(
      () =>
        void cache.setQueryData(alarmsQuery.queryKey, {
          alarms: [alarmRecord({ rev: 2 })],
          nextCursor: null,
          rev: 2,
        }),
    );
    expect(await screen.findByText(/^Alarmsentralen får alarmen om/)).toBeDefined();
    expect(steps()).toEqual([
      'KariSMS levert kl. 11:59E-post venter på sending siden kl. 11:59',
      'OlaSMS kom ikke fram kl. 12:00',
      expect.stringMatching(/^Solvik alarmom/),
    ]);
  });

  it('has what receivers wrote that is no answer, in their own words, and says that it decides nothing', async () => {
    const party = 'Kari Vakt, +4791111111';
    detail = {
      written: [
        { at: ago(1), party, result: 'bySms', words: '2 min unna, kommer nå' },
        { at: ago(2), party: null, result: 'bySms', words: '' },
      ],
    };
    await open();
    const written = await vi.waitFor(() => part('Meldinger fra mottakere'));
    expect(written.getByText('2 min unna, kommer nå').tagName).toBe('Q');
    const rows = written.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      `kl. 11:592 min unna, kommer nå${party} · Med svar på SMS`,
      'kl. 11:58Melding uten tekstUkjent · Med svar på SMS',
    ]);
    expect(written.getByText(/verken tar den eller sier nei/)).toBeDefined();
  });

  it('has what the device has sent in the last six hours, with messages of one kind in one row, and its earlier alarms', async () => {
    log = [
      transactionRecord({ tranId: 4, recTs: ago(2), metyId: 1, subtypes: [1, 5], place: 'Stue' }),
      transactionRecord({ tranId: 3, recTs: ago(4), place: 'Gang' }),
      transactionRecord({ tranId: 2, recTs: ago(359), place: 'Kjøkken' }),
      transactionRecord({ tranId: 1, recTs: ago(361) }),
    ];
    const old = (alarmId: number, fields: Partial<Alarm>) =>
      alarmRecord({ alarmId, receivedAt: ago(alarmId * 60), state: 'reset', outcome: 'test', ...fields });
    earlier = [
      old(9, { receivedAt: now + 1000 }),
      alarmRecord({ receivedAt: now }),
      ...[2, 3, 4, 5, 6, 7].map((id) => old(id, id === 3 ? { metyId: 3, outcome: null, state: 'open' } : {})),
    ];
    await open({ receivedAt: now });
    const rows = (name: string) =>
      part(name)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    await vi.waitFor(() => expect(rows('Siste 6 timer')).toHaveLength(2));
    expect(rows('Siste 6 timer')).toEqual(['11:58Alarm + PosisjonStue', '06:01–11:56Posisjon (2)Gang']);
    await vi.waitFor(() => expect(rows('Tidligere alarmer')).toHaveLength(5));
    expect(rows('Tidligere alarmer').slice(0, 2)).toEqual([
      '22.11.2026 10:00AlarmTest',
      '22.11.2026 09:00FallIkke tatt',
    ]);
    const [first] = part('Tidligere alarmer').getAllByRole('link');
    expect(first?.getAttribute('href')).toBe('/alarms/2');
  });

  it('says what to do next', async () => {
    await open({ formattedPhoneNumE164: '+47 580 00 123' });
    expect(screen.getByText('Ta alarmen, og ring tjenestemottakeren.')).toBeDefined();
  });
});

describe('what the server withholds', () => {
  it('has no part, not even an empty one: neither number, note, image, list, map nor log', async () => {
    device = deviceDetail({ abilities: [], userImageVersion: null });
    await open();
    await vi.waitFor(() => expect(screen.getByText('Enheten har ingen tidligere alarmer.')).toBeDefined());
    expect(parts()).toEqual(['Tjenestemottaker', 'Tidligere alarmer', 'Tidslinje']);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByText(/notat/i)).toBeNull();
    expect(asked).not.toContain('/ajax/devices/1/transactions');
  });

  it('has no part when another customer has the device by now', async () => {
    device = null;
    await open();
    await vi.waitFor(() => expect(screen.getByText('Enheten har ingen tidligere alarmer.')).toBeDefined());
    expect(parts()).toEqual(['Tjenestemottaker', 'Tidligere alarmer', 'Tidslinje']);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is told apart from what could not be loaded', async () => {
    device = deviceDetail({ abilities: ['transactions'] });
    fail.add('/ajax/devices/1/transactions');
    await open();
    expect(await part('Siste 6 timer').findByRole('alert')).toBeDefined();
  });
});
