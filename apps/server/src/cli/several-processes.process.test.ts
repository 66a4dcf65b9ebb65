import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { watchSeven } from '@varde/catalogue/hardware/watch-seven';
import type { LiveMessage } from '@varde/contract/live';
import { sessionCookie } from '@varde/contract/transport';
import { refusalFault } from '@varde/testing/command-line';
import { createAlarm, createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { anyPorts, freePort } from '@varde/testing/free-port';
import { type LiveClient, openLiveClient } from '@varde/testing/live-client';
import { createPostgresDatabase } from '@varde/testing/test-database';
import { runVarde, startVardeProcess, type VardeProcess } from '@varde/testing/varde-process';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { beginSession } from '#domain/accounts/sessions.ts';
import { alarms } from '#domain/alarms/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { outbox } from '#domain/messages/tables.ts';
import { startChains } from '#domain/notifications/chains.ts';
import { saveList } from '#domain/notifications/lists.ts';
import { pressAlarm } from '#gateway/press-alarm.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { outlastJobs } from '#platform/database/jobs-lock.ts';
import { createToken, hashOfToken } from '#platform/secrets/tokens.ts';

const adminUrl = process.env.VARDE_TEST_POSTGRES;

/** By how much the clocks of the machines differ from that of PostgreSQL. */
const shiftsMs: Readonly<Record<string, number>> = { main: -180_000, anna: -100, berit: 300_000 };
const shiftedClock = import.meta.resolve('@varde/testing/shifted-clock');
const onMachine = (name: string, environment: Record<string, string>) => ({
  environment: { ...environment, CLOCK_SHIFT_MS: String(shiftsMs[name]) },
  nodeArguments: ['--import', shiftedClock],
});

/** What reaches the provider; each process asks it under its own name. */
interface Handed {
  by: string;
  id: string;
  to: string;
}

class SmsProvider {
  readonly handed: Handed[] = [];
  readonly #server: Server;
  #open = Promise.withResolvers<void>();

  private constructor() {
    this.#open.resolve();
    this.#server = createServer(async (request, response) => {
      const { id, to } = JSON.parse(await text(request));
      this.handed.push({ by: (request.url ?? '').slice(1), id, to });
      await this.#open.promise;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }

  static async start(): Promise<SmsProvider> {
    const provider = new SmsProvider();
    await once(provider.#server.listen(0, '127.0.0.1'), 'listening');
    return provider;
  }

  urlFor = (name: string): string => `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${name}`;

  /** It answers nobody until it is released. */
  hold(): void {
    this.#open = Promise.withResolvers();
  }
  release(): void {
    this.#open.resolve();
  }
  of = (numbers: readonly string[]) => this.handed.filter(({ to }) => numbers.includes(to));

  close(): void {
    this.release();
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describe.runIf(adminUrl !== undefined)('several processes on one PostgreSQL database', () => {
  let folder: string;
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let provider: SmsProvider;
  let custId: number;
  let cookie: string;
  let ports: { http: number; watch: number };
  let main: VardeProcess;
  const jobs = new Map<string, VardeProcess & { port: number }>();

  const common = () => ({
    ...anyPorts,
    VARDE_DATABASE_URL: database.url,
    VARDE_DATA_DIR: folder,
    VARDE_HTTP_HOST: '127.0.0.1',
    VARDE_DEVICE_HOST: '127.0.0.1',
    VARDE_PUBLIC_URL: 'http://varde.example',
  });
  const startMain = async () => {
    const environment = {
      ...common(),
      VARDE_SMS_URL: provider.urlFor('main'),
      VARDE_HTTP_PORT: String(ports.http),
      VARDE_WATCH_PORT: String(ports.watch),
    };
    const roles = ['--roles', 'gateway,processing,console'];
    main = startVardeProcess(['serve', ...roles], onMachine('main', environment));
    await main.printed('Varde is ready');
  };
  const startJobs = async (name: string) => {
    const port = await freePort();
    const environment = {
      ...common(),
      VARDE_DATA_DIR: join(folder, name),
      VARDE_HTTP_PORT: String(port),
      VARDE_SMS_URL: provider.urlFor(name),
    };
    const started = startVardeProcess(['serve', '--roles', 'jobs'], onMachine(name, environment));
    jobs.set(name, { ...started, port });
    await started.printed('Varde is ready');
  };
  const kill = async (name: string) => {
    const killed = jobs.get(name);
    jobs.delete(name);
    killed?.child.kill('SIGKILL');
    await killed?.exit;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'varde-several-'));
    database = await createPostgresDatabase(adminUrl ?? '');
    provider = await SmsProvider.start();
    const { db } = database;
    custId = await createCustomer(db);
    const { userId } = await createUser(db, { role: 'FIRM', custId });
    const token = createToken();
    const [now, expiresAt] = [Date.now(), Date.now() + 3_600_000];
    await beginSession(db, { tokenHash: hashOfToken(token), userId, context: 'PROFFWEB', now, expiresAt });
    cookie = `${sessionCookie}=${token}`;
    ports = { http: await freePort(), watch: await freePort() };
    await startMain();
  });
  beforeEach(() => Promise.all(['anna', 'berit'].filter((name) => !jobs.has(name)).map(startJobs)));
  afterAll(async () => {
    for (const { child } of [main, ...jobs.values()]) child.kill('SIGKILL');
    provider.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  let made = 0;
  /** A watch whose alarms are told to this number by SMS. */
  const watchTelling = async () => {
    made += 1;
    const { db } = database;
    const mobile = `+4791${String(made).padStart(6, '0')}`;
    const identity = `35${String(made).padStart(13, '0')}`;
    const { deviId } = await createDevice(db, { custId, dehaId: watchSeven.dehaId, identity });
    const assignmentId = await presentAssignmentId(db, deviId);
    const kari = { name: 'Kari', mobile, email: '', channels: ['sms' as const] };
    const receivers = [{ ...kari, events: [], hours: null, waitSeconds: 600 }];
    await saveList(db, { assignmentId, deviId }, { rev: 0, receivers, repeats: 0, at: new Date(), userId: null });
    return { deviId, assignmentId, identity, mobile };
  };
  const press = ({ identity }: { identity: string }) =>
    pressAlarm({
      ...{ host: '127.0.0.1', port: ports.watch, identity, at: Date.now() },
      signal: AbortSignal.timeout(20_000),
    });
  const smsTo = (mobile: string) => database.db.select().from(outbox).where(eq(outbox.recipient, mobile));
  const isSent = (mobile: string) => expect.poll(() => smsTo(mobile)).toMatchObject([{ state: 'sent' }]);
  const revOf = async (deviId: number) =>
    (await database.db.select().from(alarms).where(eq(alarms.deviId, deviId)))[0]?.rev ?? 0;
  const subscribe = async () => {
    const client = await openLiveClient(ports.http, { cookie });
    client.send('SUBSCRIBE', { id: 'a', destination: '/topic/alarms' });
    await client.next('MESSAGE'); // those that are open
    return client;
  };
  /** The latest revision of the device's alarm that the subscriber has heard of, when it is that of the database. */
  const hearsOf = async (client: LiveClient, deviId: number) => {
    for (let heard = 0; heard === 0 || heard < (await revOf(deviId)); ) {
      const { alarms: changed } = JSON.parse((await client.next('MESSAGE')).body) as LiveMessage<'alarms'>;
      heard = Math.max(heard, ...changed.filter((alarm) => alarm.deviId === deviId).map(({ rev }) => rev));
    }
  };

  test('an alarm from a socket is told once by one of those with jobs, and the console sees that without asking', async () => {
    const client = await subscribe();
    const watch = await watchTelling();
    await press(watch);
    await isSent(watch.mobile);
    const told = provider.of([watch.mobile]);
    expect(told).toHaveLength(1);
    expect(['anna', 'berit']).toContain(told[0]?.by);
    await hearsOf(client, watch.deviId); // its last change is that the SMS has left
    client.close();
  });

  test('the test alarm of the process with the gateway arrives, whichever process sends its message', async () => {
    const check = sql`select told_ms from alarm_path_checks where passed`;
    await expect.poll(() => queryRows(database.db, check), { timeout: 30_000 }).toHaveLength(1);
  });

  test('a process with jobs alone serves its health and metrics, and nothing else', async () => {
    const port = jobs.get('anna')?.port;
    const get = async (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    const statuses = ['/healthz', '/readyz', '/metrics', '/', '/ajax/docs', '/ajax/session', '/ajax/devices'];
    expect(await Promise.all(statuses.map(async (path) => (await get(path)).status))).toEqual([
      ...[200, 200, 200, 404, 404, 404, 404],
    ]);
    const read = async () => (await get('/metrics')).text();
    await expect.poll(read).toContain('varde_job_seconds_count{job="sms-delivery"');
    const metrics = await read();
    expect(metrics).not.toContain('job="offline-check"'); // it knows nothing of since when devices are heard
    expect(metrics).not.toContain('job="alarm-path-check"');
    // One of them sees when no check begins there any more.
    const ofAll = async () =>
      Promise.all([...jobs.values()].map(async (one) => (await fetch(`http://127.0.0.1:${one.port}/metrics`)).text()));
    await expect.poll(async () => (await ofAll()).join('')).toContain('job="alarm-path-watch"');
  });

  test('an alarm is told by the other process when one is killed in the middle of its step', async () => {
    const watch = await watchTelling();
    const { db } = database;
    // Asked within the transaction that holds them up, which would be cut if it idled.
    const stepping = async (tx: Database) => {
      await tx.execute(sql`select pg_stat_clear_snapshot()`); // a transaction sees the activity of its first look
      return queryRows<{ name: string }>(
        tx,
        sql`select application_name as name from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query ilike 'insert into "notification_attempts"%'`,
      );
    };
    let killed = '';
    await db.transaction(async (tx) => {
      await tx.execute(sql`lock table notification_attempts in share row exclusive mode`);
      const pressed = press(watch);
      await expect.poll(() => stepping(tx), { interval: 20 }).not.toEqual([]);
      await pressed;
      const [{ name: label } = { name: '' }] = await stepping(tx);
      killed = [...jobs].find(([, { child }]) => label.endsWith(` ${child.pid}`))?.[0] ?? '';
      await kill(killed);
    });
    expect(killed).not.toBe('');
    await isSent(watch.mobile);
    expect(provider.of([watch.mobile])).toMatchObject([{ by: killed === 'anna' ? 'berit' : 'anna' }]);
  });

  test('a message of a process that was killed while it handed it over leaves again under the same key', async () => {
    const watch = await watchTelling();
    provider.hold();
    await press(watch);
    await expect.poll(() => provider.of([watch.mobile])).toHaveLength(1);
    const first = provider.of([watch.mobile])[0]?.by ?? '';
    await kill(first);
    provider.release();
    const past = new Date(Date.now() - 1000);
    await database.db
      .update(outbox)
      .set({ nextTryAt: past }) // its lease is over
      .where(eq(outbox.recipient, watch.mobile));
    await isSent(watch.mobile);
    const handed = provider.of([watch.mobile]);
    expect(handed.map(({ by }) => by)).toEqual([first, first === 'anna' ? 'berit' : 'anna']);
    expect(new Set(handed.map(({ id }) => id)).size).toBe(1);
  });

  test('40 alarms at once are shared, and each receiver is told once', async () => {
    const watches = await Promise.all(Array.from({ length: 40 }, watchTelling));
    const numbers = watches.map(({ mobile }) => mobile);
    provider.hold();
    await Promise.all(watches.map(press));
    const by = () => [...new Set(provider.of(numbers).map((each) => each.by))].sort();
    await expect.poll(by).toEqual(['anna', 'berit']);
    provider.release();
    await Promise.all(numbers.map(isSent));
    expect(
      provider
        .of(numbers)
        .map(({ to }) => to)
        .sort(),
    ).toEqual(numbers.toSorted());
  });

  test('jobs go on while the process with the gateway is away, and are heard again when it is back', async () => {
    const { db } = database;
    const [before, after] = [await watchTelling(), await watchTelling()];
    main.child.kill('SIGTERM');
    expect(await main.exit).toBe(0);
    const { deviId, assignmentId, mobile } = before;
    const alarmId = await createAlarm(db, { custId, deviId, assignmentId });
    await db.transaction((tx) => startChains(tx, [alarmId], Date.now()));
    await isSent(mobile);
    await startMain();
    const client = await subscribe();
    await press(after);
    await isSent(after.mobile);
    await hearsOf(client, after.deviId);
    expect(provider.of([mobile, after.mobile])).toHaveLength(2);
    client.close();
  });

  test('a restore is refused while processes with jobs are at work, also without the one with the gateway', async () => {
    const archive = join(folder, 'backup');
    expect(await runVarde(['backup', archive], { environment: common() })).toMatchObject({ code: 0 });
    main.child.kill('SIGTERM');
    await main.exit;
    const restore = await runVarde(['restore', archive, '--replace'], { environment: common() });
    expect(refusalFault(restore, /a process runs jobs on this database: Varde .+ Stop it first/)).toBeNull();
    await startMain();
  });

  test('those with jobs stop by themselves when the tables are about to change, and none begins on other tables', async () => {
    await database.onOneConnection(async (client) => {
      await outlastJobs(client);
      for (const { exit, stdout } of jobs.values()) {
        expect(await exit).toBe(1);
        expect(stdout()).toContain('another version of Varde brings the database up to date. This process stops.');
      }
      jobs.clear();
      await client.query("insert into migrations (name, run_on) values ('9999-later', now())");
    });
    const late = await runVarde(['serve', '--roles', 'jobs'], { environment: common() });
    expect(refusalFault(late, /the database was made by another version of Varde/)).toBeNull();
    await database.db.execute(sql`delete from migrations where name = '9999-later'`);
  });
});
