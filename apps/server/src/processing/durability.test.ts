import { createHash } from 'node:crypto';
import { metyId } from '@varde/catalogue/message-types';
import type { Uplink } from '@varde/contract/events';
import { createCustomer, createDevice, type TestDevice } from '@varde/testing/factories';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sampleOf, sosSample } from '@varde/testing/uplinks';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { deviceIdentities, devices, malformedFrames, unknownDevices } from '#domain/devices/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { UnprocessableUplink } from '#platform/bus/bus.ts';
import type { OpenDatabase } from '#platform/database/database.ts';

let opened: OpenDatabase;
let processing: TestProcessing;
let device: TestDevice;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  device = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
  processing = await startProcessing(opened.db);
});

afterEach(async () => {
  await opened.db.execute(sql`alter table alarms drop constraint if exists broken`);
  await opened.db.execute(sql`alter table devices drop constraint if exists broken`);
  await opened.db.execute(sql`alter table transactions drop constraint if exists broken`);
});

type Given = Parameters<typeof messageUplink>[3];
const message = (given: Given = {}, samples = [sosSample()]) =>
  messageUplink(device.identity, processing.clock.now(), samples, given);
const publish = (uplink: Uplink) => processing.bus.publishUplink(uplink);
const stored = () => opened.db.select().from(transactions).orderBy(transactions.tranId);

describe('a message that comes twice', () => {
  test('with its own time it is stored once, however late it comes again', async () => {
    const press = [sosSample({ at: processing.clock.now() })];
    expect(await publish(message({ retryKey: 'a', timed: true }, press))).toBe('stored');
    processing.clock.advance(86_400_000);
    expect(await publish(message({ retryKey: 'a', timed: true }, press))).toBe('duplicate');
    expect(await stored()).toHaveLength(1);
    expect(await opened.db.select().from(alarms)).toMatchObject([{ signalCount: 1 }]);
    expect(await opened.db.select().from(devices)).toMatchObject([{ lastMsgIn: new Date(processing.clock.now()) }]);
  });

  test('without a time it is a repetition for a minute and a new press after that', async () => {
    const verdicts: string[] = [];
    for (const seconds of [0, 30, 31, 30]) {
      processing.clock.advance(seconds * 1000);
      verdicts.push(await publish(message({ retryKey: 'a' })));
    }
    expect(verdicts).toEqual(['stored', 'duplicate', 'stored', 'duplicate']);
    expect(await opened.db.select().from(alarms)).toMatchObject([{ signalCount: 2 }]);
  });

  test.each([
    ['a second', 1000],
    ['an hour', 3_600_000],
    ['a year', 365 * 86_400_000],
  ])('without a time it is a new press when the clock was set back by %s in between', async (_, ms) => {
    expect(await publish(message({ retryKey: 'a' }))).toBe('stored');
    await opened.db.update(alarms).set({ state: 'reset' });
    processing.clock.step(-ms);
    expect(await publish(message({ retryKey: 'a' }))).toBe('stored');
    expect(await publish(message({ retryKey: 'a' }))).toBe('duplicate');
    const raised = await opened.db.select().from(alarms).orderBy(alarms.alarmId);
    expect(raised.map(({ state }) => state)).toEqual(['reset', 'open']);
  });

  test('with its own time it is stored once, whichever way the clock was set in between', async () => {
    const press = [sosSample({ at: processing.clock.now() - 3_600_000 })];
    expect(await publish(message({ retryKey: 'a', timed: true }, press))).toBe('stored');
    processing.clock.step(-3_600_000);
    expect(await publish(message({ retryKey: 'a', timed: true }, press))).toBe('duplicate');
    processing.clock.step(2 * 3_600_000);
    expect(await publish(message({ retryKey: 'a', timed: true }, press))).toBe('duplicate');
  });

  test.each([
    ['was never set', Date.UTC(2000, 0, 1)],
    ['runs ahead', Date.UTC(2080, 0, 1)],
  ])('with a clock that %s it is a new press after a minute, as if it had no time', async (_, at) => {
    const press = () => publish(message({ retryKey: 'a', timed: true }, [sosSample({ at })]));
    expect([await press(), await press()]).toEqual(['stored', 'duplicate']);
    processing.clock.advance(61_000);
    expect(await press()).toBe('stored');
    expect(await opened.db.select().from(alarms)).toMatchObject([{ signalCount: 2 }]);
  });

  test('one sample of several that has its own time is enough to recognise it, however late it comes again', async () => {
    const samples = [sosSample({ at: null }), sampleOf({ at: processing.clock.now() })];
    const given = { retryKey: 'a', timed: true };
    expect(await publish(message(given, samples))).toBe('stored');
    await opened.db.update(alarms).set({ state: 'reset' });
    processing.clock.advance(61_000);
    expect(await publish(message(given, samples))).toBe('duplicate');
    expect(await opened.db.select().from(alarms)).toMatchObject([{ state: 'reset', signalCount: 1 }]);
  });

  test.each([
    ['60 seconds after the first it is a repetition', 60_000, 'duplicate'],
    ['a moment later it is a new press', 60_001, 'stored'],
  ])('without a time: %s', async (_, ms, verdict) => {
    await publish(message({ retryKey: 'a' }));
    processing.clock.advance(ms);
    expect(await publish(message({ retryKey: 'a' }))).toBe(verdict);
  });

  test('without a key every message is new', async () => {
    expect(await publish(message())).toBe('stored');
    expect(await publish(message())).toBe('stored');
  });

  test.each([
    { timed: true, what: 'with their own time' },
    { timed: false, what: 'without a time' },
  ])('no other message swallows an alarm, even under the same key: $what', async ({ timed }) => {
    const at = timed ? processing.clock.now() : null;
    const given = { retryKey: 'a', timed };
    const heartbeat = () => publish(message(given, [sampleOf({ at })]));
    const alarm = () => publish(message(given, [sosSample({ at })]));
    expect([await heartbeat(), await alarm()]).toEqual(['stored', 'stored']);
    expect([await heartbeat(), await alarm()]).toEqual(['duplicate', 'duplicate']);
    expect(await opened.db.select().from(alarms)).toMatchObject([{ signalCount: 1 }]);
  });

  test('no other message swallows an alarm that comes in the same batch', async () => {
    const given = { retryKey: 'a', timed: true };
    const at = processing.clock.now();
    const fall = sampleOf({ at, events: [{ metyId: metyId.manDown, code: 'fall', at }] });
    const sent = [[sampleOf({ at })], [fall], [sampleOf({ at })], [fall]];
    const verdicts = await Promise.all(sent.map((samples) => publish(message(given, samples))));
    expect(verdicts).toEqual(['stored', 'stored', 'duplicate', 'duplicate']);
    expect(await opened.db.select().from(alarms)).toMatchObject([{ code: 'fall', signalCount: 1 }]);
  });

  test('keys of two devices are independent', async () => {
    const [{ custId } = { custId: 0 }] = await opened.db.select().from(devices);
    const other = await createDevice(opened.db, { custId });
    const given = { retryKey: 'a', timed: true };
    const at = processing.clock.now();
    expect(await publish(message(given, [sosSample({ at })]))).toBe('stored');
    expect(await publish(messageUplink(other.identity, at, [sampleOf({ at })], given))).toBe('stored');
  });

  test('any interleaving of repetitions stores each message once', async () => {
    const schedule = fc.array(fc.record({ key: fc.integer({ min: 0, max: 5 }), wait: fc.boolean() }), {
      maxLength: 25,
    });
    const property = fc.asyncProperty(schedule, async (sent) => {
      await opened.db.execute(sql`truncate transactions, retry_keys, alarms cascade`);
      const verdicts: Promise<string>[] = [];
      for (const { key, wait } of sent) {
        verdicts.push(publish(message({ retryKey: `k${key}`, timed: true, word: `k${key}` })));
        if (wait) await verdicts.at(-1);
      }
      const stored = (await Promise.all(verdicts)).filter((verdict) => verdict === 'stored').length;
      const different = new Set(sent.map(({ key }) => key)).size;
      const words = (await opened.db.select().from(transactions)).map(({ word }) => word);
      expect([stored, words.length, new Set(words).size]).toEqual([different, different, different]);
    });
    await fc.assert(property, { numRuns: 12 });
  });
});

