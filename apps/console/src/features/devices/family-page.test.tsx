import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Alarm } from '@varde/contract/alarms';
import type { ListedDevice } from '@varde/contract/devices';
import { routes } from '@varde/contract/routes';
import { liveDestinations } from '@varde/contract/transport';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LiveChannel, openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { type FakeSocket, fakeLiveServer } from '../../testing/fake-live-server.ts';
import { alarmRecord, deviceDetail, deviceRow } from '../../testing/records.ts';
import { renderPage, sessionRecord } from '../../testing/render-page.tsx';
import { watchSight } from '../../testing/watch-sight.ts';
import { FamilyPage } from './family-page.tsx';

let devices: ListedDevice[];
let alarms: Alarm[];
let place: string;
let asked: string[];
let sockets: FakeSocket[];
let channel: LiveChannel;
beforeEach(() => {
  devices = [deviceRow({ deviceName: 'Åse', battery: 80 })];
  alarms = [];
  place = 'Stua';
  asked = [];
  // The table draws no rows without a height, which jsdom has not.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(800);
  watchSight();
  sockets = fakeLiveServer();
  channel = openLiveChannel({
    origin: 'http://varde.example',
    onSessionEnded: vi.fn(),
    onRightsChanged: vi.fn(),
  });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const { pathname } = new URL(url, 'http://varde.example');
    if (pathname === routes.listAlarms.path) return Response.json({ alarms, nextCursor: null, rev: 1 });
    if (pathname !== routes.listDevices.path) {
      const row = devices.find(({ deviId }) => pathname.endsWith(`/${deviId}`));
      return Response.json(deviceDetail({ ...row, place }));
    }
    const total = devices.length;
    return Response.json({ devices, total, totalIsLowerBound: false, nextCursor: null, rev: 1 });
  });
});
afterEach(() => {
  channel.stop();
  vi.restoreAllMocks();
});

type Filter = Parameters<typeof FamilyPage>[0]['filter'];

function Page() {
  const [filter, setFilter] = useState<Filter>({});
  return (
    <LiveProvider channel={channel}>
      <FamilyPage filter={filter} onFilter={setFilter} onClear={(search) => setFilter({ search })} />
    </LiveProvider>
  );
}
const show = () => renderPage(<Page />, sessionRecord({ abilities: ['private'] }));

it('what a person wears comes before what is in the cottage; what needs somebody comes before both', async () => {
  const [watch, pendant, tracker] = [14, 4, 25];
  const rowOf = (deviId: number, deviceName: string, dehaId: number, more: Partial<ListedDevice> = {}) =>
    deviceRow({ deviId, deviceName, dehaId, ...more });
  devices = [rowOf(1, 'Hytta', tracker), rowOf(2, 'Åse', pendant), rowOf(3, 'Åses klokke', watch)];
  await show();
  await screen.findByRole('article', { name: 'Åse' });
  const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(names()).toEqual(['Åse', 'Åses klokke', 'Hytta']);
  cleanup();
  devices = [rowOf(1, 'Hytta', tracker, { status: 'powerFailure' }), ...devices.slice(1)];
  await show();
  await screen.findByRole('article', { name: 'Åse' });
  expect(names()).toEqual(['Hytta', 'Åse', 'Åses klokke']);
});

const cards = () => screen.getAllByRole('article');
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => deviceRow({ deviId: at + 1, deviceName: `Klokke ${at + 1}` }));

async function connect(): Promise<FakeSocket> {
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  const [socket] = sockets;
  if (socket === undefined) throw new Error('there is no socket');
  socket.accept();
  await vi.waitFor(() => expect(socket.subscribed()).toContain(liveDestinations.devices));
  return socket;
}

it('a private user sees a card for each device, in a list with headings, and no serial number', async () => {
  devices = many(2);
  const { container } = await show();
  await screen.findByRole('article', { name: 'Klokke 1' });
  const list = within(screen.getByRole('list', { name: 'Enheter' }));
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  expect(list.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Klokke 1',
    'Klokke 2',
  ]);
  expect(screen.queryByRole('table')).toBeNull();
  expect(container.innerHTML).not.toContain('SO000001');
});

it('a card follows its device, and fetches its place anew, while the list is asked for once', async () => {
  await show();
  await screen.findByText('Stua');
  const [card] = cards();
  expect(card?.textContent).toMatch(/Alt er i orden\..*80\u202f%/);
  const socket = await connect();
  place = 'Kjøkkenet';
  const change = deviceRow({ deviceName: 'Åse', status: 'battery', battery: 9, rev: 9 });
  devices = [change];
  await act(async () => socket.tell(liveDestinations.devices, { rev: 9, changes: [change] }));
  await screen.findByText('Kjøkkenet');
  expect(cards()).toEqual([card]);
  expect(card?.textContent).toMatch(/Lavt batteri \(9\u202f%\)\. Sett enheten i laderen\./);
  expect(asked.filter((url) => url.startsWith('/ajax/devices?'))).toHaveLength(1);
});

it('a card tells of the most urgent alarm of its device that nobody has taken', async () => {
  const kari = { userId: 2, name: 'Kari' };
  alarms = [
    alarmRecord({ alarmId: 1, metyId: 3, state: 'claimed', claimedBy: kari }),
    alarmRecord({ alarmId: 2, deviceName: 'Åse' }),
    alarmRecord({ alarmId: 3, deviId: 7 }),
    alarmRecord({ alarmId: 4, metyId: 27, state: 'reset' }),
  ];
  await show();
  const link = await screen.findByRole('link', { name: 'Se alarmen' });
  expect(link.getAttribute('href')).toBe('#/alarms/2');
  expect(cards()[0]?.textContent).toContain('Ring Åse, eller se alarmen.');
});

it('the table is there on choice, with the focus on the same button, and is remembered for its user', async () => {
  const first = await show();
  await screen.findByRole('article', { name: 'Åse' });
  await userEvent.click(screen.getByRole('button', { name: 'Vis som tabell' }));
  const row = await screen.findByRole('row', { name: /Åse/ });
  expect(row.textContent, 'nothing of the list is lost').toContain('SO000001');
  expect(screen.queryByRole('article')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Vis som kort');
  first.unmount();
  const second = await show();
  expect(await screen.findByRole('row', { name: /Åse/ })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Vis som kort' }));
  expect(await screen.findByRole('article', { name: 'Åse' })).toBeDefined();
  second.unmount();
  await show();
  expect(await screen.findByRole('article', { name: 'Åse' })).toBeDefined();
});

it('search and status filter are there for more than six devices, and stay while they find fewer', async () => {
  devices = many(6);
  const { unmount } = await show();
  await screen.findByRole('article', { name: 'Klokke 6' });
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
  unmount();
  devices = many(7);
  await show();
  const search = await screen.findByRole('searchbox');
  devices = devices.slice(0, 1);
  await userEvent.type(search, 'Klokke 1');
  await vi.waitFor(() => expect(cards()).toHaveLength(1));
  await userEvent.clear(search);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Lavt batteri');
  await userEvent.click(await screen.findByRole('button', { name: 'Fjern filtre' }));
  expect(document.contains(search)).toBe(true);
});
