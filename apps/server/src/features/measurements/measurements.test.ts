import type { Sample } from '@varde/catalogue/report';
import { createCustomer, createDevice, createUser, type TestDevice } from '@varde/testing/factories';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestAnswer, type TestServer } from '@varde/testing/test-server';
import { messageUplink, sampleOf } from '@varde/testing/uplinks';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { customers } from '#domain/customers/tables.ts';
import { healthReadings, stepDays } from '#domain/measurements/tables.ts';

/** 13:00 in Oslo, in winter. */
const noon = Date.UTC(2026, 10, 25, 12);
const hour = 3_600_000;
const day = 24 * hour;
let server: TestServer;
let clock: ManualClock;
let homes: { mine: number; other: number };
let watch: TestDevice;
const as = { nurse: '', neighbour: '', manager: '' };

beforeAll(async () => {
  clock = createManualClock(noon);
  server = await startTestServer({ clock });
  await server.app.start();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  clock.step(noon - clock.now());
  const { db } = server;
  const city = await createCustomer(db);
  homes = {
    mine: await createCustomer(db, { kind: 'home', parentId: city }),
    other: await createCustomer(db, { kind: 'home', parentId: city }),
  };
  watch = await createDevice(db, { custId: homes.mine, dehaId: 29 });
  const login = async (role: 'RESTRICTED_USER' | 'SUPERFIRM', custId: number) =>
    server.loginAs(await createUser(db, { role, custId }));
  as.nurse = await login('RESTRICTED_USER', homes.mine);
  as.neighbour = await login('RESTRICTED_USER', homes.other);
  as.manager = await login('SUPERFIRM', city);
});

/** A message of a device, with these samples, that has come now. */
const send = (samples: Partial<Sample>[], { identity } = watch, protocol = 'watch') =>
  server.bus.publishUplink(messageUplink(identity, clock.now(), samples.map(sampleOf), { protocol }));
const get = (what: string, who = as.nurse, { deviId } = watch): Promise<TestAnswer> =>
  server.call('GET', `/ajax/devices/${deviId}/${what}`, { as: who });
const readings = async (who = as.nurse, of = watch) => (await get('readings', who, of)).body.readings;
/** The days with steps. */
const walked = async (who = as.nurse, of = watch): Promise<Record<string, number>> => {
  const { body } = await get('steps', who, of);
  const days: { date: string; steps: number }[] = body.days.filter(({ steps }: { steps: number }) => steps > 0);
  return Object.fromEntries(days.map(({ date, steps }) => [date, steps]));
};
const handOver = async (custId = homes.other) =>
  expect(
    await server.call('POST', `/ajax/devices/${watch.deviId}/assignments`, {
      as: as.manager,
      body: { custId },
    }),
  ).toMatchObject({ status: 200 });
const counted = (at: number, steps: number): Partial<Sample> => ({ at, steps, historical: at < clock.now() });

describe('the readings of a device', () => {
  test('[D3.010 D7.010 D2.026] are the heart rate and blood pressure that it sent, newest first, with -1 for what was not measured', async () => {
    await send([{ health: { heartRate: 71 } }]);
    clock.advance(hour);
    await send([{ health: { systolic: 120, diastolic: 80, heartRate: 64, spo2: 98 } }]);
    expect((await get('readings')).body).toEqual({
      readings: [
        {
          hrbpId: expect.any(Number),
          logDate: noon + hour,
          heartRate: 64,
          systolicBloodPressure: 120,
          diastolicBloodPressure: 80,
        },
        {
          hrbpId: expect.any(Number),
          logDate: noon,
          heartRate: 71,
          systolicBloodPressure: -1,
          diastolicBloodPressure: -1,
        },
      ],
      nextCursor: null,
    });
  });

  test('have the time at which they were measured, and come in that order, page by page', async () => {
    await send(
      [5, 1, 4, 2, 3].map((hours) => ({
        at: noon - hours * hour,
        historical: true,
        health: { heartRate: 60 + hours },
      })),
    );
    const first = await get('readings?limit=3');
    const rates = ({ body }: TestAnswer) => body.readings.map(({ heartRate }: { heartRate: number }) => heartRate);
    expect(rates(first)).toEqual([61, 62, 63]);
    const second = await get(`readings?limit=3&cursor=${first.body.nextCursor}`);
    expect(rates(second)).toEqual([64, 65]);
    expect(second.body.nextCursor).toBeNull();
    expect(await get('readings?cursor=x')).toMatchObject({ status: 400, body: { code: 'validationFailed' } });
  });

  test('are no readings of anything else', async () => {
    await send([{ health: { spo2: 98, temperature: 36.6 } }, { steps: 5 }, {}]);
    expect(await readings()).toEqual([]);
  });

  test('are kept of hardware alone that shows them', async () => {
    const { db } = server;
    const trigger = await createDevice(db, { custId: homes.mine, dehaId: 23 });
    const watch4G = await createDevice(db, { custId: homes.mine, dehaId: 45 });
    for (const device of [trigger, watch4G])
      await send([{ health: { heartRate: 71 }, steps: 100 }], device, device === trigger ? 'eview' : 'watch');
    expect(await db.select().from(healthReadings)).toEqual([]);
    expect(await walked(as.nurse, watch4G)).toEqual({ '2026-11-25': 100 });
    expect(await walked(as.nurse, trigger)).toEqual({});
  });

  test('are of its present wearer alone: who gets the device next sees no earlier ones, and a late one of the time before stays there', async () => {
    await send([{ health: { heartRate: 71 } }]);
    clock.advance(hour);
    await handOver();
    clock.advance(hour);
    await send([{ at: noon + 1000, historical: true, health: { heartRate: 72 } }, { health: { heartRate: 80 } }]);
    expect(await readings(as.neighbour)).toMatchObject([{ heartRate: 80 }]);
    expect(await readings(as.manager)).toMatchObject([{ heartRate: 80 }]);
    expect((await get('readings')).status).toBe(404);
    expect(await server.db.select().from(healthReadings)).toHaveLength(3);
  });

  test('are told to users who follow the device, without their values', async () => {
    const told: unknown[] = [];
    server.bus.onEvents((events) => told.push(...events.filter(({ type }) => type === 'devicePage')));
    await send([{ health: { heartRate: 71 } }]);
    expect(told).toEqual([{ type: 'devicePage', deviId: watch.deviId, custId: homes.mine }]);
  });

  test('leave an entry in the audit log when somebody reads them, as the steps do', async () => {
    await get('readings');
    await get('steps');
    const looks = await server.db.select().from(auditEntries).where(eq(auditEntries.deviId, watch.deviId));
    expect(looks.map(({ action }) => action)).toEqual(['health.read', 'health.stepsRead']);
  });
});

