import { ModalsProvider } from '@mantine/modals';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ListedDevice } from '@varde/contract/devices';
import { routes } from '@varde/contract/routes';
import { liveDestinations } from '@varde/contract/transport';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LiveChannel, openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { type FakeSocket, fakeLiveServer } from '../../testing/fake-live-server.ts';
import { customerRecord, deviceRow } from '../../testing/records.ts';
import { renderPage, sessionRecord } from '../../testing/render-page.tsx';
import { DeviceListPage } from './device-list-page.tsx';

let devices: ListedDevice[];
let sockets: FakeSocket[];
let channel: LiveChannel;
beforeEach(() => {
  devices = [];
  sockets = fakeLiveServer();
  channel = openLiveChannel({
    origin: 'http://varde.example',
    onSessionEnded: vi.fn(),
    onRightsChanged: vi.fn(),
  });
  vi.stubGlobal('fetch', async () =>
    Response.json({ devices, total: devices.length, totalIsLowerBound: false, nextCursor: null, rev: 1 }),
  );
});
afterEach(() => {
  channel.stop();
  vi.restoreAllMocks();
});

const show = (filter: Parameters<typeof DeviceListPage>[0]['filter'], onClear = vi.fn()) =>
  renderPage(
    <LiveProvider channel={channel}>
      <DeviceListPage filter={filter} onFilter={vi.fn()} onClear={onClear} />
    </LiveProvider>,
  );

describe('an empty device list', () => {
  /** Of the list without filters. */
  const answerWithoutFilters = (total: number, totalIsLowerBound = false) =>
    vi.stubGlobal('fetch', async (url: string) => {
      const isFiltered = new URL(url, 'http://varde.example').searchParams.has('status');
      return Response.json({
        ...{ devices: [], nextCursor: null, rev: 1 },
        ...(isFiltered ? { total: 0, totalIsLowerBound: false } : { total, totalIsLowerBound }),
      });
    });

  it('of a search that finds nothing offers to remove it [C2.50]', async () => {
    const onClear = vi.fn();
    await show({ search: 'rom', sort: 'name' }, onClear);
    await screen.findByText('Fant ingen enheter');
    await userEvent.click(screen.getByRole('button', { name: 'Vis alle' }));
    expect(onClear).toHaveBeenCalledExactlyOnceWith(undefined);
  });

  it.each([
    [61, false, 'Filteret skjuler alle 61 enheter'],
    [1, false, 'Filteret skjuler den eneste enheten'],
    [10_000, true, /^Filteret skjuler alle enhetene, flere enn 10\s000$/],
  ])('says that filters hide all %d devices, and shows them when asked', async (total, isLower, text) => {
    answerWithoutFilters(total, isLower);
    const onClear = vi.fn();
    await show({ status: 'battery' }, onClear);
    const words = await screen.findByText(text);
    expect(words.closest('[role=status]')).not.toBeNull();
    expect(screen.getByText('Listen husker filteret til du fjerner det.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Vis alle' }));
    expect(onClear).toHaveBeenCalledExactlyOnceWith(undefined);
  });

  it('says that filters hide what a search finds, and keeps the search when it shows that', async () => {
    answerWithoutFilters(1, true);
    const onClear = vi.fn();
    await show({ status: 'battery', search: 'kari' }, onClear);
    await screen.findByText('Filteret skjuler alle treff på «kari»');
    await userEvent.click(screen.getByRole('button', { name: 'Vis alle' }));
    expect(onClear).toHaveBeenCalledExactlyOnceWith('kari');
  });

  it('does not blame filters where there is nothing without them either', async () => {
    answerWithoutFilters(0);
    const onClear = vi.fn();
    await show({ status: 'battery', search: 'rom' }, onClear);
    await screen.findByText('Fant ingen enheter');
    await userEvent.click(screen.getByRole('button', { name: 'Vis alle' }));
    expect(onClear).toHaveBeenCalledExactlyOnceWith(undefined);
  });

  it('has nothing to clear without filters', async () => {
    await show({ sort: 'name' });
    expect(await screen.findByText('Ingen enheter ennå')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Vis alle' })).toBeNull();
  });
});

it('on a tablet columns without a value of any device give their room to names', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(800);
  const folds = () =>
    screen.getAllByRole('columnheader').map(({ textContent, dataset }) => [textContent, dataset.fold ?? null]);
  devices = [deviceRow({ deviceName: 'Rom 101', battery: null, gsmStrength: null })];
  await show({});
  await screen.findByText('Rom 101');
  expect(folds()).toEqual(
    expect.arrayContaining([
      ['Batteri', '1200'],
      ['Signal', '1200'],
      ['Navn', null],
    ]),
  );
  cleanup();
  devices = [...devices, deviceRow({ deviId: 2, deviceName: 'Rom 102', battery: 80, gsmStrength: 4 })];
  await show({});
  await screen.findByText('Rom 102');
  expect(folds()).toEqual(
    expect.arrayContaining([
      ['Batteri', '768'],
      ['Signal', '992'],
    ]),
  );
});

