import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeSocket, fakeLiveServer } from '../../testing/fake-live-server.ts';
import { type LiveChannel, openLiveChannel } from './live-channel.ts';

let sockets: FakeSocket[];
let channel: LiveChannel;
let network: EventTarget;
const onSessionEnded = vi.fn();
const onRightsChanged = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  sockets = fakeLiveServer();
  network = new EventTarget();
  channel = openLiveChannel({
    network,
    origin: 'https://varde.example',
    roles: ['FIRM', 'TRACKER'],
    onSessionEnded,
    onRightsChanged,
    random: () => 0,
  });
});
afterEach(() => {
  channel.stop();
  vi.useRealTimers();
});

const latest = (): FakeSocket => {
  const socket = sockets.at(-1);
  if (!socket) throw new Error('no socket was opened');
  return socket;
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
async function connect(): Promise<FakeSocket> {
  await pass(1);
  latest().accept();
  await pass(1);
  return latest();
}

describe('the live channel', () => {
  it('names the roles that are selected, each by itself', async () => {
    expect((await connect()).url).toBe('wss://varde.example/ajax/live?roles=FIRM&roles=TRACKER');
  });

  it('joins what is subscribed to, before and after it is connected, and hands over what comes [D7.097]', async () => {
    const onMessage = vi.fn();
    channel.subscribe({ topic: 'devices', since: () => 7, onMessage });
    const socket = await connect();
    channel.subscribe({ topic: 'device', params: { deviId: 3 }, onMessage: vi.fn() });
    expect(socket.url).toMatch(/^wss:\/\/varde\.example\/ajax\/live/);
    expect(socket.subscribed()).toEqual([expect.stringContaining('devices'), expect.stringContaining('3')]);
    expect(socket.frames.find(({ command }) => command === 'SUBSCRIBE')?.headers.since).toBe('7');
    const [destination = ''] = socket.subscribed();
    socket.tell(destination, { rev: 8, changes: [] });
    expect(onMessage).toHaveBeenCalledWith({ rev: 8, changes: [] });
  });

  it.each([1006, 1011, 1012])('after close code %i comes back and joins everything anew', async (code) => {
    const onRejoined = vi.fn();
    channel.subscribe({ topic: 'device', params: { deviId: 3 }, onMessage: vi.fn(), onRejoined });
    const before = await connect();
    onRejoined.mockClear();
    before.end(code);
    expect(channel.status().state).toBe('lost');
    await pass(1000);
    const after = await connect();
    expect(after).not.toBe(before);
    expect(after.subscribed()).toEqual(before.subscribed());
    expect(onRejoined).toHaveBeenCalledOnce();
    expect(channel.status().state).toBe('connected');
  });

  it('waits longer after each failure, and from the start again after a connection that lasted', async () => {
    await connect();
    await pass(60_000);
    latest().end(1006);
    for (const wait of [1000, 2000, 4000]) {
      const opened = sockets.length;
      await pass(wait - 50);
      expect(sockets).toHaveLength(opened);
      await pass(100);
      expect(sockets).toHaveLength(opened + 1);
      latest().end(1006);
    }
    await pass(8100);
    await connect();
    await pass(60_000);
    latest().end(1012);
    const opened = sockets.length;
    await pass(1100);
    expect(sockets).toHaveLength(opened + 1);
  });

  it('does not ask again for what the server refused, and keeps the rest', async () => {
    channel.subscribe({ topic: 'devices', onMessage: vi.fn() });
    channel.subscribe({ topic: 'device', params: { deviId: 9 }, onMessage: vi.fn() });
    const socket = await connect();
    const [kept, refused = ''] = socket.subscribed();
    socket.say('ERROR', { message: 'notAllowed', subscription: socket.subscriptionTo(refused) });
    socket.end(1008);
    await pass(1000);
    expect((await connect()).subscribed()).toEqual([kept]);
  });

  it('goes to the login when the session has ended, and stays away', async () => {
    const socket = await connect();
    socket.end(4401);
    expect(onSessionEnded).toHaveBeenCalledOnce();
    await pass(60_000);
    expect(sockets).toHaveLength(1);
  });

  it('asks for everything anew when rights changed, also for what was refused before', async () => {
    channel.subscribe({ topic: 'device', params: { deviId: 9 }, onMessage: vi.fn() });
    const first = await connect();
    const [destination = ''] = first.subscribed();
    first.say('ERROR', { message: 'notAllowed', subscription: first.subscriptionTo(destination) });
    first.end(1008);
    await pass(1000);
    const second = await connect();
    expect(second.subscribed()).toEqual([]);
    second.end(4403);
    expect(onRightsChanged).toHaveBeenCalledOnce();
    await pass(2000);
    expect((await connect()).subscribed()).toEqual([destination]);
  });

  it('tells since when it is away', async () => {
    const told = vi.fn();
    channel.onStatus(told);
    await connect();
    await pass(5000);
    latest().end(1006);
    const { since } = channel.status();
    await pass(1000);
    latest().end(1006);
    expect(channel.status()).toEqual({ state: 'lost', since });
    expect(told).toHaveBeenCalledTimes(2);
  });

  it('is lost as soon as the browser has no network, and comes back as soon as it has one', async () => {
    await connect();
    await pass(60_000);
    network.dispatchEvent(new Event('offline'));
    expect(channel.status()).toEqual({ state: 'lost', since: Date.now() });
    for (let attempts = 0; attempts < 5; attempts++) {
      await pass(15_000);
      latest().end(1006);
    }
    const opened = sockets.length;
    await pass(100);
    expect(sockets).toHaveLength(opened);
    network.dispatchEvent(new Event('online'));
    await pass(1);
    expect(sockets).toHaveLength(opened + 1);
    latest().accept();
    await pass(1);
    expect(channel.status().state).toBe('connected');
  });

  it('that was stopped does not listen to the network any more', async () => {
    await connect();
    channel.stop();
    await pass(1);
    const opened = sockets.length;
    network.dispatchEvent(new Event('offline'));
    network.dispatchEvent(new Event('online'));
    await pass(60_000);
    expect(sockets).toHaveLength(opened);
  });
});
