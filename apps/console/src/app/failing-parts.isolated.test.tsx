import { act, fireEvent, screen, within } from '@testing-library/react';
import type { Alarm } from '@varde/contract/alarms';
import { routes } from '@varde/contract/routes';
import { createElement, type FunctionComponent } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#data/api/query-client.ts';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import type { LiveChannel, LiveStatus } from '#data/live/live-channel.ts';
import { sessionQuery } from '#data/session.ts';
import { alarmsOf, playAlarmSound, type SoundPlayer } from '#features/alarms/play-alarm-sound.ts';
import { ErrorBoundary } from '#ui/error-boundary.tsx';
import { alarmDetail, alarmRecord, deviceDetail } from '../testing/records.ts';
import { sessionRecord } from '../testing/render-page.tsx';
import { translatePage } from '../testing/translate-page.ts';
import { BareConsole } from './bare-console.tsx';
import { Providers } from './providers.tsx';
import { createConsoleRouter } from './router.tsx';

/** Parts that throw as soon as they are rendered again. */
const failing = vi.hoisted(() => new Set<string>());
/** A module whose components throw while they are to. */
const wrapped = vi.hoisted(() => (name: string, module: Record<string, unknown>) => {
  const wrap = (value: unknown) =>
    typeof value !== 'function'
      ? value
      : Object.assign((props: object) => {
          if (failing.has(name)) throw new Error(`${name} fails`);
          return createElement(value as FunctionComponent, props);
        }, value);
  return Object.fromEntries(
    Object.entries(module).map(([key, value]) => [key, /^[A-Z]/.test(key) ? wrap(value) : value]),
  );
});
vi.mock('#features/alarms/alarm-context.tsx', async (real) => wrapped('details', await real()));
vi.mock('#features/alarms/alarm-person.tsx', async (real) => wrapped('person', await real()));
vi.mock('#features/alarms/list-progress.tsx', async (real) => wrapped('list', await real()));
vi.mock('#features/alarms/earlier-alarms.tsx', async (real) => wrapped('earlier alarms', await real()));
vi.mock('#features/alarms/alarm-map.tsx', async (real) => wrapped('map', await real()));
vi.mock('#features/alarms/last-hours.tsx', async (real) => wrapped('last hours', await real()));
vi.mock('#domain/alarms/alarm-timeline.tsx', async (real) => wrapped('timeline', await real()));
vi.mock('#features/alarms/alarm-facts.tsx', async (real) => wrapped('facts of the rows', await real()));
vi.mock('#features/alarms/alarm-handling.tsx', async (real) => wrapped('actions of the rows', await real()));
vi.mock('#features/alarms/alarm-bar.tsx', async (real) => wrapped('bar', await real()));
vi.mock('#features/alarms/alarm-region.tsx', async (real) => wrapped('rows', await real()));
vi.mock('#features/alarms/alarm-announcer.tsx', async (real) => wrapped('announcer', await real()));
vi.mock('#features/alarms/sound-control.tsx', async (real) => wrapped('sound control', await real()));
vi.mock('./status-strip.tsx', async (real) => wrapped('status strip', await real()));
vi.mock('./tab-title.tsx', async (real) => wrapped('title of the tab', await real()));
vi.mock('./navigation-bar.tsx', async (real) => wrapped('navigation', await real()));
vi.mock('./user-menu.tsx', async (real) => wrapped('user menu', await real()));
vi.mock('./shell.tsx', async (real) => wrapped('frame', await real()));
vi.mock('./providers.tsx', async (real) => wrapped('whole console', await real()));
vi.mock('#features/alarms/history-page.tsx', async (real) => wrapped('page', await real()));

const tones = vi.fn();
const node = () => ({
  ...{ connect: (next: unknown) => next, start: tones, stop: () => undefined },
  ...{ frequency: {}, gain: { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined } },
});
class Audio {
  state = 'running';
  currentTime = 0;
  createOscillator = node;
  createGain = node;
  close = async () => undefined;
}

class InView {
  observe = () => undefined;
  disconnect = () => undefined;
}