describe('nothing is acknowledged before it is committed', () => {
  test('a database that fails rejects the publish, and nothing of it is stored', async () => {
    await opened.db.execute(sql`alter table alarms add constraint broken check (mety_id <> 1) not valid`);
    await expect(publish(message({ retryKey: 'a', timed: true }))).rejects.toThrow();
    await opened.db.execute(sql`alter table alarms drop constraint broken`);
    expect(await stored()).toEqual([]);
    expect((await opened.db.execute(sql`select 1 from retry_keys`)) as { rows: unknown[] }).toMatchObject({
      rows: [],
    });
    expect(processing.events).toEqual([]);
    expect(await publish(message({ retryKey: 'a', timed: true }))).toBe('stored');
  });

  test('one bad message is put aside with its frame, and the others of its batch are stored', async () => {
    await opened.db.execute(sql`alter table transactions add constraint broken check (word <> 'poison')`);
    const words = ['data', 'poison', 'data'];
    const results = await Promise.allSettled(words.map((word) => publish(message({ word }))));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await stored()).toHaveLength(2);
    expect(await opened.db.select().from(malformedFrames)).toMatchObject([
      { reason: 'processing', identity: device.identity },
    ]);
  });

  test('readings that cannot be stored do not lose the alarm: it is raised alone, with its frame', async () => {
    await opened.db.execute(sql`alter table transactions add constraint broken check (battery is null)`);
    const at = processing.clock.now() - 5000;
    const position = { lat: 62.4, lng: 6.1, source: 'gps' as const };
    const readings = { battery: { level: 80 }, position, at };
    const results = await Promise.allSettled([
      publish(message({}, [sampleOf(readings), sosSample(readings)])),
      publish(message({}, [sampleOf(readings)])),
      publish(message({}, [sampleOf()])),
    ]);
    expect(results).toMatchObject([
      { value: 'stored' },
      { reason: expect.any(UnprocessableUplink) },
      { value: 'stored' },
    ]);
    expect(await opened.db.select().from(alarms)).toMatchObject([{ metyId: 1, code: 'sos', happenedAt: new Date(at) }]);
    expect(await stored()).toMatchObject([
      { metyId: 1, battery: null, posLati: null, raw: expect.any(Uint8Array) },
      { battery: null },
    ]);
    expect(await opened.db.select().from(malformedFrames)).toHaveLength(1);
  });

  test('a failing connection report is put aside too, without a frame', async () => {
    const { report: _report, raw: _raw, ...origin } = message();
    const [{ custId } = { custId: 0 }] = await opened.db.select().from(devices);
    const other = await createDevice(opened.db, { custId });
    const broken = sql.raw(`alter table devices add constraint broken check (devi_id <> ${device.deviId}) not valid`);
    await opened.db.execute(broken);
    const outcome = publish({ ...origin, kind: 'identitySettled' });
    const beside = publish(messageUplink(other.identity, processing.clock.now(), [sampleOf()]));
    await expect(outcome).rejects.toThrow(UnprocessableUplink);
    expect(await beside).toBe('stored');
    expect(await opened.db.select().from(malformedFrames)).toMatchObject([
      { reason: 'processing', identity: device.identity, raw: { length: 0 } },
    ]);
  });

  test('live events are published before the publish resolves', async () => {
    await publish(message());
    expect(processing.events.map(({ type }) => type)).toEqual(['alarm', 'device', 'transactions']);
  });

  test('queued uplinks are committed before processing stops, and later ones are refused', async () => {
    const waiting = [publish(message()), publish(message())];
    await processing.runner.stop();
    expect(await Promise.all(waiting)).toEqual(['stored', 'stored']);
    await expect(publish(message())).rejects.toThrow('stopping');
  });

  test('a full queue refuses uplinks, so that the device keeps its message', async () => {
    processing = await startProcessing(opened.db, { maxQueue: 2, maxBatch: 1 });
    const results = await Promise.allSettled([1, 2, 3].map(() => publish(message())));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });

  test('messages of a device keep their order, whatever the size of the batches', async () => {
    processing = await startProcessing(opened.db, { maxBatch: 3 });
    const words = Array.from({ length: 20 }, (_, index) => `w${index}`);
    await Promise.all(words.map((word) => publish(message({ word }))));
    expect((await stored()).map(({ word }) => word)).toEqual(words);
  });
});

