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
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
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
  vi.mocked(console.warn).mockRestore();
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
  it('sends each selected role as a parameter', async () => {
    expect((await connect()).url).toBe('wss://varde.example/ajax/live?roles=FIRM&roles=TRACKER');
  });

  it('subscribes to its topics, added before or after connecting, and passes on their messages [D7.097]', async () => {
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

  it.each([1006, 1011, 1012])('after close code %i reconnects and rejoins every topic', async (code) => {
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

  it('waits longer after each failure, and starts over after a lasting connection', async () => {
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

  describe('when a subscriber throws', () => {
    const throws = () => {
      throw new Error('odd');
    };
    beforeEach(() => vi.stubGlobal('reportError', vi.fn()));

    it('at a message, has it ask for what the message said, and the others hear theirs', async () => {
      const [onRejoined, other] = [vi.fn(), vi.fn()];
      channel.subscribe({ topic: 'alarms', onMessage: throws, onRejoined });
      channel.subscribe({ topic: 'devices', onMessage: other });
      const socket = await connect();
      onRejoined.mockClear();
      const [alarms = '', devices = ''] = socket.subscribed();
      socket.tell(alarms, { rev: 8, complete: false, alarms: [] });
      expect(onRejoined).toHaveBeenCalledOnce();
      socket.tell(devices, { rev: 8, changes: [] });
      expect(other).toHaveBeenCalledOnce();
      expect(reportError).toHaveBeenCalledOnce();
    });

    it('at a change of the state or a reconnection, tells the others, and reconnects all the same', async () => {
      const onStatus = vi.fn();
      channel.onStatus(throws);
      channel.onStatus(onStatus);
      const onRejoined = vi.fn();
      channel.subscribe({ topic: 'alarms', onMessage: vi.fn(), onRejoined: throws });
      channel.subscribe({ topic: 'devices', onMessage: vi.fn(), onRejoined });
      (await connect()).end(1006);
      await pass(1000);
      expect((await connect()).subscribed()).toHaveLength(2);
      expect(channel.status().state).toBe('connected');
      expect(onStatus).toHaveBeenCalledTimes(3);
      expect(onRejoined).toHaveBeenCalledTimes(2);
    });
  });

  it('does not repeat a refused subscription, and keeps the others', async () => {
    channel.subscribe({ topic: 'devices', onMessage: vi.fn() });
    channel.subscribe({ topic: 'device', params: { deviId: 9 }, onMessage: vi.fn() });
    const socket = await connect();
    const [kept, refused = ''] = socket.subscribed();
    socket.say('ERROR', { message: 'notAllowed', subscription: socket.subscriptionTo(refused) });
    socket.end(1008);
    await pass(1000);
    expect((await connect()).subscribed()).toEqual([kept]);
  });

  it.each(['tooManyCalls', 'tooManyFrames', 'unavailable', 'aWordOfALaterServer'])(
    'repeats a subscription that was refused by %s, as the alarms after a storm of reconnections',
    async (message) => {
      channel.subscribe({ topic: 'alarms', onMessage: vi.fn() });
      channel.subscribe({ topic: 'devices', onMessage: vi.fn() });
      const socket = await connect();
      const [alarms = '', devices] = socket.subscribed();
      socket.say('ERROR', { message, subscription: socket.subscriptionTo(alarms), 'receipt-id': '1' });
      socket.end(1008);
      await pass(1000);
      expect((await connect()).subscribed()).toEqual([alarms, devices]);
    },
  );

  it('only logs an error of the socket or of the server: its state and its subscriptions are unchanged [D8.012]', async () => {
    const onMessage = vi.fn();
    const onStatus = vi.fn();
    channel.subscribe({ topic: 'devices', onMessage });
    const socket = await connect();
    channel.onStatus(onStatus);
    socket.onerror?.();
    socket.say('ERROR', { message: 'tooManyMessages' });
    expect(vi.mocked(console.warn).mock.calls).toEqual([
      ['Live channel:', 'the socket failed'],
      ['Live channel:', 'tooManyMessages'],
    ]);
    expect([onStatus, onSessionEnded, onRightsChanged].flatMap(({ mock }) => mock.calls)).toEqual([]);
    socket.tell(socket.subscribed()[0] ?? '', { rev: 8, changes: [] });
    expect(onMessage).toHaveBeenCalledOnce();
  });

  it('opens the login when the session has ended, and does not reconnect', async () => {
    const socket = await connect();
    socket.end(4401);
    expect(onSessionEnded).toHaveBeenCalledOnce();
    await pass(60_000);
    expect(sockets).toHaveLength(1);
  });

  it('subscribes again to everything when rights changed, including refused topics', async () => {
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

  it('reports since when it is disconnected', async () => {
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

  it('is lost as soon as the browser is offline, and reconnects as soon as it is online', async () => {
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

  it('that was stopped no longer listens to the network', async () => {
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
