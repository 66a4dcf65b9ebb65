import { setTimeout } from 'node:timers/promises';
import { createCustomer, createDevice, type TestDevice } from '@varde/testing/factories';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sampleOf, sosSample } from '@varde/testing/uplinks';
import { eq, type SQL, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { publishAddress } from '#domain/alarms/publish-address.ts';
import { alarms } from '#domain/alarms/tables.ts';
import { lockWithTwin } from '#domain/devices/find-device.ts';
import { malformedFrames } from '#domain/devices/tables.ts';
import { linkTwins } from '#domain/life/twins.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { type Database, type OpenDatabase, queryRows } from '#platform/database/database.ts';

/** The embedded database has one connection: nobody else holds a row while a batch is processed. */
describe.runIf(process.env.VARDE_TEST_POSTGRES !== undefined)('while another transaction holds rows', () => {
  let opened: OpenDatabase;
  let processing: TestProcessing;
  let custId: number;
  let held: TestDevice;
  let others: TestDevice[];

  beforeAll(async () => {
    opened = await openTestDatabase();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    await clearTables(opened.db);
    custId = await createCustomer(opened.db);
    held = await createDevice(opened.db, { custId });
    others = [];
    for (let count = 0; count < 9; count += 1) others.push(await createDevice(opened.db, { custId }));
    processing = await startProcessing(opened.processingDb);
  });
  afterEach(() => processing.runner.stop());

  const send = ({ identity }: TestDevice, word: string, given = [sampleOf()], retryKey: string | null = null) =>
    processing.bus.publishUplink(messageUplink(identity, processing.clock.now(), given, { word, retryKey }));
  const wordsOf = async ({ deviId }: TestDevice) =>
    (
      await opened.db.select().from(transactions).where(eq(transactions.deviId, deviId)).orderBy(transactions.tranId)
    ).map(({ word }) => word);

  /** Does the work while a transaction of somebody else, whose statement this is, is open. */
  const whileOpen = <Result>(statement: SQL, work: () => Promise<Result>): Promise<Result> =>
    opened.db.transaction(async (tx) => {
      await tx.execute(statement);
      return work();
    });
  /** Somebody waits for a lock. */
  const isWaiting = () =>
    vi.waitFor(async () => {
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      expect(await queryRows(opened.db, waiting)).toHaveLength(1);
    });
  const deviceRow = () => sql`select from devices where devi_id = ${held.deviId} for no key update`;

  test('an alarm at the same place: another one there waits neither for it nor for their address', async () => {
    const [first] = others;
    if (first === undefined) throw new Error('no device');
    const here = sosSample({ position: { lat: 62.4722, lng: 6.1549, source: 'gps' } });
    for (const one of [first, held]) await send(one, 'press', [here], `first of ${one.deviId}`);
    const ofHeld = sql`select from alarms where devi_id = ${held.deviId} for no key update`;
    const to = { db: opened.backgroundDb, bus: processing.bus };
    let published: Promise<void> = Promise.resolve();
    await whileOpen(ofHeld, async () => {
      published = publishAddress(to, { lat: 6_247_220, lng: 615_490, custId });
      await isWaiting();
      await expect(send(first, 'again', [here], 'another')).resolves.toBe('stored');
    });
    await published;
  });

  test("a device's own row: the others are acknowledged, and it is as soon as its row is free, in order", async () => {
    const order: string[] = [];
    const sent: Promise<unknown>[] = [];
    await whileOpen(deviceRow(), async () => {
      for (const word of ['a', 'b']) sent.push(send(held, word).then(() => order.push(word)));
      for (const word of ['1', '2'])
        await Promise.all(others.map((other) => expect(send(other, word)).resolves.toBe('stored')));
      sent.push(send(held, 'c').then(() => order.push('c')));
      expect(order).toEqual([]);
      expect(processing.runner.isHealthy?.()).toBe(true);
    });
    await Promise.all(sent);
    expect(order).toEqual(['a', 'b', 'c']);
    expect(await wordsOf(held)).toEqual(['a', 'b', 'c']);
    for (const other of others) expect(await wordsOf(other)).toEqual(['1', '2']);
  });

  test('the row of its alarm: the others are acknowledged, and its signal is counted when that is free', async () => {
    await send(held, 'first', [sosSample()]);
    let again: Promise<unknown> | undefined;
    await whileOpen(sql`select from alarms where devi_id = ${held.deviId} for no key update`, async () => {
      again = send(held, 'again', [sosSample()]);
      await Promise.all(others.map((other) => expect(send(other, '1', [sosSample()])).resolves.toBe('stored')));
    });
    await again;
    const [alarm] = await opened.db.select().from(alarms).where(eq(alarms.deviId, held.deviId));
    expect(alarm).toMatchObject({ signalCount: 2 });
  });

  const chain = () => sql`select from notification_chains c join alarms a using (alarm_id)
    where a.devi_id = ${held.deviId} for update of c`;
  const customer = () => sql`select from customers c join devices d using (cust_id)
    where d.devi_id = ${held.deviId} for update of c`;
  const assignment = () => sql`select from device_assignments where devi_id = ${held.deviId} for update`;

  test.each([
    ['the chain of its alarm', chain],
    ['its customer', customer],
    ['its assignment', assignment],
  ])(
    '%s: no alarm of another customer waits a moment, and its own is raised when that is free',
    async (_, statement) => {
      const elsewhere: TestDevice[] = [];
      for (let count = 0; count < 3; count += 1)
        elsewhere.push(await createDevice(opened.db, { custId: await createCustomer(opened.db) }));
      await send(held, 'first', [sosSample()]);
      const sent: Promise<unknown>[] = [];
      const conflicts = vi.spyOn(processing.log, 'warn');
      await whileOpen(statement(), async () => {
        for (const word of ['a', 'b']) sent.push(send(held, word, [sosSample()]));
        const press = (other: TestDevice) => send(other, '1', [sosSample()]);
        expect(await Promise.all(elsewhere.map(press))).toEqual(['stored', 'stored', 'stored']);
      });
      expect(await Promise.all(sent)).toEqual(['stored', 'stored']);
      expect(await wordsOf(held)).toEqual(['first', 'a', 'b']);
      expect(conflicts).not.toHaveBeenCalled(); // nobody has waited for a lock
    },
  );

  test('the row of its twin: it waits with it', async () => {
    const [twin] = others;
    if (twin === undefined) throw new Error('no twin');
    await opened.db.transaction(async (tx) => {
      const [master, clone] = [
        await lockWithTwin(tx, 'server', held.deviId),
        await lockWithTwin(tx, 'server', twin.deviId),
      ];
      if (master && clone) await linkTwins(tx, { master, clone });
    });
    let waiting: Promise<unknown> | undefined;
    await whileOpen(deviceRow(), async () => {
      waiting = send(twin, 'twin');
      await Promise.all(others.slice(1).map((other) => send(other, '1')));
      expect(await wordsOf(twin)).toEqual([]);
    });
    expect(await waiting).toBe('stored');
  });

  test('a row that no batch can know of: the others wait for moments, and its device until it is free', async () => {
    const key = sql`insert into retry_keys (devi_id, retry_key, rec_ts)
      values (${held.deviId}, 'u-key', ${new Date(processing.clock.now()).toISOString()}::timestamptz)`;
    const sent: Promise<unknown>[] = [];
    await expect(
      whileOpen(key, async () => {
        sent.push(send(held, 'a', undefined, 'key'), send(held, 'b'));
        const began = performance.now();
        await Promise.all(others.map((other) => send(other, '1')));
        await Promise.all(others.map((other) => send(other, '2')));
        expect(performance.now() - began).toBeLessThan(8000); // a statement may take ten seconds
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    expect(await Promise.all(sent)).toEqual(['stored', 'stored']);
    expect(await wordsOf(held)).toEqual(['a', 'b']);
    expect(await opened.db.select().from(malformedFrames)).toEqual([]);
  });

  test('processing stops without waiting for them', async () => {
    const refused = await whileOpen(deviceRow(), async () => {
      const sent = send(held, 'a').catch((error: Error) => error.message);
      await processing.runner.stop();
      return sent;
    });
    expect(refused).toContain('stopping');
  });

  test('whatever is held and for how long, each message is stored once, in the order of its device, and acknowledged after that', async () => {
    const devices = [held, ...others.slice(0, 3)];
    const step = fc.record({
      device: fc.nat({ max: devices.length - 1 }),
      kind: fc.constantFrom('beat', 'sos', 'lockDevice', 'lockAlarm'),
      ms: fc.nat({ max: 40 }),
    });
    let runs = 0;
    const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      runs += 1;
      const sent = new Map<number, string[]>();
      const work: Promise<unknown>[] = [];
      for (const [at, { device: index, kind, ms }] of steps.entries()) {
        const device = devices[index] ?? held;
        if (kind === 'beat' || kind === 'sos') {
          const word = `${runs}-${at}`;
          sent.set(index, [...(sent.get(index) ?? []), word]);
          work.push(
            send(device, word, [kind === 'sos' ? sosSample() : sampleOf()]).then(async () =>
              expect(await wordsOf(device)).toContain(word),
            ),
          );
        } else work.push(hold(opened.db, device, kind, ms));
        await setTimeout(ms / 10);
      }
      await Promise.all(work);
      for (const [index, words] of sent) {
        const stored = await wordsOf(devices[index] ?? held);
        expect(stored.filter((word) => word?.startsWith(`${runs}-`))).toEqual(words);
      }
    });
    await fc.assert(property, { numRuns: 15 });
  });
});

/** As a call that changes a device or its alarms. */
const hold = (db: Database, { deviId }: TestDevice, kind: 'lockDevice' | 'lockAlarm', ms: number) =>
  db.transaction(async (tx) => {
    await tx.execute(
      kind === 'lockDevice'
        ? sql`select from devices where devi_id = ${deviId} for no key update`
        : sql`select from alarms where devi_id = ${deviId} for no key update`,
    );
    await setTimeout(ms);
  });