const place = { posLati: 62.4, posLong: 6.1, posTime: 1000, posType: 1, posAccuracy: 5 };
const alarms = [
  alarmRecord({ alarmId: 1, ...place }),
  alarmRecord({ alarmId: 2, deviceName: 'Rom 102' }),
  alarmRecord({ alarmId: 3, deviceName: 'Rom 103' }),
];
const answers: Record<string, unknown> = {
  [routes.getAlarm.path.replace(':alarmId', '1')]: alarmDetail({
    ...alarms[0],
    told: { state: 'ended', outcome: 'exhausted', nextAt: null, receivers: [] },
  }),
  [routes.getAlarmAnalysis.path.replace(':tranId', '1')]: { alarms: [] },
  '/ajax/devices/1': deviceDetail({ abilities: ['transactions'] }),
};
const connected: LiveStatus = { state: 'connected', since: 0 };
const channel: LiveChannel = {
  subscribe: () => () => undefined,
  status: () => connected,
  onStatus: () => () => undefined,
  stop: () => undefined,
};

let cache: ReturnType<typeof createQueryClient>;
let sound: SoundPlayer;
let root: Root;
let container: HTMLElement;

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** As the live channel does it. */
const show = (now: readonly Alarm[]) =>
  act(async () => {
    cache.setQueryData(alarmsQuery.queryKey, { alarms: [...now], nextCursor: null, rev: 1 });
    await vi.advanceTimersByTimeAsync(50);
  });
const rows = () => [...document.querySelectorAll('[data-alarm]')].map((row) => row.getAttribute('aria-label'));
async function tonesIn(ms: number): Promise<number> {
  tones.mockClear();
  await pass(ms);
  return tones.mock.calls.length;
}

beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  failing.clear();
  vi.stubGlobal('AudioContext', Audio);
  vi.stubGlobal('IntersectionObserver', InView);
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, 'http://varde.example');
    const answer = answers[pathname];
    return answer === undefined ? new Promise(() => undefined) : Response.json(answer);
  });
  location.hash = '#/alarms/history';
  cache = createQueryClient();
  cache.setQueryData(sessionQuery.queryKey, sessionRecord());
  cache.setQueryData(alarmsQuery.queryKey, { alarms: [...alarms], nextCursor: null, rev: 0 });
  sound = playAlarmSound(1, alarmsOf(cache));
});
/** The console as it is started, with the parts that fail. */
async function open(...parts: string[]): Promise<void> {
  for (const part of parts) failing.add(part);
  container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container, { onCaughtError: () => undefined });
  const router = createConsoleRouter();
  await router.load();
  act(() =>
    root.render(
      <ErrorBoundary fallback={(retry) => <BareConsole cache={cache} onRetry={retry} />}>
        <Providers {...{ cache, channel, router, sound }} />
      </ErrorBoundary>,
    ),
  );
  await pass(50);
  await unfold();
}
/** Opens the rows from the bar, where there is one. */
async function unfold(): Promise<void> {
  const bar = screen.queryByRole('button', { name: /^3 aktive alarmer/, expanded: false });
  if (bar) fireEvent.click(bar);
  await pass(50);
}
function close(): void {
  act(() => root.unmount());
  container.remove();
}
afterEach(() => {
  close();
  sound.stop();
  location.hash = '';
  vi.useRealTimers();
});

async function openDetails(): Promise<HTMLElement> {
  const row = await screen.findByRole('listitem', { name: 'Alarm: Rom 101' });
  fireEvent.click(within(row).getByRole('button', { name: 'Detaljer' }));
  return screen.findByRole('region', { name: 'Detaljer om alarmen: Rom 101' });
}
const everyAlarm = ['Alarm: Rom 101', 'Alarm: Rom 102', 'Alarm: Rom 103'];
const way = /^(Prøv igjen|Vis hele raden)$/;

