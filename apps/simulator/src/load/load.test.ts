import { eview } from '@varde/protocols/eview/index';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeStreamServer, startFakeStreamServer } from '../testing/fake-stream-server.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { Load } from './load.ts';
import type { Uplink } from './uplink.ts';

const identities = ['861234567890001', '861234567890002', '861234567890003'];
let server: FakeStreamServer<(typeof eview)['initialState']>;
let load: Load;

beforeEach(async () => {
  server = await startFakeStreamServer(eview);
});
afterEach(async () => {
  load.close();
  await server.close();
});

const keyOf = (identity: string | null, at: number | null | undefined) => `${identity} ${at}`;
const byUplink = (uplinks: readonly Uplink[]) => uplinks.map(({ identity, at }) => keyOf(identity, at)).sort();
const received = () => server.messages.all.map(({ identity, report }) => keyOf(identity, report.samples[0]?.at)).sort();

describe('the load generator', () => {
  it('sends everything as fast as it is answered, and reports the exact counts', async () => {
    load = new Load({
      host: '127.0.0.1',
      port: server.port,
      identities,
      uplinksEach: 100,
      ratePerSecond: null,
    });
    await load.connect();
    load.start();
    await load.finished;
    expect(load.counts).toMatchObject({ sent: 300, acknowledged: 300, resent: 0, lost: 0 });
    expect(byUplink(load.acknowledged)).toEqual(received());
    expect(new Set(received()).size).toBe(300);
  });

  it('distinguishes answered messages from merely sent ones when the server dies', async () => {
    load = new Load({
      host: '127.0.0.1',
      port: server.port,
      identities,
      uplinksEach: 100,
      ratePerSecond: null,
      window: 4,
      sosEvery: 10,
    });
    await load.connect();
    load.start();
    await server.messages.waitFor(() => true, 40);
    server.setAnswering(false);
    server.dropConnections();
    await load.finished;
    const acknowledged = load.acknowledged;
    expect(acknowledged.length).toBeLessThan(300);
    expect(received()).toEqual(expect.arrayContaining(byUplink(acknowledged)));
    expect(load.unacknowledged.length).toBe(load.counts.sent - acknowledged.length);
    expect(acknowledged.filter(({ kind }) => kind === 'sos').length).toBeGreaterThan(0);
  });

  it('repeats unanswered messages when it comes back', async () => {
    const clock = createManualClock();
    load = new Load({
      host: '127.0.0.1',
      port: server.port,
      identities: identities.slice(0, 1),
      uplinksEach: 20,
      ratePerSecond: null,
      window: 5,
      reconnects: true,
      clock,
    });
    server.setAnswering(false);
    await load.connect();
    load.start();
    await server.messages.waitFor(() => true, 5);
    server.setAnswering(true);
    server.dropConnections();
    while (load.counts.open > 0) await new Promise(setImmediate);
    clock.advance(2_000);
    await load.finished;
    expect(load.counts).toMatchObject({ sent: 20, acknowledged: 20, resent: 5, lost: 1 });
    const keys = server.messages.all.map(({ retryKey }) => retryKey);
    expect(keys).toHaveLength(25);
    expect(new Set(keys).size).toBe(20);
  });

  it('keeps the rate over all connections together', async () => {
    const clock = createManualClock();
    load = new Load({
      host: '127.0.0.1',
      port: server.port,
      identities,
      uplinksEach: 100,
      ratePerSecond: 60,
      window: 100,
      clock,
    });
    await load.connect();
    load.start();
    clock.advance(1_000);
    expect(load.counts.sent).toBe(60);
    load.stop();
    clock.advance(1_000);
    await load.finished;
    expect(load.counts).toMatchObject({ sent: 60, acknowledged: 60 });
  });
});
