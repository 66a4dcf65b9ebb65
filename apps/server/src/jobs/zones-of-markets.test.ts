import type { MarketId } from '@varde/catalogue/markets';
import { createAlarm, createCustomer, createDevice, type TestDevice } from '@varde/testing/factories';
import { createJobRunner } from '@varde/testing/job-runner';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { commands } from '#domain/commands/tables.ts';
import { customers } from '#domain/customers/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { commandRetries } from './command-retries.ts';
import { zonesOfMarkets } from './zones-of-markets.ts';

const job = zonesOfMarkets({ eview: [['timeZone']] });
const second = 1000;
const day = 86_400_000;
const [norway, sweden, iceland] = [1, 4, 5] as const;
/** When Europe sets its clocks forward and back. */
const march = Date.parse('2026-03-29T01:00:00Z');
const october = Date.parse('2026-10-25T01:00:00Z');

let opened: OpenDatabase;
let processing: TestProcessing;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  processing = await startProcessing(opened.db);
});
afterEach(() => processing.runner.stop());

const itIs = (time: number) => processing.clock.step(time - processing.clock.now());
/** As another process that has just started. */
const run = () => createJobRunner({ db: opened.db, bus: processing.bus }, processing.clock)(job);
const set = ({ deviId }: TestDevice, key: string, value: string) =>
  opened.db.execute(sql`insert into device_settings (devi_id, key, desired) values (${deviId}, ${key}, ${value}::jsonb)
    on conflict (devi_id, key) do update set desired = excluded.desired`);
async function customerIn(market: MarketId): Promise<number> {
  const custId = await createCustomer(opened.db);
  await opened.db.update(customers).set({ market }).where(eq(customers.custId, custId));
  return custId;
}
/** A device in a market with this time zone, which follows the market or not. */
async function deviceIn(market: MarketId, zone: number, follows = true): Promise<TestDevice> {
  const device = await createDevice(opened.db, { custId: await customerIn(market) });
  await set(device, 'timeZone', String(zone));
  await set(device, 'timeZoneOfMarket', String(follows));
  return device;
}
const written = () => opened.db.select().from(commands).orderBy(asc(commands.commandId));
/** What was sent, or waits to be. */
const zonesOf = async ({ deviId }: TestDevice) =>
  (await written())
    .filter((row) => row.deviId === deviId)
    .map(({ command }) => (command as { values: { timeZone: number } }).values.timeZone);

describe('a device that follows the time zone of its market', () => {
  test('gets summer time in March and winter time in October, once, and one in Iceland or with its own zone nothing', async () => {
    itIs(march - second);
    const [norwegian, swedish] = [await deviceIn(norway, 60), await deviceIn(sweden, 60)];
    const others = [await deviceIn(iceland, 0), await deviceIn(norway, 60, false)];
    await run();
    expect(await written()).toEqual([]);
    itIs(march);
    await run();
    await run();
    for (const device of [norwegian, swedish]) expect(await zonesOf(device)).toEqual([120]);
    itIs(october - second);
    await run();
    for (const device of [norwegian, swedish]) expect(await zonesOf(device)).toEqual([120]);
    itIs(october);
    await run();
    await run();
    for (const device of [norwegian, swedish]) expect(await zonesOf(device)).toEqual([120, 60]);
    for (const device of others) expect(await zonesOf(device)).toEqual([]);
    const audit = await opened.db.select().from(auditEntries).where(eq(auditEntries.deviId, norwegian.deviId));
    expect(audit.map(({ content }) => JSON.parse(content))).toMatchObject([
      { before: { timeZone: 60 }, after: { timeZone: 120 } },
      { before: { timeZone: 120 }, after: { timeZone: 60 } },
    ]);
  });

  test('that was offline for months has one write waiting, the last, which does not expire', async () => {
    itIs(march);
    const device = await deviceIn(norway, 60);
    await run();
    itIs(october);
    await run();
    processing.clock.advance(30 * day);
    await createJobRunner({ db: opened.db, bus: processing.bus }, processing.clock)(commandRetries);
    expect((await written()).map(({ state, reason }) => [state, reason])).toEqual([
      ['cancelled', 'superseded'],
      ['pending', null],
    ]);
    expect(await zonesOf(device)).toEqual([120, 60]);
  });

  test('has the right one again after a clock that was set back over the change, and gets it no second time', async () => {
    itIs(march);
    const device = await deviceIn(norway, 60);
    await run();
    processing.clock.step(-60 * second);
    await run();
    await run();
    processing.clock.step(120 * second);
    await run();
    await run();
    expect(await zonesOf(device)).toEqual([120, 60, 120]);
  });

  test('waits for the end of its alarm, and holds up no other', async () => {
    itIs(march);
    const [inAlarm, other] = [await deviceIn(norway, 60), await deviceIn(norway, 60)];
    const at = new Date(processing.clock.now());
    const alarmId = await createAlarm(opened.db, { deviId: inAlarm.deviId, custId: await customerIn(norway), at });
    await run();
    expect([await zonesOf(inAlarm), await zonesOf(other)]).toEqual([[], [120]]);
    await opened.db.update(alarms).set({ state: 'reset' }).where(eq(alarms.alarmId, alarmId));
    await run();
    expect(await zonesOf(inAlarm)).toEqual([120]);
  });

  test('gets that of its new market when its customer is another one', async () => {
    itIs(march + day);
    const device = await deviceIn(norway, 120);
    const custId = await customerIn(iceland);
    await opened.db.update(devices).set({ custId }).where(eq(devices.deviId, device.deviId));
    await run();
    expect(await zonesOf(device)).toEqual([0]);
  });

  test('is one of a few in each run: the others come in the next', async () => {
    itIs(march);
    for (let number = 0; number < 25; number++) await deviceIn(norway, 60);
    await run();
    const first = (await written()).length;
    expect(first).toBeLessThan(25);
    await run();
    expect(await written()).toHaveLength(25);
  });
});
