import { createCustomer, createDevice, type TestDevice } from '@varde/testing/factories';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sampleOf } from '@varde/testing/uplinks';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { healthReadings } from '#domain/measurements/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';

const watchFive = 29;
let opened: OpenDatabase;
let processing: TestProcessing;
let device: TestDevice;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  device = await createDevice(opened.db, { custId: await createCustomer(opened.db), dehaId: watchFive });
  processing = await startProcessing(opened.db);
});

const setting = (value: boolean) =>
  opened.db.execute(sql`insert into device_settings (devi_id, key, desired)
    values (${device.deviId}, 'healthHeartRateBloodPressure', ${String(value)}::jsonb)
    on conflict (devi_id, key) do update set desired = excluded.desired`);
const measure = (heartRate: number) =>
  processing.bus.publishUplink(
    messageUplink(
      device.identity,
      processing.clock.now(),
      [
        sampleOf({
          health: { heartRate, systolic: 121, diastolic: 79, temperature: 36.6 },
          steps: 12,
          unknown: { bphrt: `121,79,${heartRate}` },
        }),
      ],
      { protocol: 'watch', raw: new TextEncoder().encode(`bphrt,121,79,${heartRate}`) },
    ),
  );
const readings = async () => (await opened.db.select().from(healthReadings)).map(({ heartRate }) => heartRate);
const logged = () => opened.db.select().from(transactions).orderBy(transactions.tranId);

test('[C3.39] readings of heart rate and blood pressure are stored until the setting is off, and then nowhere, the log included', async () => {
  await measure(61);
  await setting(true);
  await measure(62);
  expect((await readings()).sort()).toEqual([61, 62]);
  await setting(false);
  await measure(63);
  expect((await readings()).sort()).toEqual([61, 62]);
  const [, second, third] = await logged();
  expect(second?.detail).toMatchObject({ health: { heartRate: 62 } });
  expect(third?.detail).toEqual({ health: { temperature: 36.6 }, steps: 12 });
  expect(third?.raw).toBeNull();
  await setting(true);
  await measure(64);
  expect((await readings()).sort()).toEqual([61, 62, 64]);
});