it('starts with one call that has the filter of the address, and follows the changes since its answer [C7.19]', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(800);
  devices = [deviceRow({ deviceName: 'Rom 101' })];
  const asked = vi.fn(globalThis.fetch);
  vi.stubGlobal('fetch', asked);
  await show({ search: 'rom', sort: 'name' });
  expect(await screen.findByText('Rom 101')).toBeDefined();
  const lists = () => asked.mock.calls.map(([url]) => String(url)).filter((url) => url.startsWith('/ajax/devices?'));
  expect(lists().map((url) => [...new URLSearchParams(url.split('?')[1])])).toEqual([
    expect.arrayContaining([
      ['search', 'rom'],
      ['sort', 'name'],
    ]),
  ]);
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  const [socket] = sockets;
  socket?.accept();
  const subscription = () =>
    socket?.frames.find(({ headers }) => headers.destination === liveDestinations.devices)?.headers;
  await vi.waitFor(() => expect(subscription()).toMatchObject({ since: '1', query: expect.stringContaining('rom') }));
  expect(lists(), 'the live channel brings the rest').toHaveLength(1);
});

it('shows status, battery, signal and tracking as they change, without a reload [C1.05]', async () => {
  // jsdom has no layout, and a list without a height draws no rows.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(800);
  devices = [deviceRow({ lastMsgIn: 1, battery: 80, gsmStrength: 100 })];
  await show({});
  const row = await screen.findByRole('row', { name: /Rom 101/ });
  expect(row.textContent).toMatch(/OK.*80\u202f%.*–/);
  expect(screen.getByRole('img', { name: 'Signal: 5 av 5, godt' })).toBeDefined();
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  sockets[0]?.accept();
  await vi.waitFor(() => expect(sockets[0]?.subscribed()).toContain(liveDestinations.devices));
  const trackingUntil = Date.now() + 3_600_000;
  const change = deviceRow({
    rev: 9,
    status: 'alarm',
    battery: 42,
    gsmStrength: 20,
    tracking: true,
    trackingUntil,
  });
  await act(async () => sockets[0]?.tell(liveDestinations.devices, { rev: 9, changes: [change] }));
  await vi.waitFor(() => expect(row.textContent).toMatch(/Alarm.*42\u202f%.*til /));
  expect(screen.getByRole('img', { name: 'Signal: 1 av 5' })).toBeDefined();
});

it('devices are selected in their rows, which stay folded, and the selection ends with Ferdig', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(800);
  devices = [deviceRow(), deviceRow({ deviId: 2, deviceName: 'Rom 102' })];
  await show({});
  await screen.findByRole('row', { name: /Rom 101/ });
  expect(screen.queryByRole('checkbox')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Velg og eksporter' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Velg Rom 102' }));
  expect(await screen.findByText('1 valgt')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Mer om Rom 102' }).ariaExpanded).toBe('false');
  await userEvent.click(screen.getByRole('button', { name: 'Velg alle 2 i listen' }));
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([true, true]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Velg Rom 101' }));
  expect(screen.getByText('1 valgt')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Ferdig' }));
  expect(screen.queryByRole('checkbox')).toBeNull();
});

describe('the selected devices', () => {
  const solvik = { ownedByCustId: 7, ownedByCustName: 'Solvik' };
  const furulia = { ownedByCustId: 8, ownedByCustName: 'Furulia' };
  const rooms = (fields: Partial<ListedDevice>) =>
    [1, 2].map((deviId) => deviceRow({ deviId, deviceName: `Rom ${deviId}`, abilities: ['assign'], ...fields }));
  const selectAll = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Velg og eksporter' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Velg alle 2 i listen' }));
  };
  const moveTo = async (customer: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'Overfør' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(await dialog.findByRole('button', { name: customer }));
    await userEvent.click(dialog.getByRole('button', { name: 'Overfør 2 enheter' }));
    await dialog.findByText('2 av 2 er behandlet');
    const results = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
    await userEvent.click(dialog.getByRole('button', { name: 'Lukk' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return results.filter((text) => text?.startsWith('Rom'));
  };
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(800);
    devices = rooms(solvik);
    vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
      // After the work everything is fetched again.
      if (url.startsWith(routes.getSession.path)) return Response.json(sessionRecord());
      if (url.startsWith('/ajax/customers')) {
        const customers = [solvik, furulia].map(({ ownedByCustId, ownedByCustName }) =>
          customerRecord({
            ...{ custId: ownedByCustId, firmName: ownedByCustName, abilities: ['receiveDevices'] },
          }),
        );
        return Response.json({ customers, nextCursor: null, rootKinds: [] });
      }
      if (method === 'POST') {
        const deviId = Number(url.split('/')[3]);
        const to = JSON.parse(String(body)).custId === 7 ? solvik : furulia;
        devices = devices.map((device) => (device.deviId === deviId ? { ...device, ...to } : device));
        return Response.json({});
      }
      const total = devices.length;
      return Response.json({ devices, total, totalIsLowerBound: false, nextCursor: null, rev: 1 });
    });
  });

  it('are moved there and back again, each time from the customer that they have by then', async () => {
    await renderPage(
      <LiveProvider channel={channel}>
        <ModalsProvider>
          <DeviceListPage filter={{}} onFilter={vi.fn()} onClear={vi.fn()} />
        </ModalsProvider>
      </LiveProvider>,
    );
    await selectAll();
    const moved = [expect.stringMatching(/Overført$/), expect.stringMatching(/Overført$/)];
    expect(await moveTo('Furulia')).toEqual(moved);
    await screen.findAllByText('Furulia');
    expect(await moveTo('Solvik')).toEqual(moved);
    expect(devices).toMatchObject([solvik, solvik]);
  });

  it('are fewer when one of them is deleted by somebody else', async () => {
    await show({});
    await selectAll();
    expect(screen.getByText('2 valgte')).toBeDefined();
    await vi.waitFor(() => expect(sockets).toHaveLength(1));
    sockets[0]?.accept();
    await vi.waitFor(() => expect(sockets[0]?.subscribed()).toContain(liveDestinations.devices));
    await act(async () => sockets[0]?.tell(liveDestinations.devices, { rev: 9, changes: [], removed: [1] }));
    expect(await screen.findByText('1 valgt')).toBeDefined();
  });
});

