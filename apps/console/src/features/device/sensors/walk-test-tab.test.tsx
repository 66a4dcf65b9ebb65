import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { WalkTestRow } from '@varde/contract/device-logs';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type LiveChannel, openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { type FakeSocket, fakeLiveServer } from '../../../testing/fake-live-server.ts';
import { isOff } from '../../../testing/is-off.ts';
import { deviceDetail } from '../../../testing/records.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { WalkTestTab } from './walk-test-tab.tsx';

const topic = '/topic/walktest/1';
const startedAt = Date.UTC(2026, 0, 2, 11);
const row = (fields: Partial<WalkTestRow> = {}): WalkTestRow => ({
  ...{ gatewayId: '4100010', name: 'Inngangsdør', sensorTypeCode: 'magnetic', sensorTypeName: 'doorContact' },
  ...{ dect: false, signalStrength: 8, date: '2026-01-02', time: startedAt + 60_000 },
  ...fields,
});
const before = row({ gatewayId: '4100020', name: 'Stue', signalStrength: 3, time: startedAt - 1 });
const never = row({ gatewayId: '4100030', name: 'Bad', signalStrength: null, date: null, time: null });

let walkTest: { state: string; remaining: number; startedAt: number | null; sensors: WalkTestRow[] };
let channel: LiveChannel;
let sockets: FakeSocket[];
const fetched = vi.fn<typeof fetch>();
beforeAll(() => withDevicePageTexts(async () => undefined));
beforeEach(() => {
  sockets = fakeLiveServer();
  channel = openLiveChannel({
    origin: 'http://v.example',
    onSessionEnded: vi.fn(),
    onRightsChanged: vi.fn(),
  });
  walkTest = { state: 'idle', remaining: 0, startedAt: null, sensors: [before, never] };
  fetched.mockReset();
  fetched.mockImplementation(async (url) => {
    if (String(url).endsWith('/walk_test/start')) walkTest = { ...walkTest, state: 'starting' };
    if (String(url).endsWith('/walk_test/stop')) walkTest = { ...walkTest, state: 'ending' };
    return Response.json(walkTest);
  });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  // A run that the page leaves is stopped at the server of its own test.
  cleanup();
  channel.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const changes = () =>
  fetched.mock.calls
    .filter(([, init]) => (init?.method ?? 'GET') !== 'GET')
    .map(([url]) => String(url).replace(/^.*\/ajax\/devices\/1/, ''));
async function show() {
  const page = await renderPage(
    <LiveProvider channel={channel}>
      <WalkTestTab device={deviceDetail({ dehaId: 13, deviceSerialNumber: 'SO000001' })} tab="walk-test" />
    </LiveProvider>,
  );
  act(() => sockets[0]?.accept());
  return page;
}
async function showRunning(sensors: WalkTestRow[]) {
  walkTest = { state: 'active', remaining: 1800, startedAt, sensors };
  const page = await show();
  await screen.findByRole('button', { name: 'Stopp dekningstest' });
  await waitFor(() => expect(sockets[0]?.subscribed()).toContain(topic));
  return page;
}
const tell = (message: unknown) => act(async () => sockets[0]?.tell(topic, message));
const history = () => screen.getByRole('rowgroup', { name: 'Ikke målt i denne testen' });
const namesIn = (part: HTMLElement) =>
  within(part)
    .getAllByRole('row')
    .slice(1)
    .map((each) => within(each).getAllByRole('cell')[0]?.textContent);

it('[D2.119] lists the sensors with type, serial, signal and time', async () => {
  await showRunning([row(), never]);
  const cells = (name: string) =>
    within(screen.getByRole('row', { name: new RegExp(name) }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(cells('Inngangsdør').slice(0, 4)).toEqual(['Inngangsdør', 'Dørsensor', '410001', 'Meget godt (8)']);
  expect(cells('Inngangsdør')[4]).toMatch(/^02\.01\.2026/);
  expect(cells('Bad')).toEqual(['Bad', 'Dørsensor', '410003', 'Ikke målt', '']);
});

it('[D4.061 D4.062] is started and stopped, and follows its topic while it runs', async () => {
  await show();
  expect(await screen.findByText('Dekningstesten er ikke i gang.')).toBeDefined();
  expect(sockets[0]?.subscribed()).not.toContain(topic);
  fireEvent.click(screen.getByRole('button', { name: 'Start dekningstest' }));
  await waitFor(() => expect(changes()).toEqual(['/walk_test/start']));
  await waitFor(() => expect(sockets[0]?.subscribed()).toContain(topic));
  walkTest = { ...walkTest, state: 'active', remaining: 1800, startedAt };
  expect(await screen.findByText(/^Dekningstesten pågår\. \d+:\d\d igjen\.$/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Stopp dekningstest' }));
  await waitFor(() => expect(changes()).toEqual(['/walk_test/start', '/walk_test/stop']));
});

it('[D2.120 D4.066] what is measured in this run leaves the history', async () => {
  await showRunning([before, never]);
  expect(namesIn(history())).toEqual(['Stue', 'Bad']);
  await tell({ sensors: [row({ ...never, signalStrength: 9, time: startedAt + 5000 })] });
  await waitFor(() => expect(namesIn(history())).toEqual(['Stue']));
  expect(screen.getByRole('row', { name: /Bad/ }).textContent).toContain('Utmerket (9)');
});

it('[D8.011] messages that are not understood are only logged', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await showRunning([before]);
  await tell({ sensors: [{ signalStrength: 4 }] });
  await tell({});
  expect(logged).toHaveBeenCalledTimes(2);
  expect(namesIn(history())).toEqual(['Stue']);
  expect(screen.queryByRole('alert')).toBeNull();
  logged.mockRestore();
});

it('[D4.063] is read when its seconds are over, which ends it, and not only at the next turn', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  // An odd number, since the turns come every two seconds.
  const endsAt = Date.now() + 31_000;
  const reads: number[] = [];
  fetched.mockImplementation(async () => {
    const remaining = Math.max(0, endsAt - Date.now()) / 1000;
    reads.push(Date.now() - endsAt);
    const state = remaining > 0 ? 'active' : 'idle';
    return Response.json({ ...walkTest, startedAt, state, remaining });
  });
  await show();
  await screen.findByRole('button', { name: 'Stopp dekningstest' });
  await vi.advanceTimersByTimeAsync(endsAt + 4000 - Date.now());
  expect(await screen.findByRole('button', { name: 'Start dekningstest' })).toBeDefined();
  const [first = 0] = reads.filter((after) => after >= 0);
  expect(first).toBeLessThan(1000);
  expect(changes()).toEqual([]);
});

it('[D4.064] stops when the tab is left', async () => {
  const { unmount } = await showRunning([before]);
  unmount();
  await waitFor(() => expect(changes()).toEqual(['/walk_test/stop']));
});

it('[D4.065] stops when the contact with the server is lost', async () => {
  await showRunning([before]);
  await act(async () => sockets[0]?.end(1006));
  await waitFor(() => expect(changes()).toEqual(['/walk_test/stop']));
});

it('[D4.065] says at once that it is cut off, and is not stopped twice', async () => {
  await showRunning([before]);
  expect(screen.getByText(/^Dekningstesten pågår/)).toBeDefined();
  await act(async () => sockets[0]?.end(1006));
  expect(screen.getByRole('alert').textContent).toMatch(/^Kontakten med serveren er brutt\. Dekningstesten er stanset/);
  expect(screen.queryByText(/^Dekningstesten pågår/)).toBeNull();
  expect(isOff(screen.getByRole('button', { name: 'Start dekningstest' }))).toBe(true);
  await waitFor(() => expect(sockets).toHaveLength(2));
  act(() => sockets[1]?.accept());
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(changes()).toEqual(['/walk_test/stop']);
});

it('[D4.065] says that it goes on in the unit as long as the server could not be told', async () => {
  await showRunning([before]);
  const answered = fetched.getMockImplementation();
  fetched.mockRejectedValue(new TypeError('no network'));
  await act(async () => sockets[0]?.end(1006));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Kontakten med serveren er brutt. Varde stanser dekningstesten når kontakten er tilbake. Til da går den videre i enheten.',
  );
  if (answered) fetched.mockImplementation(answered);
  await waitFor(() => expect(sockets).toHaveLength(2));
  act(() => sockets[1]?.accept());
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.getByText('Stopper …')).toBeDefined();
});

it('[D2.121 D9.029 D9.030 D9.031] is exported under the serial number of the device and the date, without the rows that have no signal', async () => {
  const saved: [string, Blob][] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(['', blob as Blob]);
    return 'blob:walk-test';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    for (const file of saved) file[0] = this.download;
  });
  walkTest.sensors = [row({ time: new Date(2026, 0, 2, 12, 30).getTime() }), never];
  await show();
  const button = await screen.findByRole('button', { name: 'Eksporter til CSV' });
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 0, 2, 12, 31, 5) });
  fireEvent.click(button);
  expect(saved[0]?.[0]).toBe('dekningstest_SO000001_20260102123105.csv');
  const text = new TextDecoder('utf-16le').decode(await saved[0]?.[1].arrayBuffer());
  expect(text.trim().split('\r\n').slice(1)).toEqual([
    'Dato;Tid;Type;Serienummer;Navn;Signalstyrke',
    '02.01.2026;12:30;Dørsensor;410001;Inngangsdør;8',
  ]);
});

it('cannot be exported while nothing is measured', async () => {
  walkTest.sensors = [never];
  await show();
  expect(isOff(await screen.findByRole('button', { name: 'Eksporter til CSV' }))).toBe(true);
});
