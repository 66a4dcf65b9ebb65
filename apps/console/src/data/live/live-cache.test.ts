import { InfiniteQueryObserver, notifyManager, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { liveDestinations } from '@varde/contract/transport';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeSocket, fakeLiveServer } from '../../testing/fake-live-server.ts';
import { alarmRecord, deviceDetail, deviceRow, transactionRecord } from '../../testing/records.ts';
import { pagesQuery } from '../api/pages-query.ts';
import { createQueryClient } from '../api/query-client.ts';
import { queryKey } from '../api/query-options.ts';
import { alarmsQuery } from './alarms-query.ts';
import { onQueryAnswer } from './answers.ts';
import { deviceQuery } from './device-query.ts';
import { connectCache, connectList } from './live-cache.ts';
import { type LiveChannel, openLiveChannel } from './live-channel.ts';
import { connectDevice, connectTransactions } from './live-device.ts';
import { noteTextQuery } from './note-text-query.ts';
import type { DevicePages } from './patch-devices.ts';
import { positionsQuery } from './positions-query.ts';

const fetched = vi.fn<typeof fetch>();
let sockets: FakeSocket[];
let channel: LiveChannel;
let cache: QueryClient;
beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('document', { cookie: '' });
  sockets = fakeLiveServer();
  channel = openLiveChannel({
    origin: 'http://varde.example',
    onSessionEnded: vi.fn(),
    onRightsChanged: vi.fn(),
    random: () => 0,
  });
  cache = createQueryClient();
});
afterEach(() => {
  channel.stop();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
async function server(): Promise<FakeSocket> {
  await pass(1);
  const socket = sockets.at(-1);
  if (!socket) throw new Error('no socket was opened');
  socket.accept();
  await pass(1);
  return socket;
}

const listKey = queryKey('listDevices', { query: {} });
const list = () => cache.getQueryData<DevicePages>(listKey)?.pages[0]?.devices;
function fillList(...devices: ReturnType<typeof deviceRow>[]): void {
  const page = { devices, nextCursor: null, total: devices.length, totalIsLowerBound: false, rev: 5 };
  cache.setQueryData<DevicePages>(listKey, { pages: [page], pageParams: [undefined] });
}
const openList = (isWithin = true) =>
  connectList(channel, cache, { key: listKey, filter: { search: 'rom 1' }, isWithin: () => isWithin });
const isStale = (key: readonly unknown[]) => cache.getQueryState(key)?.isInvalidated;

describe('live messages in the cache', () => {
  it('reach everybody who observes it, also after an observer that throws', async () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const throws = () => {
      throw new Error('odd');
    };
    const heard = vi.fn();
    // As React does it.
    const observe = (listener: () => void) =>
      new QueryObserver(cache, alarmsQuery).subscribe(notifyManager.batchCalls(listener));
    fetched.mockReturnValue(new Promise(() => undefined));
    const leave = [observe(throws), observe(heard), onQueryAnswer(cache, throws), onQueryAnswer(cache, heard)];
    connectCache(channel, cache);
    await pass(1);
    const socket = await server();
    heard.mockClear();
    socket.tell(liveDestinations.alarms, { rev: 9, complete: false, alarms: [alarmRecord({ rev: 9 })] });
    await pass(10);
    expect(heard).toHaveBeenCalledTimes(2);
    expect(reported).toHaveBeenCalled();
    for (const stop of leave) stop();
  });

  it('of devices update the list and the open device; after a disconnection only newer changes are requested', async () => {
    fillList(deviceRow({ deviId: 1, rev: 5 }));
    cache.setQueryData(deviceQuery(1).queryKey, deviceDetail({ deviId: 1, rev: 5 }));
    openList();
    const socket = await server();
    expect(socket.frames.find(({ headers }) => headers.since)?.headers.since).toBe('5');
    socket.tell(liveDestinations.devices, {
      rev: 9,
      changes: [deviceRow({ deviId: 1, rev: 9, battery: 42 })],
    });
    expect(list()).toMatchObject([{ deviId: 1, battery: 42 }]);
    expect(cache.getQueryData(deviceQuery(1).queryKey)).toMatchObject({ battery: 42 });
    socket.end(1012);
    await pass(1100);
    const again = await server();
    expect(again.frames.find(({ headers }) => headers.since)?.headers.since).toBe('9');
    expect(isStale(listKey)).toBe(false);
  });

  it('of the list do not change the device’s own entry, which contains its place', async () => {
    cache.setQueryData(deviceQuery(1).queryKey, deviceDetail({ deviId: 1, rev: 5, place: 'Stua' }));
    fillList();
    openList();
    connectDevice(channel, cache, 1);
    const socket = await server();
    const device = () => cache.getQueryData(deviceQuery(1).queryKey);
    socket.tell(liveDestinations.devices, {
      rev: 9,
      changes: [deviceRow({ deviId: 1, rev: 9, battery: 42 })],
    });
    expect(device()).toMatchObject({ battery: 42, place: 'Stua' });
    const own = liveDestinations.device.replace(':deviId', '1');
    socket.tell(own, { device: { deviId: 1, rev: 9, battery: 42, place: 'Hagen' } });
    expect(device()).toMatchObject({ battery: 42, place: 'Hagen', rev: 9 });
  });

  it('refetch the list when the server cannot tell what changed', async () => {
    fillList(deviceRow({ deviId: 1 }));
    openList();
    const socket = await server();
    socket.tell(liveDestinations.devices, {
      rev: 99,
      changes: [deviceRow({ deviId: 1, rev: 99 })],
      reset: true,
    });
    expect(isStale(listKey)).toBe(true);
    socket.tell(liveDestinations.devices, {
      rev: 100,
      changes: [deviceRow({ deviId: 1, rev: 100, battery: 1 })],
    });
    expect(isStale(listKey)).toBe(true);
  });

  it('are filtered by the open list, and a device that belongs to it is added without a call', async () => {
    fillList(deviceRow({ deviId: 1 }));
    openList();
    const socket = await server();
    expect(socket.frames.at(-1)?.headers).toMatchObject({ query: 'search=rom+1', since: '5' });
    const change = deviceRow({ deviId: 8, rev: 10, status: 'alarm' });
    socket.tell(liveDestinations.devices, { rev: 10, changes: [change] });
    expect(list()).toEqual([deviceRow({ deviId: 1 }), change]);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('of a device beyond the loaded pages leave the list unchanged', async () => {
    fillList(deviceRow({ deviId: 1 }));
    openList(false);
    const before = list();
    (await server()).tell(liveDestinations.devices, { rev: 9, changes: [deviceRow({ deviId: 8, rev: 9 })] });
    expect(list()).toBe(before);
  });

  it('of a list are asked for from the revision of its first page, so that none between the two is missed', async () => {
    const answer = Promise.withResolvers<DevicePages>();
    void cache.fetchQuery({ queryKey: listKey, queryFn: () => answer.promise });
    const leave = openList();
    const socket = await server();
    expect(socket.subscribed()).toEqual([]);
    const page = {
      devices: [deviceRow({ deviId: 1 })],
      nextCursor: null,
      total: 1,
      totalIsLowerBound: false,
    };
    answer.resolve({ pages: [{ ...page, rev: 7 }], pageParams: [undefined] });
    await pass(1);
    expect(socket.frames.at(-1)).toMatchObject({ command: 'SUBSCRIBE', headers: { since: '7' } });
    leave();
    expect(socket.frames.at(-1)?.command).toBe('UNSUBSCRIBE');
  });

  it('that arrive during a fetch of the list are applied to its answer too, which may be older', async () => {
    const answer = Promise.withResolvers<DevicePages>();
    fillList();
    openList();
    const socket = await server();
    void cache.fetchQuery({ queryKey: listKey, queryFn: () => answer.promise, staleTime: 0 });
    await pass(1);
    const change = deviceRow({ deviId: 8, rev: 10, status: 'alarm' });
    socket.tell(liveDestinations.devices, { rev: 10, changes: [change], removed: [2] });
    const devices = [deviceRow({ deviId: 1 }), deviceRow({ deviId: 2 })];
    const page = { devices, nextCursor: null, total: 2, totalIsLowerBound: false, rev: 9 };
    answer.resolve({ pages: [page], pageParams: [undefined] });
    await pass(1);
    expect(list()?.map(({ deviId }) => deviId)).toEqual([1, 8]);
  });

  it('of notes fetch the note of that device again, and after an absence those of all', async () => {
    const keys = [1, 2].map((deviId) => noteTextQuery({ deviId, noteAddedAt: 5 }).queryKey);
    fillList(deviceRow({ deviId: 1 }));
    openList();
    const socket = await server();
    for (const key of keys) cache.setQueryData(key, 'Bor alene');
    socket.tell(liveDestinations.devices, { rev: 6, changes: [], notesChanged: [1] });
    expect(keys.map(isStale)).toEqual([true, false]);
    socket.end(1006);
    await pass(1100);
    await server();
    expect(keys.map(isStale)).toEqual([true, true]);
  });

  it('of alarms update the cache without a call', async () => {
    connectCache(channel, cache);
    (await server()).tell(liveDestinations.alarms, { rev: 3, complete: true, alarms: [alarmRecord()] });
    expect(cache.getQueryData(alarmsQuery.queryKey)).toMatchObject({ alarms: [{ alarmId: 1 }], rev: 3 });
    expect(fetched).not.toHaveBeenCalled();
  });

  it('of alarms that were missed are fetched: those that are open, and those that were reset meanwhile', async () => {
    const recent = queryKey('listAlarms', { query: { reset: 'recent' } });
    connectCache(channel, cache);
    const socket = await server();
    for (const key of [alarmsQuery.queryKey, recent]) cache.setQueryData(key, { alarms: [], nextCursor: null, rev: 1 });
    expect([isStale(alarmsQuery.queryKey), isStale(recent)]).toEqual([false, false]);
    socket.end(1006);
    await pass(1100);
    await server();
    expect([isStale(alarmsQuery.queryKey), isStale(recent)]).toEqual([true, true]);
  });

  it.each(['getSettings', 'listReadings'] as const)(
    'of settings or readings call %s of that device again',
    async (name) => {
      const called = [name, { params: { deviId: 3 } }];
      const other = [name, { params: { deviId: 4 } }];
      connectDevice(channel, cache, 3);
      const socket = await server();
      for (const key of [called, other]) cache.setQueryData(key, {});
      socket.tell(liveDestinations.device.replace(':deviId', '3'), { devicePageChanged: true });
      expect([isStale(called), isStale(other)]).toEqual([true, false]);
    },
  );

  it('of a note refetch the note of that device', async () => {
    const note = queryKey('getNote', { params: { deviId: 3 } });
    connectDevice(channel, cache, 3);
    const socket = await server();
    const other = queryKey('getNote', { params: { deviId: 4 } });
    for (const key of [note, other]) cache.setQueryData(key, {});
    socket.tell(liveDestinations.device.replace(':deviId', '3'), { noteChanged: true });
    expect([isStale(note), isStale(other)]).toEqual([true, false]);
  });

  it('of indoor locations refetch those of the device and those that are shared', async () => {
    const keys = [
      queryKey('getIndoorLocationsForDevice', { params: { deviId: 3 } }),
      queryKey('getIndoorLocationsForCustomer', { params: { custId: 7 } }),
    ];
    connectDevice(channel, cache, 3);
    const socket = await server();
    for (const key of keys) cache.setQueryData(key, {});
    socket.tell(liveDestinations.device.replace(':deviId', '3'), { indoorLocationsChanged: true });
    expect(keys.map(isStale)).toEqual([true, true]);
  });

  it('that were missed are made up for: all that the page of the device shows is fetched again', async () => {
    const input = { params: { deviId: 3 } };
    const own = [
      ...(['getDevice', 'getSettings', 'listReadings', 'listGeofences', 'listCommands', 'getNote'] as const),
      'getIndoorLocationsForDevice' as const,
    ].map((name) => [name, input]);
    const keys = [...own, queryKey('getIndoorLocationsForCustomer', { params: { custId: 7 } })];
    connectDevice(channel, cache, 3);
    const socket = await server();
    for (const key of keys) cache.setQueryData(key, {});
    socket.end(1006);
    await pass(1100);
    await server();
    expect(keys.filter((key) => !isStale(key))).toEqual([]);
  });

  it('of whom alarms are told to refetch that device', async () => {
    const [device, other] = [deviceQuery(3).queryKey, deviceQuery(4).queryKey];
    connectDevice(channel, cache, 3);
    const socket = await server();
    for (const key of [device, other]) cache.setQueryData(key, deviceDetail());
    socket.tell(liveDestinations.device.replace(':deviId', '3'), { listChanged: true });
    expect([isStale(device), isStale(other)]).toEqual([true, false]);
  });

  it('of a device that is another twin than before refetch it, since its tabs and abilities are others', async () => {
    const { queryKey } = deviceQuery(3);
    cache.setQueryData(queryKey, deviceDetail({ deviId: 3, rev: 1, twin: 'MASTER' }));
    connectDevice(channel, cache, 3);
    const socket = await server();
    const tell = (rev: number, twin: 'MASTER' | 'CLONE') => {
      cache.setQueryData(queryKey, (known) => known && { ...known });
      const device = deviceRow({ deviId: 3, rev, twin });
      socket.tell(liveDestinations.device.replace(':deviId', '3'), { device });
      return isStale(queryKey);
    };
    expect([tell(2, 'MASTER'), tell(3, 'CLONE'), tell(4, 'CLONE')]).toEqual([false, true, false]);
  });

  it('of transactions are added on top of the log and to the map, and missed ones are fetched', async () => {
    const log = queryKey('listTransactions', { params: { deviId: 3 }, query: {} });
    const positions = queryKey('listPositions', { params: { deviId: 3 }, query: { count: 1 } });
    const socket = await server();
    cache.setQueryData(log, { pages: [{ transactions: [], nextCursor: null }], pageParams: [undefined] });
    cache.setQueryData(positions, { uuid: null, positions: [] });
    const leave = connectTransactions(channel, cache, 3);
    const destination = liveDestinations.transactions.replace(':deviId', '3');
    socket.tell(destination, { transactions: [transactionRecord({ tranId: 1, posTime: 1 })] });
    socket.tell(destination, { transactions: [transactionRecord({ tranId: 2, posTime: 2 })] });
    expect(cache.getQueryData(log)).toMatchObject({
      pages: [{ transactions: [{ tranId: 2 }, { tranId: 1 }] }],
    });
    expect(cache.getQueryData(positions)).toMatchObject({ positions: [{ tranId: 2 }] });
    socket.end(1006);
    await pass(1100);
    const again = await server();
    expect([isStale(log), isStale(positions)]).toEqual([true, true]);
    leave();
    expect(again.frames.at(-1)?.command).toBe('UNSUBSCRIBE');
  });

  it('of transactions are not lost while the log, its next page or the positions are fetched', async () => {
    const answers: ((transactions: number[]) => void)[] = [];
    fetched.mockImplementation(
      (url) =>
        new Promise((resolve) => {
          answers.push((ids) => {
            const rows = ids.map((tranId) => transactionRecord({ tranId, posTime: tranId }));
            const body = String(url).includes('positions')
              ? { uuid: 'u', positions: rows }
              : { transactions: rows, nextCursor: 'more' };
            resolve(Response.json(body));
          });
        }),
    );
    const log = new InfiniteQueryObserver(cache, pagesQuery('listTransactions', { params: { deviId: 3 }, query: {} }));
    const positions = new QueryObserver(cache, positionsQuery(3, 2));
    const leave = [log.subscribe(() => undefined), positions.subscribe(() => undefined)];
    const rows = () => log.getCurrentResult().data?.pages.flatMap((page) => page.transactions.map((row) => row.tranId));
    const places = () => positions.getCurrentResult().data?.positions.map((row) => row.tranId);
    const socket = await server();
    connectTransactions(channel, cache, 3);
    const destination = liveDestinations.transactions.replace(':deviId', '3');
    const arrives = (tranId: number) =>
      socket.tell(destination, { transactions: [transactionRecord({ tranId, posTime: tranId })] });
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    arrives(9);
    for (const answer of answers.splice(0)) answer([8, 7]);
    await pass(10);
    expect([rows(), places()]).toEqual([
      [9, 8, 7],
      [9, 8],
    ]);
    void log.fetchNextPage();
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    arrives(10);
    expect(rows(), 'at once').toEqual([10, 9, 8, 7]);
    answers.pop()?.([6]);
    await pass(10);
    expect(rows()).toEqual([10, 9, 8, 7, 6]);
    for (const each of leave) each();
  });
});
