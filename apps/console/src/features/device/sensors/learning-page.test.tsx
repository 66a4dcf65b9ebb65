import { ModalsProvider } from '@mantine/modals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LearningSensor, SensorRow } from '@varde/contract/sensors';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LiveChannel, openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { type FakeSocket, fakeLiveServer } from '../../../testing/fake-live-server.ts';
import { isOff } from '../../../testing/is-off.ts';
import { deviceDetail } from '../../../testing/records.ts';
import { renderPage, sessionRecord } from '../../../testing/render-page.tsx';
import { sensorRow } from '../../../testing/sensor-records.ts';
import { LearningPage } from './learning-page.tsx';

const topic = '/topic/locallearning/1';
const heard: LearningSensor = {
  id: '4200010',
  rssi: 7,
  type: '32',
  time: 1000,
  added: false,
  pending: false,
};
let learning: { state: string; learningRemaining: number; sensors: LearningSensor[] };
let existing: SensorRow[];
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
  learning = { state: 'idle', learningRemaining: 0, sensors: [] };
  existing = [sensorRow()];
  fetched.mockReset();
  fetched.mockImplementation(async (url, init) => {
    const path = String(url).replace(/^.*\/ajax/, '');
    if (path.endsWith('/local_learning/start')) learning = { ...learning, state: 'starting' };
    if (path.endsWith('/local_learning/stop')) learning = { ...learning, state: 'ending' };
    if (path.includes('/local_learning/sensors')) learning.sensors = [{ ...heard, pending: true }];
    if (path.includes('/local_learning')) return Response.json(learning);
    if (path.endsWith('/sensors') && init?.method !== 'POST')
      return Response.json({ sensors: existing, isSyncing: false, sensorRefresh: 10 });
    if (path === '/session') return Response.json(sessionRecord()); // read again when the contact is back
    if (path.endsWith('/devices/1')) return Response.json(deviceDetail({ dehaId: 13 }));
    return Response.json(path.endsWith('/commands') ? { commands: [] } : {});
  });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  // A run that the page leaves is stopped at the server of its own test.
  cleanup();
  channel.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const changes = () =>
  fetched.mock.calls
    .filter(([, init]) => (init?.method ?? 'GET') !== 'GET')
    .map(([url]) => String(url).replace(/^.*\/ajax\/devices\/1/, ''));
const show = () =>
  renderPage(
    <LiveProvider channel={channel}>
      <ModalsProvider />
      <LearningPage deviId={1} />
    </LiveProvider>,
  );
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const found = () => screen.getByRole('list', { name: 'Nye sensorer' });
async function showActive(sensors: LearningSensor[] = []) {
  learning = { state: 'active', learningRemaining: 180, sensors };
  const page = await show();
  act(() => sockets[0]?.accept());
  await screen.findByRole('button', { name: 'Avslutt læring' });
  await waitFor(() => expect(sockets[0]?.subscribed()).toContain(topic));
  return page;
}
const tell = (message: unknown) => act(async () => sockets[0]?.tell(topic, message));