describe('the open alarms and their sound', () => {
  it.each(['details', 'person', 'list', 'earlier alarms', 'map', 'last hours', 'timeline'])(
    'go on when of the details of one the %s part throws, in whose place there is a way back',
    async (part) => {
      await open();
      await openDetails();
      failing.add(part);
      await show(alarms.map((alarm) => ({ ...alarm, rev: 2 })));
      const retry = await screen.findByRole('button', { name: way });
      expect(rows()).toEqual(everyAlarm);
      expect(await tonesIn(10_000)).toBeGreaterThan(8);
      failing.clear();
      fireEvent.click(retry);
      await pass(50);
      expect(screen.queryByRole('button', { name: way })).toBeNull();
    },
  );

  it.each([
    ...['facts of the rows', 'actions of the rows', 'rows', 'bar', 'announcer', 'status strip', 'sound control'],
    ...['navigation', 'user menu', 'page', 'frame', 'whole console'],
  ])('go on when the %s throws, in whose place there is a way back', async (part) => {
    await open(part);
    const before = await screen.findAllByRole('button', { name: way });
    expect(rows()).toEqual(everyAlarm);
    expect(await tonesIn(10_000)).toBeGreaterThan(8);
    failing.clear();
    for (const retry of before) fireEvent.click(retry);
    await pass(50);
    await unfold();
    expect(screen.queryByRole('button', { name: way })).toBeNull();
    expect(rows()).toEqual(everyAlarm);
  });

  it('go on when the title of the tab cannot be rendered', async () => {
    await open('title of the tab');
    expect(rows()).toEqual(everyAlarm);
    expect(await tonesIn(10_000)).toBeGreaterThan(8);
  });

  it.each(['facts of the rows', 'rows', 'bar', 'frame', 'whole console'])(
    'can be taken and opened where the %s could not be rendered',
    async (part) => {
      await open(part);
      const row = await screen.findByRole('listitem', { name: 'Alarm: Rom 102' });
      expect(within(row).getByRole('link', { name: 'Detaljer' }).getAttribute('href')).toBe('#/alarms/2');
      const claimed = { ...alarms[1], state: 'claimed', claimedBy: { userId: 1, name: 'Kari' }, rev: 5 };
      answers[routes.claimAlarm.path.replace(':alarmId', '2')] = claimed;
      fireEvent.click(within(row).getByRole('button', { name: 'Ta alarmen' }));
      await pass(50);
      expect(within(row).queryByRole('button', { name: 'Ta alarmen' })).toBeNull();
      expect(cache.getQueryData(alarmsQuery.queryKey)?.alarms).toContainEqual(claimed);
    },
  );
});

describe('one odd alarm', () => {
  it('costs the others neither their rows nor their sound, and has a row itself', async () => {
    await open();
    const odd = alarmRecord({ alarmId: 4, deviceName: 'Rom 104', happenedAt: 9e15, metyId: 99_999 });
    await show([odd, ...alarms]);
    expect(rows().toSorted()).toEqual([...everyAlarm, 'Ukjent melding: Rom 104'].toSorted());
    await show([odd, ...alarms.map((alarm) => ({ ...alarm, state: 'claimed' as const }))]);
    expect(await tonesIn(10_000), 'it sounds').toBeGreaterThan(8);
  });
});

describe('a page that the browser translates all the same', () => {
  let stop = () => {};
  afterEach(() => stop());

  it('opens the details of an alarm, takes it, and sounds on for the others', async () => {
    await open();
    stop = translatePage();
    const details = await openDetails();
    await pass(2000);
    const claimed = alarmRecord({
      ...alarms[0],
      state: 'claimed',
      claimedBy: { userId: 1, name: 'Kari' },
      rev: 5,
    });
    answers[routes.claimAlarm.path.replace(':alarmId', '1')] = claimed;
    fireEvent.click(screen.getAllByRole('button', { name: 'Ta alarmen' })[0] as HTMLElement);
    await pass(2000);
    await show(alarms.map((alarm) => (alarm.alarmId === 1 ? claimed : { ...alarm, signalCount: 2, rev: 6 })));
    expect(rows().toSorted()).toEqual(everyAlarm);
    expect(screen.queryByRole('button', { name: way })).toBeNull();
    expect(details.isConnected).toBe(true);
    expect(screen.getByRole('listitem', { name: 'Alarm: Rom 101' }).textContent).toContain('Du har tatt alarmen');
    expect(await tonesIn(10_000)).toBeGreaterThan(8);
  });
});
