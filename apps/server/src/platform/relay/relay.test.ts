import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type BusMessage, busTopics, type LiveEvent } from '@varde/contract/events';
import { openProxy } from '@varde/testing/postgres-proxy';
import { createPostgresDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { type Bus, type BusReceiver, createInProcessBus } from '../bus/bus.ts';
import { type OpenDatabase, queryRows } from '../database/database.ts';
import { metrics } from '../log/metrics.ts';
import type { Service } from '../service.ts';
import { createRelayBus, relayChannel } from './relay-bus.ts';
import { createRelayListener } from './relay-listener.ts';

const adminUrl = process.env.VARDE_TEST_POSTGRES;
const timing = { beatMs: 50, silenceMs: 400, idleMs: 1000, firstRetryMs: 10, longestRetryMs: 50 };
const silent = { error: () => undefined, warn: () => undefined };

/** Between a client and PostgreSQL: `close` resolves when the next client has come, which waits until `open`. */
async function openGate(target: URL) {
  let opening = Promise.withResolvers<void>();
  opening.resolve();
  let arrival = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server = createServer(async (near) => {
    arrival.resolve();
    await opening.promise;
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(target.href);
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    close: () => {
      opening = Promise.withResolvers<void>();
      arrival = Promise.withResolvers<void>();
      return arrival.promise;
    },
    open: () => opening.resolve(),
    end: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

describe.runIf(adminUrl !== undefined)('what processes with jobs publish', () => {
  let database: OpenDatabase & { url: string };
  let main: Bus & BusReceiver;
  let jobs: Bus;
  let listener: Service;
  let events: LiveEvent[];
  let others: unknown[];
  let missed: number;
  beforeEach(async () => {
    metrics.busRejected.reset();
    database = await createPostgresDatabase(adminUrl ?? '');
    main = createInProcessBus();
    jobs = createRelayBus(silent);
    [events, others, missed] = [[], [], 0];
    main.onEvents((given) => events.push(...given));
    main.onCommandsChanged((deviId) => others.push(deviId));
    main.onIdentityChanged((name) => others.push(name));
    main.onDownlink((downlink) => others.push(downlink));
    main.onMissed(() => {
      missed += 1;
    });
  });
  afterEach(async () => {
    await listener.stop();
    await database.close();
  });

  const listen = async (url = database.url) => {
    listener = createRelayListener({ url, receiver: main, log: silent, timing });
    await listener.start();
  };
  const note = (deviId: number): LiveEvent => ({ type: 'note', deviId, custId: 9 });
  const publish = (deviId: number, bus = jobs) =>
    commitAndPublish({ db: database.db, bus }, async (_tx, changes) => changes.publish(note(deviId)));
  const rejected = async () =>
    (await metrics.busRejected.get()).values.map(({ labels, value }) => ({ ...labels, value }));
  const notify = (payload: string) => database.db.execute(sql`select pg_notify(${relayChannel}, ${payload})`);
  const send = (message: BusMessage) => database.db.transaction(async (tx) => jobs.sendWith?.(tx, [message]));
  const ofRelay = sql`from pg_stat_activity
    where datname = current_database() and application_name like '% varde_relay'`;
  const cut = () => database.db.execute(sql`select pg_terminate_backend(pid) ${ofRelay}`);

  test('reaches the process with the console with the commit, in the order of the commits', async () => {
    await listen();
    const name = { protocol: 'eview', identity: '861' };
    await commitAndPublish({ db: database.db, bus: jobs }, async (_tx, changes) => {
      changes.publish(note(1), note(2));
      changes.commandsOf(5);
      changes.identity(name);
    });
    await publish(3);
    await expect.poll(() => events).toEqual([note(1), note(2), note(3)]);
    expect(others).toEqual([name, 5]);
    expect(await rejected()).toEqual([]);
  });

  test('does not leave before the commit, and never from a transaction that comes to nothing', async () => {
    await listen();
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: begun, resolve: hasBegun } = Promise.withResolvers<void>();
    const slow = database.db.transaction(async (tx) => {
      await jobs.sendWith?.(tx, [{ topic: 'events', version: busTopics.events.version, bodies: [note(1)] }]);
      hasBegun();
      await held;
    });
    await begun;
    const failing = database.db.transaction(async (tx) => {
      await jobs.sendWith?.(tx, [{ topic: 'events', version: busTopics.events.version, bodies: [note(2)] }]);
      throw new Error('it comes to nothing');
    });
    await expect(failing).rejects.toThrow('comes to nothing');
    await notify('garbage, which comes after all that was sent before');
    await expect.poll(rejected).toHaveLength(1);
    expect(events).toEqual([]);
    letGo();
    await slow;
    await expect.poll(() => events).toEqual([note(1)]);
  });

  test('of two processes at once, and larger than a notification, arrives whole', async () => {
    await listen();
    const large = (deviId: number) => Object.assign(note(deviId), { text: 'æ👵'.repeat(20_000) });
    const other = createRelayBus(silent);
    const numbers = Array.from({ length: 20 }, (_, at) => at);
    await Promise.all(
      numbers.map((deviId) =>
        commitAndPublish({ db: database.db, bus: deviId % 2 === 0 ? jobs : other }, async (_tx, changes) =>
          changes.publish(large(deviId)),
        ),
      ),
    );
    await expect.poll(() => events).toHaveLength(20);
    const sorted = events.toSorted((a, b) => ('deviId' in a && 'deviId' in b ? a.deviId - b.deviId : 0));
    expect(sorted).toEqual(numbers.map(large));
  });

  test('and is too large altogether makes consoles catch up instead', async () => {
    await listen();
    await send({ topic: 'events', version: busTopics.events.version, bodies: ['x'.repeat(12_500_000)] });
    await expect.poll(() => missed).toBe(1);
  });

  test('in another version, or about what comes from no such process, is left out and counted, like garbage', async () => {
    await listen();
    await notify('garbage');
    await send({ topic: 'downlink', version: busTopics.downlink.version, bodies: [{ commandId: 1 }] });
    await send({ topic: 'events', version: busTopics.events.version + 1, bodies: [note(1)] });
    await publish(2);
    await expect.poll(() => events).toEqual([note(2)]);
    expect(others).toEqual([]);
    expect(await rejected()).toEqual([
      { topic: 'relay', reason: 'shape', value: 2 },
      { topic: 'events', reason: 'version', value: 1 },
    ]);
  });

  test('goes on being heard after a message that somebody who listens failed at: no process with a gateway ends by it', async () => {
    const failed: unknown[] = [];
    main.onEvents(([event]) => {
      if (event?.type === 'note' && event.deviId === 1) throw new TypeError('a fault of our own');
    });
    listener = createRelayListener({
      ...{ url: database.url, receiver: main, timing },
      log: { ...silent, error: (what: unknown) => failed.push(what) },
    });
    await listener.start();
    await publish(1);
    await publish(2);
    await expect.poll(() => events).toEqual([note(1), note(2)]);
    expect(failed).toMatchObject([{ err: new TypeError('a fault of our own') }]);
    expect(await rejected()).toEqual([]);
  });

  test('while the connection is lost is missed, and said to be, each time when it is back', async () => {
    const wire = await openProxy(new URL(database.url));
    await listen(wire.url);
    expect(missed).toBe(0);
    for (const times of [1, 2]) {
      wire.refuse();
      await cut();
      await publish(times);
      wire.accept();
      await expect.poll(() => missed).toBe(times);
      await publish(times + 10);
      await expect.poll(() => events.at(-1)).toEqual(note(times + 10));
    }
    expect(events).toEqual([note(11), note(12)]);
    await listener.stop();
    wire.close();
  });

  test('after the connection has gone silent is heard again', async () => {
    const wire = await openProxy(new URL(database.url));
    await listen(wire.url);
    wire.swallow();
    await publish(1);
    await expect.poll(() => missed).toBe(1);
    await publish(2);
    await expect.poll(() => events).toEqual([note(2)]);
    await listener.stop();
    wire.close();
  });

  test('is listened for on one connection, however long nobody publishes', async () => {
    await listen();
    const lasted = async () => {
      const seconds = sql<number>`extract(epoch from state_change - backend_start)::float8`;
      const rows = await queryRows<{ seconds: number }>(database.db, sql`select ${seconds} as seconds ${ofRelay}`);
      return rows.map((row) => row.seconds * 1000);
    };
    await expect.poll(lasted).toEqual([expect.toSatisfy((ms: number) => ms > 2 * timing.silenceMs)]);
    expect(missed).toBe(0);
  });

  test('is not listened for any more after a stop, also not when that comes while it is listened for again', async () => {
    const gate = await openGate(new URL(database.url));
    await listen(gate.url);
    const coming = gate.close();
    await cut();
    await coming;
    const stopped = listener.stop();
    gate.open();
    await stopped;
    await expect.poll(() => queryRows(database.db, sql`select pid ${ofRelay}`)).toEqual([]);
    expect(missed).toBe(0);
    gate.end();
  });

  test('is forgotten while nobody listens: jobs go on without a process with the console', async () => {
    await publish(1);
    await listen();
    await publish(2);
    await expect.poll(() => events).toEqual([note(2)]);
  });
});
