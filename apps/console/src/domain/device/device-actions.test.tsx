import { ModalsProvider } from '@mantine/modals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { DeviceDetail } from '@varde/contract/devices';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deviceDetail } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { DeviceHeader } from './device-header.tsx';

const fetched = vi.fn<typeof fetch>();
const commands: object[] = [];
const json = (body: object) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

beforeEach(() => {
  commands.length = 0;
  fetched.mockReset();
  fetched.mockImplementation(async (_url, options) =>
    options?.method === 'POST'
      ? json({
          commandId: 1,
          action: 'reboot',
          state: 'pending',
          reason: null,
          answer: null,
          at: 0,
          ended: false,
          abilities: [],
        })
      : json({ commands }),
  );
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const every = ['findMe', 'locate', 'startTracking', 'stopTracking', 'reboot', 'factoryReset'] as const;
async function open(fields: Partial<DeviceDetail>): Promise<(string | null)[]> {
  await renderPage(
    <ModalsProvider>
      <DeviceHeader device={deviceDetail(fields)} />
    </ModalsProvider>,
  );
  const button = screen.queryByRole('button', { name: 'Handlinger' });
  if (button === null) return [];
  fireEvent.click(button);
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
}
const posts = () =>
  fetched.mock.calls
    .filter(([, options]) => options?.method === 'POST')
    .map(([url, options]) => [
      String(url)
        .replace(/^.*\/ajax/, '/ajax')
        .replace(/\?.*$/, ''),
      JSON.parse(String(options?.body)),
    ]);

it('offers what the server allows, and nothing else', async () => {
  expect(await open({ connected: true, actions: [], abilities: [] })).toEqual([]);
});

it('offers a test of the alarm to those who may reset it', async () => {
  expect(await open({ actions: [], abilities: ['test'] })).toEqual(['Test alarmen']);
});

it('[D2.117 D6.034] offers actions that need contact only while the device is connected', async () => {
  const always = ['Finn enheten med lyd', 'Start på nytt', 'Tilbakestill til fabrikkinnstillinger'];
  expect(await open({ connected: false, actions: [...every], abilities: [] })).toEqual(always);
  cleanup();
  const [first = '', ...rest] = always;
  expect(await open({ connected: true, actions: [...every], abilities: [] })).toEqual([
    ...[first, 'Hent gjeldende posisjon', 'Start sporing', ...rest],
  ]);
});

it('[D2.117] has no control of the tracking while the device is not connected, except the one that ends it', async () => {
  const tracked = { actions: [...every], abilities: [], trackingUntil: Date.now() + 60_000 };
  const ofTracking = async (connected: boolean, fields: Partial<DeviceDetail>) => {
    const names = (await open({ ...fields, connected })).filter((name) => name?.includes('sporing'));
    cleanup();
    return names;
  };
  expect(await ofTracking(false, { ...tracked, trackingUntil: null })).toEqual([]);
  expect(await ofTracking(true, { ...tracked, trackingUntil: null })).toEqual(['Start sporing']);
  expect(await ofTracking(false, tracked)).toEqual(['Stopp sporing']);
  expect(await ofTracking(true, { ...tracked, actions: ['findMe'] })).toEqual([]);
});

it('offers to stop tracking while the device is tracked, and not to start it', async () => {
  const names = await open({ connected: true, actions: [...every], trackingUntil: Date.now() + 60_000 });
  expect(names).toContain('Stopp sporing');
  expect(names).not.toContain('Start sporing');
});

it('asks with the name of the device before a restart, and does nothing on cancel', async () => {
  await open({ connected: true, actions: ['reboot'] });
  fireEvent.click(screen.getByRole('menuitem', { name: 'Start på nytt' }));
  expect(await screen.findByText(/Vil du starte Rom 101 på nytt/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Avbryt' }));
  await waitFor(() => expect(screen.queryByText(/Vil du starte Rom 101/)).toBeNull());
  expect(posts()).toEqual([]);
});

it('[D4.059] counts as tracked only while more than five seconds are left', async () => {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now });
  const offered = async (left: number) => {
    const actions = ['startTracking' as const, 'stopTracking' as const];
    const names = await open({ connected: true, actions, abilities: [], trackingUntil: now + left });
    cleanup();
    return names;
  };
  expect(await offered(5001)).toEqual(['Stopp sporing']);
  expect(await offered(5000)).toEqual(['Start sporing']);
});

it('[C4.11 D2.113] starts tracking for the chosen minutes, by default 60', async () => {
  await open({ connected: true, actions: ['startTracking'] });
  fireEvent.click(screen.getByRole('menuitem', { name: 'Start sporing' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Varighet')).value).toBe('60 min');
  fireEvent.click(screen.getByRole('button', { name: 'Start sporing' }));
  await waitFor(() =>
    expect(posts()).toEqual([['/ajax/devices/1/actions/startTracking', { duration: 60, interval: 60 }]]),
  );
});

it('[D5.043] offers the intervals of the specification with it, and sends the seconds of the chosen one', async () => {
  await open({ dehaId: 34, connected: true, actions: ['startTracking'] });
  fireEvent.click(screen.getByRole('menuitem', { name: 'Start sporing' }));
  const interval = await screen.findByLabelText<HTMLSelectElement>('Tid mellom posisjoner');
  const minutes = [...interval.options].map(({ value }) => Number(value));
  expect(minutes).toEqual([1, 2, 3, 4, 5, 10, 20, 30, 45, 60]);
  fireEvent.change(interval, { target: { value: '45' } });
  fireEvent.click(screen.getByRole('button', { name: 'Start sporing' }));
  await waitFor(() =>
    expect(posts()).toEqual([['/ajax/devices/1/actions/startTracking', { duration: 60, interval: 2700 }]]),
  );
});

it('[D5.044] offers no interval with it for watch one, which cannot change it', async () => {
  await open({ dehaId: 11, connected: true, actions: ['startTracking'] });
  fireEvent.click(screen.getByRole('menuitem', { name: 'Start sporing' }));
  expect(await screen.findByLabelText('Varighet')).toBeDefined();
  expect(screen.queryByLabelText('Tid mellom posisjoner')).toBeNull();
});

it('[D2.114 D5.041] has no minutes to type for trigger two 4G, which is tracked for 30', async () => {
  await open({ dehaId: 23, connected: true, actions: ['startTracking'] });
  fireEvent.click(screen.getByRole('menuitem', { name: 'Start sporing' }));
  expect(await screen.findByText('Enheten spores i 30 minutter.')).toBeDefined();
  expect(screen.queryByLabelText('Varighet')).toBeNull();
  expect(within(screen.getByRole('dialog')).queryByRole('textbox')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Start sporing' }));
  await waitFor(() =>
    expect(posts()).toEqual([['/ajax/devices/1/actions/startTracking', { duration: 30, interval: 60 }]]),
  );
});

it('shows the action whose state is the newest in one line, and all of them on request; a waiting one can be cancelled', async () => {
  const done = {
    commandId: 4,
    action: 'findMe',
    state: 'expired',
    reason: 'notConnected',
    answer: null,
    at: 1,
    ended: true,
    abilities: [],
  };
  const waiting = {
    ...done,
    commandId: 5,
    action: 'reboot',
    state: 'pending',
    reason: null,
    at: 0,
    abilities: ['cancel'],
  };
  commands.push(waiting, done);
  await open({ actions: ['findMe', 'reboot'] });
  const line = await screen.findByRole('list', { name: 'Siste handlinger', hidden: true });
  await waitFor(() =>
    expect(line.textContent).toMatch(/^Finn enheten med lyd UtløptEnheten tok ikke kontakt i tide\./),
  );
  expect(line.childElementCount).toBe(1);
  expect(screen.queryByText('Venter')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Vis alle (2)', hidden: true }));
  const all = await screen.findByRole('dialog', { name: 'Siste handlinger', hidden: true });
  expect(within(all).getAllByRole('listitem', { hidden: true })).toHaveLength(2);
  fireEvent.click(within(all).getByRole('button', { name: 'Avbryt «Start på nytt»', hidden: true }));
  await waitFor(() =>
    expect(
      fetched.mock.calls.some(([url, options]) => options?.method === 'DELETE' && String(url).includes('/commands/5')),
    ).toBe(true),
  );
});

it('a scan for access points is in no menu and in no line of the heading: its tab shows how it goes on', async () => {
  const scan = { commandId: 7, action: 'scanWifi', state: 'sent', reason: null, answer: null };
  const done = { commandId: 6, action: 'findMe', state: 'confirmed', reason: null, answer: null };
  const rest = { at: 0, ended: true, abilities: [] };
  commands.push({ ...scan, ...rest }, { ...done, ...rest });
  await open({ actions: ['findMe', 'scanWifi'] });
  expect(await screen.findByText('Bekreftet')).toBeDefined();
  expect(screen.queryByText('Sendt')).toBeNull();
  expect(screen.queryByText('Søk etter aksesspunkter')).toBeNull();
});

it('a device that refuses is quoted in its own words', async () => {
  const refused = { commandId: 6, action: 'findMe', state: 'failed', reason: 'refused' };
  commands.push({ ...refused, answer: 'code 38', at: 0, ended: true, abilities: [] });
  await open({ actions: ['findMe'] });
  expect(await screen.findByText('Enheten avviste kommandoen.')).toBeDefined();
  expect(screen.getByText('Svaret var «code 38».')).toBeDefined();
});

it.each([
  ['[C4.38] a factory reset', 'factoryReset', 'Tilbakestill til fabrikkinnstillinger', 'Dette kan ikke angres.'],
  ['[C1.10 C4.39] a reset by SMS', 'smsReset', 'Tilbakestill med SMS', 'Dette kan ikke angres.'],
  ['[C4.40] a restart by SMS', 'smsReboot', 'Start på nytt med SMS', 'Rom 101'],
  ['a sound that finds the device', 'findMe', 'Finn enheten med lyd', 'kan ikke stoppes herfra'],
] as const)(
  '%s is confirmed first in a dialog that names the device, and only then sent',
  async (_, action, name, words) => {
    const device = { connected: true, actions: [action] };
    await open(device);
    const ask = async () => {
      fireEvent.click(screen.getByRole('menuitem', { name, hidden: true }));
      return screen.findByRole('dialog', { name });
    };
    const dialog = await ask();
    expect(dialog.textContent).toContain(words);
    expect(dialog.textContent).toContain('Rom 101');
    expect(posts()).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Avbryt' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posts()).toEqual([]);
    cleanup(); // at once, the same button would take it for the second press of a double one
    await open(device);
    fireEvent.click(within(await ask()).getByRole('button', { name }));
    await waitFor(() => expect(posts()).toEqual([[`/ajax/devices/1/actions/${action}`, {}]]));
  },
);

it('[C1.11] a confirmed action by SMS is sent, and the list of actions says when there is no SMS gateway', async () => {
  await open({ connected: false, actions: ['smsReboot'] });
  fireEvent.click(screen.getByRole('menuitem', { name: 'Start på nytt med SMS' }));
  const dialog = await screen.findByRole('dialog', { name: 'Start på nytt med SMS' });
  const waits = { commandId: 1, action: 'smsReboot', state: 'pending', reason: 'noSmsGateway', answer: null };
  commands.push({ ...waits, at: 0, ended: false, abilities: [] });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Start på nytt med SMS' }));
  await waitFor(() => expect(posts()).toHaveLength(1));
  expect(posts()[0]?.[0]).toContain('/actions/smsReboot');
  expect(await screen.findByText('Ingen SMS-leverandør er satt opp.')).toBeDefined();
});