/** The one between the 24th and the 25th of November. */
const midnightInOslo = Date.UTC(2026, 10, 24, 23);

describe('the steps of a device', () => {
  test('[D3.014 D7.013 D2.042] are those of the last 14 days by the clocks of the market, the earliest first, with 0 where there are none', async () => {
    await send([counted(noon, 4200)]);
    const { days } = (await get('steps')).body;
    expect(days).toHaveLength(14);
    expect(days[0]).toEqual({ date: '2026-11-12', steps: 0 });
    expect(days[13]).toEqual({ date: '2026-11-25', steps: 4200 });
  });

  test('belong to the day on the clocks of the market, not of the server', async () => {
    await send([counted(midnightInOslo - 1000, 100), counted(midnightInOslo, 130)]);
    expect(await walked()).toEqual({ '2026-11-24': 100, '2026-11-25': 30 });
  });

  test('of a customer in Iceland are of the day there', async () => {
    await server.db.update(customers).set({ market: 5 }).where(eq(customers.custId, homes.mine));
    await send([counted(midnightInOslo, 130)]);
    expect(await walked()).toEqual({ '2026-11-24': 130 });
  });

  test('are counted once however often the device reports, over midnight and a restart, whether its counter starts again or not', async () => {
    for (const [hours, steps] of [
      [-20, 900],
      [-19, 1000],
      [-14, 1000],
      [-4, 40], // started again at midnight
      [-2, 300],
      [-1, 20], // restarted
      [0, 50],
    ] as const)
      await send([counted(noon + hours * hour, steps)]);
    expect(await walked()).toEqual({ '2026-11-24': 1000, '2026-11-25': 350 });
  });

  test('of a backlog that comes after newer ones are those of its own day, and are not counted again', async () => {
    await send([counted(noon - 2 * day, 1000)]);
    clock.advance(1000);
    await send([counted(clock.now(), 1600)]);
    expect(await walked()).toEqual({ '2026-11-23': 1000, '2026-11-25': 600 });
    await send([counted(noon - day, 1400), counted(noon - day + hour, 1500)]);
    expect(await walked()).toEqual({ '2026-11-23': 1000, '2026-11-24': 500, '2026-11-25': 100 });
    await send([counted(noon - day, 1400)]);
    expect(await walked()).toEqual({ '2026-11-23': 1000, '2026-11-24': 500, '2026-11-25': 100 });
  });

  test('are of its present wearer alone, who does not take over those of the one before', async () => {
    await send([counted(clock.now(), 3000)]);
    clock.advance(hour);
    await handOver();
    clock.advance(hour);
    await send([counted(clock.now(), 3200)]);
    expect(await walked(as.neighbour)).toEqual({ '2026-11-25': 200 });
    expect(await walked(as.manager)).toEqual({ '2026-11-25': 200 });
    expect((await get('steps')).status).toBe(404);
  });

  test.each([-1, 1.5, 100_000_001, Number.NaN])('are not those of a counter that says %d', async (steps) => {
    await send([{ steps }]);
    expect(await walked()).toEqual({});
    expect(await server.db.select().from(stepDays)).toEqual([]);
  });
});

test('what was measured is deleted with the history of the device [C1.08]', async () => {
  await send([{ health: { heartRate: 71 }, steps: 300 }]);
  expect(await server.db.select().from(stepDays)).toHaveLength(1);
  const url = `/ajax/devices/${watch.deviId}/history`;
  expect(await server.call('DELETE', url, { as: as.manager })).toMatchObject({ status: 200 });
  expect(await server.db.select().from(healthReadings)).toEqual([]);
  expect(await server.db.select().from(stepDays)).toEqual([]);
});