describe('unusable input is kept for inspection', () => {
  test('an unknown device is listed with its count and address, and never becomes a device', async () => {
    const stranger = (remoteAddress: string) =>
      publish(messageUplink('999', processing.clock.now(), [sosSample()], { remoteAddress }));
    expect(await Promise.all([stranger('192.0.2.1'), stranger('192.0.2.2')])).toEqual([
      'unknownDevice',
      'unknownDevice',
    ]);
    await stranger('192.0.2.3');
    expect(await opened.db.select().from(unknownDevices)).toMatchObject([
      { identity: '999', count: 3, lastAddress: '192.0.2.3', lastWord: 'data' },
    ]);
    expect(await opened.db.select().from(devices)).toHaveLength(1);
    expect(await stored()).toEqual([]);
  });

  test('a message with a wrong or missing token is refused and recorded', async () => {
    const hash = (token: string) => createHash('sha256').update(token).digest('hex');
    expect(await publish(message({ tokenHash: hash('guess') }))).toBe('wrongToken');
    const protocol = 'osmand';
    await opened.db.update(deviceIdentities).set({ protocol, secret: hash('right') });
    expect(await publish(message({ protocol, tokenHash: hash('wrong') }))).toBe('wrongToken');
    expect(await publish(message({ protocol }))).toBe('wrongToken');
    expect(await publish(message({ protocol, tokenHash: hash('right') }))).toBe('stored');
    expect(await opened.db.select().from(malformedFrames)).toMatchObject([
      { reason: 'wrongToken' },
      { reason: 'wrongToken' },
      { reason: 'wrongToken' },
    ]);
  });

  test('an unreadable frame is recorded with the reason, and cut when it is very long', async () => {
    const { report: _report, ...origin } = message();
    const raw = new Uint8Array(100_000);
    expect(await publish({ ...origin, kind: 'malformed', identity: null, reason: 'crc', raw })).toBe('recorded');
    const [row] = await opened.db.select().from(malformedFrames);
    expect(row).toMatchObject({ reason: 'crc', identity: null });
    expect(row?.raw.length).toBe(4096);
  });
});
