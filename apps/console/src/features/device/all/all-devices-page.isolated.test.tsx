import { useMantineColorScheme } from '@mantine/core';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { warningFlags } from '@varde/catalogue/warning-flags';
import type { LiveMessage } from '@varde/contract/live';
import type { MapCluster, MapDevice, MapPosition, MapView } from '@varde/contract/map';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LiveChannel, openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { type FakeSocket, fakeLiveServer } from '../../../testing/fake-live-server.ts';
import { transactionRecord } from '../../../testing/records.ts';
import { renderPage, sessionRecord } from '../../../testing/render-page.tsx';
import { AllDevicesPage } from './all-devices-page.tsx';
import type { MapChoice } from './map-choice.ts';

/** The calls to the map; its markers are in the document. */
const drawn = vi.hoisted(() => ({
  placed: [] as [name: string | null, at: [number, number]][],
  fitted: [] as [bounds: number[], options: { maxZoom: number }][],
  view: { west: 5, south: 58, east: 12, north: 64, zoom: 6.7 },
  opened: [] as { center: [number, number]; zoom: number }[],
  moved: () => {},
  zoomed: () => {},
  broken: false,
}));
vi.mock('maplibre-gl', () => ({
  setWorkerUrl: () => undefined,
  addProtocol: () => undefined,
  NavigationControl: class {},
  ScaleControl: class {},
  Marker: class {
    #element: HTMLElement;
    constructor({ element }: { element: HTMLElement }) {
      this.#element = element;
    }
    #at: [number, number] = [0, 0];
    setLngLat(at: [number, number]) {
      this.#at = at;
      drawn.placed.push([this.#element.getAttribute('aria-label'), at]);
      return this;
    }
    getLngLat() {
      return this.#at;
    }
    addTo() {
      document.body.append(this.#element);
      return this;
    }
    getElement() {
      return this.#element;
    }
    remove() {
      this.#element.remove();
    }
  },
  Map: class {
    constructor({ center, zoom }: { center: [number, number]; zoom: number }) {
      if (drawn.broken) throw new Error('no WebGL');
      drawn.opened.push({ center, zoom });
    }
    on(event: string, handler: () => void) {
      if (event === 'moveend') drawn.moved = handler;
      if (event === 'zoomend') drawn.zoomed = handler;
    }
    /** 10 pixels a degree at zoom 6. */
    project([lng, lat]: [number, number]) {
      const scale = 10 * 2 ** (drawn.view.zoom - 6.7);
      return { x: lng * scale, y: -lat * scale };
    }
    addControl(control: { onAdd?: () => HTMLElement }) {
      if (control.onAdd) document.body.append(control.onAdd());
    }
    getZoom() {
      return drawn.view.zoom;
    }
    getCenter() {
      const { west, south, east, north } = drawn.view;
      return { lat: (south + north) / 2, lng: (west + east) / 2 };
    }
    getBounds() {
      const { west, south, east, north } = drawn.view;
      return { getWest: () => west, getSouth: () => south, getEast: () => east, getNorth: () => north };
    }
    getContainer() {
      return { clientWidth: 360 };
    }
    fitBounds(bounds: number[], options: { maxZoom: number }) {
      drawn.fitted.push([bounds, options]);
      drawn.moved();
    }
    remove() {}
  },
}));

const noFlags = Object.fromEntries(warningFlags.map((flag) => [flag, false])) as Record<
  (typeof warningFlags)[number],
  boolean
>;
const position = (deviId: number, fields: Partial<MapPosition> = {}): MapPosition => ({
  ...{ tranId: deviId, deviId, deviceName: `Rom ${deviId}`, posLati: 60, posLong: 10, posTime: 1000, posType: 0 },
  ...{ sat: 9, hdop: 1, accuracy: null, drawMarker: true, lastMsgIn: 1000, status: 'clear' },
  ...noFlags,
  ...fields,
});
const device = ({ deviId: id, deviceName, posTime }: MapPosition): MapDevice => ({
  ...{ id, deviceName, serialNumber: `SN${id}`, dehaId: 34, custId: 1, connected: true, minionTwin: false },
  ...{ vardeAsReceiver: false, gx8: false, devices: [], lastMsgIn: 1000, posTime },
});
const cluster = (key: string, fields: Partial<MapCluster> = {}): MapCluster => ({
  ...{ key, count: 40, status: 'battery', posLati: 61, posLong: 11 },
  ...{ west: 10.9, south: 60.9, east: 11.1, north: 61.1 },
  ...fields,
});

let channel: LiveChannel;
let sockets: FakeSocket[];
let view: MapView;
let consent: boolean;
let asked: URL[];
const askedFor = (path: string) => asked.filter(({ pathname }) => pathname === path);
const onMap = '/ajax/map/devices';
const inLog = '/ajax/map/transactions';
let uuid = 0;

function shows(positions: MapPosition[], clusters: MapCluster[] = [], fields: Partial<MapView> = {}): void {
  const total = positions.length + clusters.reduce((sum, { count }) => sum + count, 0);
  view = { total, placed: total, positions, devices: positions.map(device), clusters, leftOut: 0, ...fields };
}

beforeEach(() => {
  sockets = fakeLiveServer();
  channel = openLiveChannel({ origin: 'http://v.example', onSessionEnded: vi.fn(), onRightsChanged: vi.fn() });
  consent = true;
  asked = [];
  drawn.placed.splice(0);
  drawn.fitted.splice(0);
  drawn.opened.splice(0);
  drawn.broken = false;
  drawn.view = { west: 5, south: 58, east: 12, north: 64, zoom: 6.7 };
  shows([position(1)]);
  const rows = (from: number) =>
    Array.from({ length: 25 }, (_, n) => ({
      ...transactionRecord({ tranId: from - n, deviId: 7 }),
      deviceName: 'Rom 7',
    }));
  const answerTo = ({ pathname, searchParams }: URL): unknown => {
    if (pathname === '/ajax/profile/map_consent') return { given: consent };
    if (pathname === '/ajax/config') return { tilesUrl: null, tilesAttribution: null };
    if (pathname === '/ajax/alarms') return { alarms: [], nextCursor: null, rev: 1 };
    if (pathname === onMap) return { uuid: `00000000-0000-8000-8000-${String(++uuid).padStart(12, '0')}`, view };
    return searchParams.has('cursor')
      ? { transactions: rows(25), nextCursor: null }
      : { transactions: rows(50), nextCursor: 'next' };
  };
  vi.stubGlobal(
    'fetch',
    vi.fn(async (address: string) => {
      const url = new URL(address, 'http://v.example');
      asked.push(url);
      return Response.json(answerTo(url));
    }),
  );
});
afterEach(() => {
  cleanup();
  channel.stop();
  document.body.replaceChildren();
  vi.useRealTimers();
});

const live = (part: ReactNode) => <LiveProvider channel={channel}>{part}</LiveProvider>;
const show = (choice: MapChoice = {}, onChoice = vi.fn(), session = sessionRecord()) =>
  renderPage(live(<AllDevicesPage choice={choice} onChoice={onChoice} />), session, '/map');
const mark = (name: string) =>
  waitFor(() => required(document.querySelector<HTMLElement>(`[data-kind][aria-label="${name}"]`)));
function required<Found>(found: Found | null | undefined): Found {
  if (found === null || found === undefined) throw new Error('not there');
  return found;
}
const region = (name: string) =>
  waitFor(() => required(document.querySelector<HTMLElement>(`section[aria-label="${name}"]`)));
const refreshed = async () => {
  const before = askedFor(onMap).length;
  await act(async () => vi.advanceTimersByTimeAsync(20_000));
  await waitFor(() => expect(askedFor(onMap).length).toBeGreaterThan(before));
};

it('[D2.122 D2.136 D2.137 D2.138] has a heading with the number of devices, then the map, then the log', async () => {
  shows([position(1)], [cluster('a')], { total: 1204, placed: 41 });
  await show();
  const heading = screen.getByRole('heading', { level: 1, name: 'Kart' });
  expect(await screen.findByText(/^1\s204 enheter$/)).toBeDefined();
  const unplaced = screen.getByRole('link', { name: /^1\s163 uten posisjon$/ });
  expect(unplaced.getAttribute('href')).toBe('/vardes?unplaced=1');
  const [map, log] = [await region('Kart over alle enheter'), await region('Transaksjonslogg for alle enheter')];
  for (const [first, second] of [
    [heading, map],
    [map, log],
  ] as const)
    expect(first.compareDocumentPosition(second)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('[D7.083 D7.089] says that data is being initialised until the devices are there, all of the world first', async () => {
  await show();
  expect(screen.getByText('Initialisering av data')).toBeDefined();
  await mark('Rom 1 · OK');
  expect(screen.queryByText('Initialisering av data')).toBeNull();
  const [first] = askedFor(onMap);
  expect(Object.fromEntries(first?.searchParams ?? [])).toEqual({
    ...{ west: '-180.0000', south: '-85.0000', east: '180.0000', north: '85.0000', zoom: '4' },
  });
});

it('goes where the devices are, and then asks for what it shows, with a margin', async () => {
  shows([position(1)], [cluster('a')]);
  await show();
  await waitFor(() => expect(drawn.fitted).toHaveLength(1));
  expect(drawn.fitted[0]?.[0]).toEqual([10, 60, 11.1, 61.1]);
  await waitFor(() => expect(askedFor(onMap)).toHaveLength(2));
  expect(Object.fromEntries(askedFor(onMap).at(-1)?.searchParams ?? [])).toEqual({
    ...{ west: '3.6000', south: '56.8000', east: '13.4000', north: '65.2000', zoom: '6' },
  });
});

it('[D2.124] a click on a marker leads to the map of its device', async () => {
  const { router } = await show();
  await userEvent.click(await mark('Rom 1 · OK'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/mapsingle/1'));
});

it('a click on a cluster, and its row below the map, look at it closely', async () => {
  shows([], [cluster('a')]);
  await show();
  await userEvent.click(await mark('40 enheter, verste status: Lavt batteri'));
  await waitFor(() =>
    expect(drawn.fitted.at(-1)).toEqual([[10.9, 60.9, 11.1, 61.1], expect.objectContaining({ maxZoom: 20 })]),
  );
  const before = drawn.fitted.length;
  await userEvent.click(screen.getByRole('button', { name: 'Vis 40 enheter i kartet' }));
  await waitFor(() => expect(drawn.fitted).toHaveLength(before + 1));
});

it('the focus stays below the map when the row of a cluster goes with it', async () => {
  shows([], [cluster('a')]);
  await show();
  await waitFor(() => expect(askedFor(onMap)).toHaveLength(2));
  shows([position(1)]);
  drawn.view = { west: 10.9, south: 60.9, east: 11.1, north: 61.1, zoom: 12 };
  await userEvent.click(screen.getByRole('button', { name: 'Vis 40 enheter i kartet' }));
  await screen.findByRole('link', { name: 'Rom 1' });
  expect(document.activeElement).toBe(await region('Enheter i kartutsnittet'));
});

it('"Vis alle" leads back to where the devices are, from wherever the map has been moved to', async () => {
  await show();
  await waitFor(() => expect(drawn.fitted).toHaveLength(1));
  await waitFor(() => expect(askedFor(onMap)).toHaveLength(2));
  drawn.view = { west: 24, south: 69, east: 26, north: 71, zoom: 9.5 };
  act(() => drawn.moved());
  await waitFor(() => expect(askedFor(onMap)).toHaveLength(3));
  expect(drawn.fitted).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Vis alle' }));
  await waitFor(() =>
    expect(drawn.fitted.map(([bounds]) => bounds)).toEqual([
      [10, 60, 10, 60],
      [10, 60, 10, 60],
    ]),
  );
});

it('those without a position are a link to them with the filters of the map, unless warnings are chosen', async () => {
  shows([position(1)], [], { total: 3 });
  await show({ search: 'sol', wifi: 1 });
  const link = await screen.findByRole('link', { name: '2 uten posisjon' });
  expect(link.getAttribute('href')).toMatch(/^\/vardes\/search=sol\?(?=.*wifi=1)(?=.*unplaced=1)/);
  cleanup();
  await show({ filters: 'GEOFENCE' });
  expect(await screen.findByText('2 uten posisjon')).toBeDefined();
  expect(screen.queryByRole('link', { name: '2 uten posisjon' })).toBeNull();
});

let choose: (choice: MapChoice) => void;
function ChangingPage() {
  const [choice, setChoice] = useState<MapChoice>({});
  choose = (next) => act(() => setChoice(next));
  return <AllDevicesPage choice={choice} onChoice={setChoice} />;
}

it('goes where the devices are that another search finds, also after a cluster has been looked at', async () => {
  shows([], [cluster('a')]);
  await renderPage(live(<ChangingPage />), sessionRecord(), '/map');
  await userEvent.click(await mark('40 enheter, verste status: Lavt batteri'));
  await waitFor(() => expect(drawn.fitted.at(-1)?.[1]).toMatchObject({ maxZoom: 20 }));
  const before = drawn.fitted.length;
  shows([position(1)]);
  choose({ search: 'Rom' });
  await mark('Rom 1 · OK');
  await waitFor(() => expect(drawn.fitted.length).toBeGreaterThan(before));
  expect(drawn.fitted.slice(before).map(([bounds]) => bounds)).toEqual([[10, 60, 10, 60]]);
});

function Coloured() {
  const { setColorScheme } = useMantineColorScheme();
  return (
    <>
      <button type="button" onClick={() => setColorScheme('dark')}>
        Mørkt
      </button>
      <AllDevicesPage choice={{}} onChoice={vi.fn()} />
    </>
  );
}

it('is where it was when it is opened anew in other colours', async () => {
  await renderPage(live(<Coloured />), sessionRecord(), '/map');
  await mark('Rom 1 · OK');
  await waitFor(() => expect(drawn.fitted).toHaveLength(1));
  expect(drawn.opened.at(-1)).toEqual({ center: [10.53775, 62.91776], zoom: 4 });
  const before = drawn.opened.length;
  drawn.view = { west: 24, south: 69, east: 26, north: 71, zoom: 9.5 };
  act(() => drawn.moved());
  await userEvent.click(screen.getByRole('button', { name: 'Mørkt' }));
  await waitFor(() => expect(drawn.opened.length).toBeGreaterThan(before));
  expect(drawn.opened.at(-1)).toEqual({ center: [25, 70], zoom: 9.5 });
});

it('stays with its marks when what it is moved to cannot be fetched, and says so', async () => {
  await show();
  const one = await mark('Rom 1 · OK');
  await waitFor(() => expect(askedFor(onMap)).toHaveLength(2));
  expect(screen.queryByRole('alert')).toBeNull();
  const usual = vi.mocked(fetch).getMockImplementation();
  vi.mocked(fetch).mockImplementation(async (address) =>
    new URL(String(address), 'http://v.example').pathname === onMap
      ? Response.json({ code: 'notAllowed', status: 403 }, { status: 403 })
      : ((await usual?.(address)) as Response),
  );
  drawn.view = { west: 24, south: 69, east: 26, north: 71, zoom: 9.5 };
  act(() => drawn.moved());
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(one.isConnected).toBe(true);
  expect(screen.getByRole('link', { name: 'Rom 1' })).toBeDefined();
  expect(drawn.opened).toHaveLength(1);
});

it('draws alarms last, and marks them as such', async () => {
  shows(
    [
      position(1, { status: 'fire', fireWarning: true }),
      position(2, { status: 'alarm', alarmWarning: true }),
      position(3, { status: 'battery', batteryWarning: true }),
      position(4),
    ],
    [cluster('a')],
  );
  await show();
  await mark('Rom 4 · OK');
  const kinds = Array.from(document.querySelectorAll<HTMLElement>('[data-kind]'), (each) => each.dataset.kind);
  expect(kinds).toEqual(['cluster', 'warning', 'device', 'alarm', 'alarm']);
  expect(drawn.placed.at(-1)?.[0]).toMatch(/^Rom 1/);
});

const labels = () =>
  Array.from(document.querySelectorAll<HTMLElement>('[data-kind="alarm"]:not([data-unlabelled])'), (each) => [
    each.querySelector('small')?.textContent,
    each.style.getPropertyValue('--label-lift'),
  ]);

it('the names of alarms at one place are above each other, the most urgent at its mark, until the map is closer', async () => {
  const alarm = (deviId: number, fields: Partial<MapPosition> = {}) =>
    position(deviId, { status: 'alarm', alarmWarning: true, ...fields });
  shows([alarm(1), alarm(2, { posLati: 60.1 }), alarm(3), alarm(4, { posLong: 40 })]);
  await show();
  await mark('Rom 1 · Alarm');
  expect(labels()).toEqual([
    ['Rom 4 · Alarm', '0px'],
    ['Rom 3 · Alarm', '52px'],
    ['Rom 2 · Alarm', '25px'],
    ['Rom 1 · Alarm', '0px'],
  ]);
  drawn.view = { ...drawn.view, zoom: 20 };
  act(() => drawn.zoomed());
  expect(labels()).toContainEqual(['Rom 2 · Alarm', '0px']);
  expect(labels()).toContainEqual(['Rom 3 · Alarm', '26px']);
});

it('where more alarms are at one place than names have room, it is said how many, and each is in the table', async () => {
  shows(Array.from({ length: 7 }, (_, n) => position(n + 1, { status: 'alarm', alarmWarning: true })));
  await show();
  await mark('Rom 7 · Alarm');
  expect(labels().map(([name]) => name)).toEqual([
    'Rom 4 · Alarm og 3 alarmer til her',
    'Rom 3 · Alarm',
    'Rom 2 · Alarm',
    'Rom 1 · Alarm',
  ]);
  expect(document.querySelectorAll('[data-kind="alarm"]')).toHaveLength(7);
  for (let n = 1; n <= 7; n++) expect(screen.getByRole('link', { name: `Rom ${n}` })).toBeDefined();
});

it('says that the browser cannot show the map for as long as that is so', async () => {
  drawn.broken = true;
  const user = userEvent.setup();
  await renderPage(live(<Coloured />), sessionRecord(), '/map');
  const failed = 'Nettleseren kan ikke vise kartet. Enhetene finner du i tabellen under.';
  expect(await screen.findByText(failed)).toBeDefined();
  drawn.broken = false;
  await user.click(screen.getByRole('button', { name: 'Mørkt' }));
  await mark('Rom 1 · OK');
  expect(screen.queryByText(failed)).toBeNull();
});

it('from the keyboard each mark in view has a row that does what a click on the mark does', async () => {
  const user = userEvent.setup();
  shows([position(1, { status: 'alarm', alarmWarning: true }), position(2)], [cluster('a')]);
  const { router } = await show();
  await mark('Rom 2 · OK');
  const table = await region('Enheter i kartutsnittet');
  const rows = within(table).getAllByRole('row').slice(1);
  const marks = Array.from(document.querySelectorAll<HTMLElement>('[data-kind]'));
  expect(rows).toHaveLength(marks.length);
  const doneBy = async (act: () => Promise<void>) => {
    drawn.fitted.splice(0);
    await router.navigate({ to: '/map' });
    await act();
    return JSON.stringify([router.state.location.pathname, drawn.fitted]);
  };
  for (const [name, row] of [
    ['Rom 1 · Alarm', 0],
    ['Rom 2 · OK', 1],
    ['40 enheter, verste status: Lavt batteri', 2],
  ] as const) {
    const byClick = await doneBy(async () => user.click(await mark(name)));
    const byKey = await doneBy(async () => {
      const control = rows[row]?.querySelector<HTMLElement>('a, button');
      expect(control?.tabIndex).toBe(0);
      control?.focus();
      await user.keyboard('{Enter}');
    });
    expect(byKey, name).toBe(byClick);
    expect(byKey).toMatch(row < 2 ? `/mapsingle/${row + 1}` : '10.9');
  }
});

it('a place at 0,0 has no marker, and is said to be none', async () => {
  shows([position(1), position(2, { drawMarker: false, posLati: 0, posLong: 0 })]);
  await show();
  await mark('Rom 1 · OK');
  expect(document.querySelector('[data-kind][aria-label^="Rom 2"]')).toBeNull();
  const row = screen.getByRole('link', { name: 'Rom 2' }).closest('tr');
  expect(row?.textContent).toContain('Ugyldig posisjon');
  expect(drawn.fitted[0]?.[0]).toEqual([10, 60, 10, 60]);
});

it('each marker is reachable from the table below the map, 25 at first', async () => {
  shows(Array.from({ length: 30 }, (_, n) => position(n + 1)));
  await show();
  const table = within(await region('Enheter i kartutsnittet'));
  expect(table.getAllByRole('link')).toHaveLength(25);
  await userEvent.click(table.getByRole('button', { name: 'Vis flere' }));
  const links = table.getAllByRole('link');
  expect(links).toHaveLength(30);
  expect(links[29]?.getAttribute('href')).toBe('/mapsingle/30');
  for (const each of document.querySelectorAll<HTMLElement>('[data-kind]')) expect(each.tabIndex).toBe(-1);
});

it('[D9.034] is fetched again every 20 seconds with its log, and a device that has moved moves its marker alone', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  shows([position(1), position(2, { posLati: 61 })], [cluster('a')]);
  await show();
  const [one, two] = [await mark('Rom 1 · OK'), await mark('Rom 2 · OK')];
  await waitFor(() => expect(askedFor(onMap)).toHaveLength(2));
  drawn.placed.splice(0);
  const logs = askedFor(inLog).length;
  shows([position(1), position(2, { posLati: 62 })], [cluster('a')]);
  await refreshed();
  await waitFor(() => expect(drawn.placed).toEqual([['Rom 2 · OK', [10, 62]]]));
  expect(askedFor(inLog).length).toBeGreaterThan(logs);
  expect([one.isConnected, two.isConnected]).toEqual([true, true]);
  shows([position(1, { status: 'alarm', alarmWarning: true })], [cluster('a')]);
  await refreshed();
  await waitFor(() => expect(two.isConnected).toBe(false));
  expect([one.isConnected, one.dataset.kind]).toEqual([true, 'alarm']);
  expect(drawn.placed).toHaveLength(1);
});

/** The latest view that is followed. */
const followed = () =>
  sockets[0]?.frames.findLast(({ headers }) => headers.destination === '/topic/map')?.headers.query ?? '';
const tell = (message: LiveMessage<'mapMoves'>) => act(() => sockets[0]?.tell('/topic/map', message));

it('a device that moves moves its marker, by the live channel and by no fetch, and nothing else is touched', async () => {
  shows([position(1), position(2, { posLati: 61 })], [cluster('a')]);
  await show();
  act(() => sockets[0]?.accept());
  const marks = [await mark('Rom 1 · OK'), await mark('Rom 2 · OK')];
  await waitFor(() => expect(askedFor(onMap)).toHaveLength(2));
  await waitFor(() => expect(followed()).toBe(`uuid=00000000-0000-8000-8000-${String(uuid).padStart(12, '0')}`));
  drawn.placed.splice(0);
  const before = marks.map(({ outerHTML }) => outerHTML);
  const posTime = Date.UTC(2026, 2, 1, 12);
  tell({
    moves: [
      { deviId: 2, posLati: 62, posLong: 10.5, posTime },
      { deviId: 99, posLati: 1, posLong: 1, posTime },
    ],
  });
  await waitFor(() => expect(drawn.placed).toEqual([['Rom 2 · OK', [10.5, 62]]]));
  tell({
    moves: [
      { deviId: 2, posLati: 62, posLong: 10.5, posTime },
      { deviId: 1, posLati: 60.5, posLong: 10, posTime },
    ],
  });
  await waitFor(() => expect(drawn.placed.slice(1)).toEqual([['Rom 1 · OK', [10, 60.5]]]));
  expect(marks.map(({ isConnected }) => isConnected)).toEqual([true, true]);
  expect(marks.map(({ outerHTML }) => outerHTML)).toEqual(before);
  const row = screen.getByRole('link', { name: 'Rom 2' }).closest('tr');
  expect(row?.textContent).toContain('01.03.26 12:00:00');
  expect(askedFor(onMap)).toHaveLength(2);
});

it('the next view says where a device is, whatever was told before, and is followed then', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await show();
  act(() => sockets[0]?.accept());
  await mark('Rom 1 · OK');
  await waitFor(() => expect(askedFor(onMap)).toHaveLength(2));
  await waitFor(() => expect(followed()).not.toBe(''));
  tell({ moves: [{ deviId: 1, posLati: 62, posLong: 10, posTime: 9000 }] });
  await waitFor(() => expect(drawn.placed.at(-1)).toEqual(['Rom 1 · OK', [10, 62]]));
  const before = followed();
  shows([position(1, { posLati: 61 })]);
  await refreshed();
  await waitFor(() => expect(drawn.placed.at(-1)).toEqual(['Rom 1 · OK', [10, 61]]));
  await waitFor(() => expect(followed()).not.toBe(before));
  expect(sockets[0]?.following().filter((destination) => destination === '/topic/map')).toHaveLength(1);
});

it('a move that comes while a view is fetched takes no device back from where the answer has it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await show();
  act(() => sockets[0]?.accept());
  await mark('Rom 1 · OK');
  await waitFor(() => expect(askedFor(onMap)).toHaveLength(2));
  await waitFor(() => expect(followed()).not.toBe(''));
  shows([position(1, { posLati: 63, posTime: 3000 })]);
  const usual = vi.mocked(fetch).getMockImplementation();
  const arrives = Promise.withResolvers<void>();
  vi.mocked(fetch).mockImplementation(async (address) => {
    const answer = (await usual?.(address)) as Response;
    if (new URL(String(address), 'http://v.example').pathname === onMap) await arrives.promise;
    return answer;
  });
  await refreshed();
  tell({ moves: [{ deviId: 1, posLati: 62, posLong: 10, posTime: 2000 }] });
  await waitFor(() => expect(drawn.placed.at(-1)).toEqual(['Rom 1 · OK', [10, 62]]));
  await act(async () => arrives.resolve());
  await waitFor(() => expect(drawn.placed.at(-1)).toEqual(['Rom 1 · OK', [10, 63]]));
  tell({ moves: [{ deviId: 1, posLati: 64, posLong: 10, posTime: 4000 }] });
  await waitFor(() => expect(drawn.placed.at(-1)).toEqual(['Rom 1 · OK', [10, 64]]));
});

it('a view of clusters alone is not followed: nothing moves in it', async () => {
  shows([], [cluster('a')]);
  await show();
  act(() => sockets[0]?.accept());
  await mark('40 enheter, verste status: Lavt batteri');
  await waitFor(() => expect(askedFor(onMap)).toHaveLength(2));
  shows([position(1)], [cluster('a')]);
  drawn.view = { ...drawn.view, zoom: 9 };
  act(() => drawn.moved());
  await mark('Rom 1 · OK');
  await waitFor(() => expect(sockets[0]?.following()).toContain('/topic/map'));
  expect(sockets[0]?.subscribed().filter((destination) => destination === '/topic/map')).toHaveLength(1);
});

it('a view that the server does not know is fetched again at once', async () => {
  await show();
  act(() => sockets[0]?.accept());
  await mark('Rom 1 · OK');
  await waitFor(() => expect(askedFor(onMap)).toHaveLength(2));
  await waitFor(() => expect(followed()).not.toBe(''));
  tell({ moves: [], unknown: true });
  await waitFor(() => expect(askedFor(onMap)).toHaveLength(3));
});

it('[D7.079] sends the uuid of the view that it has, and keeps that when nothing has changed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await show();
  const one = await mark('Rom 1 · OK');
  await waitFor(() => expect(askedFor(onMap)).toHaveLength(2));
  const fetched = vi.mocked(fetch);
  const usual = fetched.getMockImplementation();
  fetched.mockImplementation(async (address) => {
    const url = new URL(String(address), 'http://v.example');
    const known = url.searchParams.get('uuid');
    if (url.pathname !== onMap || known === null) return (await usual?.(address)) as Response;
    asked.push(url);
    return Response.json({ uuid: known, view: null });
  });
  await refreshed();
  expect(askedFor(onMap).at(-1)?.searchParams.get('uuid')).toMatch(/^00000000-/);
  expect(one.isConnected).toBe(true);
});

it('[D9.035 D9.045 D9.046] the log has the name of the device among its columns, and 25 more rows by its button', async () => {
  await show();
  const log = within(await region('Transaksjonslogg for alle enheter'));
  const headers = (await log.findAllByRole('columnheader')).map(({ textContent }) => textContent);
  expect(headers).toEqual([
    ...['Nr.', 'Tid', 'Enhet', 'Melding', 'Kilde', 'Sensor', 'Posisjon', 'Satellitter', 'Mobilsignal', 'Batteri'],
  ]);
  expect(log.getAllByRole('row')).toHaveLength(26);
  const [, first] = log.getAllByRole('row');
  expect(within(first as HTMLElement).getAllByRole('cell')).toHaveLength(10);
  expect(within(first as HTMLElement).getByText('Rom 7')).toBeDefined();
  await userEvent.click(log.getByRole('button', { name: 'Vis flere' }));
  await waitFor(() => expect(log.getAllByRole('row')).toHaveLength(51));
  const queries = askedFor(inLog).map(({ searchParams }) => Object.fromEntries(searchParams));
  expect(queries).toEqual([
    { maxTransactionId: '0', transactionCount: '25' },
    { maxTransactionId: '0', transactionCount: '25', cursor: 'next' },
  ]);
});

it('asks for no position before the notice is confirmed', async () => {
  consent = false;
  await show();
  const ok = await screen.findByText('OK');
  expect([...askedFor(onMap), ...askedFor(inLog)]).toEqual([]);
  await userEvent.click(ok);
  await mark('Rom 1 · OK');
});

/** A page that a press leaves, and opens again. */
function Left() {
  const [isLeft, leave] = useState(false);
  return (
    <>
      <button type="button" onClick={() => leave(!isLeft)}>
        Et annet sted
      </button>
      {!isLeft && <AllDevicesPage choice={{}} onChoice={vi.fn()} />}
    </>
  );
}

it('shows no position of an earlier look before the notice is confirmed again', async () => {
  consent = false;
  await renderPage(live(<Left />), sessionRecord(), '/map');
  await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
  await mark('Rom 1 · OK');
  for (const _ of ['left', 'opened again'])
    await userEvent.click(screen.getByRole('button', { name: 'Et annet sted' }));
  const ok = await screen.findByRole('button', { name: 'OK' });
  expect(screen.queryByRole('region', { name: 'Enheter i kartutsnittet', hidden: true })).toBeNull();
  await userEvent.click(ok);
  expect(await region('Enheter i kartutsnittet')).toBeDefined();
});

it('the search, the filter by warnings and those of the list are asked of both, and can be changed', async () => {
  const onChoice = vi.fn();
  await show({ search: 'sol', filters: 'GEOFENCE,NOTHING', wifi: 1, dehaId: 34 }, onChoice);
  await mark('Rom 1 · OK');
  const wanted = { search: 'sol', filters: 'GEOFENCE', wifi: '1', dehaId: '34' };
  for (const path of [onMap, inLog])
    expect(Object.fromEntries(askedFor(path)[0]?.searchParams ?? [])).toMatchObject(wanted);
  expect(screen.getByRole('link', { name: 'Vis i liste' }).getAttribute('href')).toMatch(
    /^\/vardes\/search=sol\?(dehaId=34&wifi=1|wifi=1&dehaId=34)$/,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Fjern 2 filtre fra listen' }));
  expect(onChoice).toHaveBeenLastCalledWith({ search: 'sol', filters: 'GEOFENCE,NOTHING' });
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'berg' } });
  fireEvent.blur(screen.getByRole('searchbox'));
  expect(onChoice).toHaveBeenLastCalledWith(expect.objectContaining({ search: 'berg', wifi: 1 }));
});

it('a tracker has the map without the log', async () => {
  await show({}, vi.fn(), sessionRecord({ abilities: ['trackerOnly'] }));
  await mark('Rom 1 · OK');
  expect(askedFor(inLog)).toEqual([]);
  expect(screen.queryByRole('region', { name: 'Transaksjonslogg for alle enheter' })).toBeNull();
});

it('says what is left out, where nobody has a place, and where no device is found', async () => {
  shows([position(1)], [], { leftOut: 12 });
  const { unmount } = await show();
  expect(await screen.findByText('12 enheter til er i utsnittet. Zoom inn for å se dem.')).toBeDefined();
  unmount();
  shows([], [], { total: 4, placed: 0 });
  await show();
  expect(await screen.findByText('Ingen av enhetene har en kjent posisjon.')).toBeDefined();
  expect(drawn.fitted).toHaveLength(1);
  cleanup();
  shows([], [], { total: 0, placed: 0 });
  await show();
  expect(await screen.findByText('Fant ingen enheter.')).toBeDefined();
});