describe('the page of local learning', () => {
  it('[D2.093 D2.094 D2.095 D2.096 D2.098 D2.100] has its title, a description, start, cancel, a way by serial number, and the existing sensors', async () => {
    const { router } = await show();
    expect(await screen.findByRole('heading', { name: 'Lokal læring' })).toBeDefined();
    expect(screen.getByText(/^Enheten lytter etter sensorer i noen minutter\./)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Start' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Legg til med serienummer' })).toBeDefined();
    const existing = screen.getByRole('list', { name: 'Sensorer i enheten' });
    expect(await within(existing).findByText('Inngangsdør')).toBeDefined();
    await press('Avbryt');
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/1/13/sensor'));
  });

  it('[D4.045] is idle, starting with a loader, active, and ending with a loader', async () => {
    await show();
    await press('Start');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Start' }).dataset.loading).toBe('true'));
    expect(screen.getByText('Starter …')).toBeDefined();
    learning = { ...learning, state: 'active', learningRemaining: 180 };
    expect(await screen.findByText(/^[23]:\d\d igjen$/)).toBeDefined();
    await press('Avslutt læring');
    await waitFor(() => expect(changes()).toEqual(['/local_learning/start', '/local_learning/stop']));
    cleanup();
    await show();
    expect(await screen.findByText('Avslutter …')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Avslutt læring' }).dataset.loading).toBe('true');
    learning = { ...learning, state: 'idle', learningRemaining: 0 };
    const start = await screen.findByRole('button', { name: 'Start' });
    expect(start.dataset.loading).toBeUndefined();
  });

  it('becomes active also while the unit reports more often than its state is read', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    learning = { state: 'starting', learningRemaining: 0, sensors: [] };
    await show();
    act(() => sockets[0]?.accept());
    await waitFor(() => expect(sockets[0]?.subscribed()).toContain(topic));
    learning = { state: 'active', learningRemaining: 180, sensors: [] };
    for (let reports = 0; reports < 6; reports++) {
      await tell({ sensors: [heard] });
      await act(() => vi.advanceTimersByTimeAsync(500));
    }
    expect(screen.getByRole('button', { name: 'Avslutt læring' })).toBeDefined();
  });

  it('[D2.101] says that it waits until a sensor communicates', async () => {
    await showActive();
    expect(screen.getByText('Venter på at sensorer sender …')).toBeDefined();
    await tell({ sensors: [heard] });
    await waitFor(() => expect(screen.queryByText('Venter på at sensorer sender …')).toBeNull());
  });

  it('[D4.046 D4.051 D2.099] follows the topic of its device while it is active, and lists what is heard once each', async () => {
    const { unmount } = await showActive();
    await waitFor(() => expect(sockets[0]?.subscribed()).toContain(topic));
    await tell({ sensors: [heard] });
    await tell({
      sensors: [
        { ...heard, rssi: 9 },
        { ...heard, id: '4200020', type: '5' },
      ],
    });
    await waitFor(() =>
      expect(
        within(found())
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual(['Dra-snor enhet420001 · Utmerket (9)Legg til', 'Vannsensor420002 · Meget godt (7)Legg til']),
    );
    unmount();
  });

  it('[D4.046] follows nothing while it is idle', async () => {
    await show();
    await screen.findByRole('button', { name: 'Start' });
    expect(sockets[0]?.subscribed()).not.toContain(topic);
  });

  it('[D4.052 D4.053] only logs entries without an id and messages of another form', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await showActive();
    await waitFor(() => expect(sockets[0]?.subscribed()).toContain(topic));
    await tell({ sensors: [{ rssi: 3 }, heard, null] });
    await tell({ sensors: 'none' });
    await tell({});
    expect(await within(found()).findAllByRole('listitem')).toHaveLength(1);
    expect(logged).toHaveBeenCalledTimes(3);
    expect(screen.queryByRole('alert')).toBeNull();
    logged.mockRestore();
  });

  it('says at its buttons what becomes of the learning, and of the sensors that were added', async () => {
    const explains = (name: string) => {
      const id = screen.getByRole('button', { name }).getAttribute('aria-describedby');
      return document.getElementById(id ?? '')?.textContent ?? '';
    };
    await showActive();
    for (const name of ['Avslutt læring', 'Avbryt'])
      expect(explains(name)).toMatch(/stanser begge læringen .* Sensorer som er lagt til, beholdes/);
    cleanup();
    learning = { state: 'idle', learningRemaining: 0, sensors: [] };
    await show();
    await screen.findByRole('button', { name: 'Start' });
    expect(explains('Avbryt')).toMatch(/går tilbake til sensorene/);
  });

  it('a sensor that was learned and not named is called by its type and its number', async () => {
    existing = [
      sensorRow({
        sensor: { deseId: 1, gatewayId: '4200010', name: '420001', type: { code: '32', supportedFunctions: [] } },
      }),
      sensorRow({
        sensor: { deseId: 2, gatewayId: '4200020', name: '', type: { code: '67', supportedFunctions: [] } },
      }),
      sensorRow({
        sensor: { deseId: 3, gatewayId: '4200030', name: '420003', type: { code: 'x9', supportedFunctions: [] } },
      }),
    ];
    await show();
    const list = await screen.findByRole('list', { name: 'Sensorer i enheten' });
    expect(await within(list).findByText('Dra-snor enhet 420001')).toBeDefined();
    expect(within(list).getByText('Røyksensor 420002')).toBeDefined();
    expect(within(list).getByText('420003')).toBeDefined();
  });

  it('[D4.047] an added sensor is pending first, and then added', async () => {
    await showActive([heard]);
    await press('Legg til 420001');
    expect(await within(found()).findByText('Legges til')).toBeDefined();
    expect(changes()).toEqual(['/local_learning/sensors']);
    await tell({ sensors: [{ ...heard, added: true, pending: false }] });
    expect(await within(found()).findByText('Lagt til')).toBeDefined();
  });
});