it('counts the devices as they come and go, without being loaded again', async () => {
  devices = [deviceRow(), deviceRow({ deviId: 2, deviceName: 'Rom 102' })];
  await show({});
  await screen.findByText('2 enheter');
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  sockets[0]?.accept();
  await vi.waitFor(() => expect(sockets[0]?.subscribed()).toContain(liveDestinations.devices));
  const added = deviceRow({ deviId: 3, deviceName: 'Rom 103', rev: 9 });
  await act(async () => sockets[0]?.tell(liveDestinations.devices, { rev: 9, changes: [added] }));
  expect(await screen.findByText('3 enheter')).toBeDefined();
  await act(async () => sockets[0]?.tell(liveDestinations.devices, { rev: 10, changes: [], removed: [1, 2] }));
  expect(await screen.findByText('1 enhet')).toBeDefined();
});

it('shows the count of the server while only a part of the list is loaded', async () => {
  devices = [deviceRow()];
  vi.stubGlobal('fetch', async () =>
    Response.json({ devices, total: 4321, totalIsLowerBound: false, nextCursor: 'x', rev: 1 }),
  );
  await show({});
  expect(await screen.findByText(/^4\s?321 enheter$/)).toBeDefined();
});

it('shows how many devices with a word are loaded, and that there are more', async () => {
  devices = [deviceRow()];
  const calls = vi.fn(async () =>
    Response.json({ devices, total: 1, totalIsLowerBound: true, nextCursor: 'x', rev: 1 }),
  );
  vi.stubGlobal('fetch', calls);
  await show({ search: 'rom' });
  expect(await screen.findByText('Flere enn 1 enhet')).toBeDefined();
});

it('keeps of the selected devices only those that a new filter lists, and all in another order', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(800);
  devices = [deviceRow(), deviceRow({ deviId: 2, deviceName: 'Rom 102' })];
  function Filtered() {
    const [filter, setFilter] = useState<Parameters<typeof DeviceListPage>[0]['filter']>({});
    return (
      <LiveProvider channel={channel}>
        <button type="button" onClick={() => setFilter({ sort: 'name' })}>
          sort
        </button>
        <button type="button" onClick={() => setFilter({ sort: 'name', search: '102' })}>
          filter
        </button>
        <DeviceListPage filter={filter} onFilter={setFilter} onClear={vi.fn()} />
      </LiveProvider>
    );
  }
  await renderPage(<Filtered />);
  await screen.findByRole('row', { name: /Rom 101/ });
  await userEvent.click(screen.getByRole('button', { name: 'Velg og eksporter' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Velg alle 2 i listen' }));
  await userEvent.click(screen.getByRole('button', { name: 'sort' }));
  expect(await screen.findByText('2 valgte')).toBeDefined();
  devices = devices.slice(1);
  await userEvent.click(screen.getByRole('button', { name: 'filter' }));
  expect(await screen.findByText('1 valgt')).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Velg Rom 102' }).checked).toBe(true);
});