describe('local learning ends', () => {
  it('[D4.048] by itself when its seconds are over, and not only at the next turn', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    // An odd number, since the turns come every two seconds.
    const endsAt = Date.now() + 31_000;
    const reads: number[] = [];
    const answered = fetched.getMockImplementation();
    fetched.mockImplementation(async (url, init) => {
      if (answered && !String(url).includes('/local_learning')) return answered(url, init);
      const learningRemaining = Math.max(0, endsAt - Date.now()) / 1000;
      reads.push(Date.now() - endsAt);
      const state = learningRemaining > 0 ? 'active' : 'idle';
      return Response.json({ state, learningRemaining, sensors: [] });
    });
    await show();
    act(() => sockets[0]?.accept());
    await screen.findByRole('button', { name: 'Avslutt læring' });
    await vi.advanceTimersByTimeAsync(endsAt + 4000 - Date.now());
    expect(await screen.findByRole('button', { name: 'Start' })).toBeDefined();
    const [first = 0] = reads.filter((after) => after >= 0);
    expect(first).toBeLessThan(1000);
    expect(changes()).toEqual([]);
  });

  it('[D4.049] when the page is left', async () => {
    const { unmount } = await showActive();
    unmount();
    await waitFor(() => expect(changes()).toEqual(['/local_learning/stop']));
  });

  it('not again when the page is left while nothing is under way', async () => {
    const { unmount } = await show();
    await screen.findByRole('button', { name: 'Start' });
    unmount();
    expect(changes()).toEqual([]);
  });

  it('[D4.050] when the contact with the server is lost', async () => {
    await showActive();
    await act(async () => sockets[0]?.end(1006));
    await waitFor(() => expect(changes()).toEqual(['/local_learning/stop']));
  });

  it('[D4.050] at once on the screen when the contact is lost, and at the server when it is back', async () => {
    await showActive();
    const isAway =
      'Kontakten med serveren er brutt. Varde stanser læringen når kontakten er tilbake. Til da går den videre i enheten.';
    const answered = fetched.getMockImplementation();
    fetched.mockRejectedValue(new TypeError('no network'));
    await act(async () => sockets[0]?.end(1006));
    expect((await screen.findByRole('alert')).textContent).toBe(isAway);
    expect(screen.queryByText('Venter på at sensorer sender …')).toBeNull();
    expect(screen.queryByText(/igjen$/)).toBeNull();
    expect(isOff(screen.getByRole('button', { name: 'Start' }))).toBe(true);
    if (answered) fetched.mockImplementation(answered);
    fetched.mockClear();
    await waitFor(() => expect(sockets).toHaveLength(2));
    act(() => sockets[1]?.accept());
    await waitFor(() => expect(changes()).toEqual(['/local_learning/stop']));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.getByText('Avslutter …')).toBeDefined();
  });

  it('[D4.049 D4.050] at the server when the contact is back, also when the page was left without it', async () => {
    const { unmount } = await showActive();
    const answered = fetched.getMockImplementation();
    fetched.mockRejectedValue(new TypeError('no network'));
    await act(async () => sockets[0]?.end(1006));
    unmount();
    if (answered) fetched.mockImplementation(answered);
    fetched.mockClear();
    await waitFor(() => expect(sockets).toHaveLength(2));
    act(() => sockets[1]?.accept());
    await waitFor(() => expect(changes()).toEqual(['/local_learning/stop']));
    await show();
    expect(await screen.findByText('Avslutter …')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('[D4.050] also when the server that is back cannot take it at first', async () => {
    await showActive();
    const answered = fetched.getMockImplementation();
    fetched.mockRejectedValue(new TypeError('no network'));
    await act(async () => sockets[0]?.end(1006));
    fetched.mockImplementation(async () => new Response(null, { status: 503 }));
    fetched.mockClear();
    await waitFor(() => expect(sockets).toHaveLength(2));
    act(() => sockets[1]?.accept());
    await waitFor(() => expect(changes()).toEqual(['/local_learning/stop']));
    expect((await screen.findByRole('alert')).textContent).toContain('Til da går den videre i enheten.');
    if (answered) fetched.mockImplementation(answered);
    fetched.mockClear(); // how often it was refused until now, time decides
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(changes()).toEqual(['/local_learning/stop']);
  });

  it('[D4.050] for good when the server refuses it', async () => {
    await showActive();
    fetched.mockImplementation(async () => Response.json({ code: 'notFound' }, { status: 404 }));
    fetched.mockClear();
    await act(async () => sockets[0]?.end(1006));
    await waitFor(() => expect(changes()).toEqual(['/local_learning/stop']));
    expect((await screen.findByRole('alert')).textContent).toMatch(/Læringen er stanset/);
  });

  it('[D2.097 D5.032] with a warning when sensors were found and not added', async () => {
    await showActive([heard, { ...heard, id: '4200020', added: true }]);
    await press('Avslutt læring');
    const dialog = await screen.findByRole('dialog', { name: 'Avslutte uten å legge til alle?' });
    expect(dialog.textContent).toContain('1 sensor ble funnet og er ikke lagt til.');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Fortsett læringen' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(changes()).toEqual([]);
    await press('Avslutt læring');
    const again = await screen.findByRole('dialog', { name: 'Avslutte uten å legge til alle?' });
    fireEvent.click(within(again).getByRole('button', { name: 'Avslutt læring' }));
    await waitFor(() => expect(changes()).toEqual(['/local_learning/stop']));
  });

  it('[D5.032] with the same warning when the page is left by Cancel or a link', async () => {
    const { router } = await showActive([heard]);
    for (const leave of [
      () => press('Avbryt'),
      async () => fireEvent.click(screen.getByRole('link', { name: 'Til sensorene' })),
    ]) {
      await leave();
      const dialog = await screen.findByRole('dialog', { name: 'Avslutte uten å legge til alle?' });
      fireEvent.click(within(dialog).getByRole('button', { name: 'Fortsett læringen' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    expect(router.state.location.pathname).toBe('/');
    expect(changes()).toEqual([]);
    await press('Avbryt');
    const dialog = await screen.findByRole('dialog', { name: 'Avslutte uten å legge til alle?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Avslutt læring' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/1/13/sensor'));
  });

  it('without one when what is left was heard in an earlier run', async () => {
    learning = { state: 'idle', learningRemaining: 0, sensors: [heard] };
    const { router } = await show();
    await within(await screen.findByRole('list', { name: 'Nye sensorer' })).findByText('Dra-snor enhet');
    await press('Avbryt');
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/1/13/sensor'));
  });

  it('[D2.097 D5.032] with one question for a double press', async () => {
    await showActive([heard]);
    await userEvent.dblClick(screen.getByRole('button', { name: 'Avslutt læring' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Fortsett læringen' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(changes()).toEqual([]);
  });

  it('without one when all are added', async () => {
    await showActive([{ ...heard, added: true }]);
    await press('Avslutt læring');
    await waitFor(() => expect(changes()).toEqual(['/local_learning/stop']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a sensor by its serial number', () => {
  const open = async () => {
    await show();
    await press('Legg til med serienummer');
    return screen.findByRole('dialog', { name: 'Legg til sensor med serienummer' });
  };

  it('is asked for once when the button is pressed twice', async () => {
    await show();
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Legg til med serienummer' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Avbryt' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('[D5.028] is sent with serial number and name', async () => {
    const dialog = await open();
    await userEvent.type(within(dialog).getByLabelText('Serienummer'), ' 4200020 ');
    await userEvent.type(within(dialog).getByLabelText('Navn'), 'Bad{Enter}');
    await waitFor(() => expect(changes()).toEqual(['/sensors']));
    const [, init] = fetched.mock.calls.find(([, given]) => given?.method === 'POST') ?? [];
    expect(JSON.parse(String(init?.body))).toEqual({ serialNumber: '4200020', name: 'Bad' });
  });

  it.each([
    ['Serienummer', '4200020'],
    ['Navn', 'Bad'],
  ])('[D5.028] with %s alone is not sent, and the dialog closes', async (field, text) => {
    const dialog = await open();
    await userEvent.type(within(dialog).getByLabelText(field), text);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Legg til' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(changes()).toEqual([]);
  });
});
