import type { SensorReport } from '@varde/catalogue/report';
import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '#platform/database/database.ts';
import { commands } from '../commands/tables.ts';
import { addSensor } from './change-sensors.ts';
import { keepSensorReports } from './keep-reports.ts';
import { sensorsNamed } from './list-sensors.ts';
import { sensors } from './tables.ts';

let opened: OpenDatabase;
let deviId: number;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  const custId = await createCustomer(opened.db);
  deviId = (await createDevice(opened.db, { custId })).deviId;
});

const at = new Date('2026-01-15T12:00:00Z');
/** The reports of one batch. */
const keep = (...reports: SensorReport[]) =>
  opened.db.transaction((tx) =>
    keepSensorReports(
      tx,
      reports.map((report) => ({ deviId, report, at })),
    ),
  );
const these = (...ids: string[]) => ids.map((gatewayId) => ({ gatewayId }));
const many = (prefix: string) => these(...Array.from({ length: 200 }, (_, id) => `${prefix}${id}`));
const rows = (saved: boolean) =>
  opened.db
    .select()
    .from(sensors)
    .where(and(eq(sensors.deviId, deviId), eq(sensors.saved, saved)));
const ids = async (saved = true) => (await rows(saved)).map(({ gatewayId }) => gatewayId).sort();

test('a sensor that the unit did not take loses the name with which it was to be added, once the unit hears it again', async () => {
  const { db } = opened;
  const { userId } = await createUser(db);
  const found = { found: these('X') };
  const nameOf = async () => (await rows(false)).map(({ name }) => name);
  await keep(found);
  const asked = { gatewayId: 'X', name: 'Ny dør', rssi: null };
  await db.transaction((tx) => addSensor(tx, { deviId, userId, at }, asked));
  expect([...(await keep(found)), await nameOf()], 'it waits').toEqual([['Ny dør']]);
  const end = (endedAt: Date) => db.update(commands).set({ state: 'expired', endedAt });
  await end(at);
  expect([...(await keep(found)), await nameOf()], 'it was heard before').toEqual([['Ny dør']]);
  await end(new Date(at.getTime() - 1000));
  expect([...(await keep(found))], 'a live list with this word is fetched again').toEqual([deviId]);
  expect(await nameOf()).toEqual(['']);
});

describe('a list of all sensors', () => {
  test('removes those that are missing in it', async () => {
    await keep({ changed: these('A', 'B') });
    await keep({ all: these('A') });
    expect(await ids()).toEqual(['A']);
  });

  test('says nothing of a sensor that is reported after it, in one batch', async () => {
    await keep({ changed: these('C') });
    await keep({ all: these('A') }, { changed: these('B') });
    expect(await ids()).toEqual(['A', 'B']);
  });

  test('removes one that was reported before it, in one batch', async () => {
    await keep({ changed: these('B') }, { all: these('B', 'C') }, { changed: these('D') }, { all: these('A') });
    expect(await ids()).toEqual(['A']);
  });
});

describe('a unit that reports more and more sensors', () => {
  test('has no more than 200 that it only heard, which are updated all the same', async () => {
    await keep({ found: many('A').slice(1) });
    await keep({ found: many('B') });
    await keep({ found: many('C') }, { found: many('D') });
    expect(await rows(false)).toHaveLength(200);
    await keep({ found: [{ gatewayId: 'A7', rssi: 5 }, ...these('E')] });
    const named = await sensorsNamed(opened.db, deviId, ['A7', 'E', 'Z']);
    expect(named).toMatchObject([{ gatewayId: 'A7', rssi: 5 }]);
  });

  test('has no more than 200 of its own, whether it heard them before or not', async () => {
    await keep({ changed: many('A').slice(1) });
    await keep({ found: many('B') });
    await keep({ changed: [...many('B'), ...these('A7')] }, { changed: many('C') });
    expect(await rows(true)).toHaveLength(200);
    expect(await rows(false)).toHaveLength(199);
    await keep({ changed: [{ gatewayId: 'A7', battery: 50 }] });
    expect(await sensorsNamed(opened.db, deviId, ['A7'])).toMatchObject([{ battery: 50, saved: true }]);
  });

  test('has the 200 of a new list in place of the 200 before', async () => {
    await keep({ all: many('A') });
    await keep({ all: many('B') });
    expect(await ids()).toEqual(
      many('B')
        .map(({ gatewayId }) => gatewayId)
        .sort(),
    );
  });
});

describe('the devices whose sensors changed', () => {
  const changed = async (...reports: SensorReport[]) => [...(await keep(...reports))];

  test('are those with a sensor that is new, has another name or address, or is gone', async () => {
    expect(await changed({ changed: [{ gatewayId: 'A', name: 'Dør' }] }), 'new').toEqual([deviId]);
    expect(await changed({ changed: [{ gatewayId: 'A', name: 'Ytterdør' }] }), 'renamed').toEqual([deviId]);
    const addressed = { gatewayId: 'A', macAddress: '02:ad:24:49:ea:60' };
    expect(await changed({ changed: [addressed] }), 'another address').toEqual([deviId]);
    expect(await changed({ all: [] }), 'gone').toEqual([deviId]);
    await keep({ found: these('B') });
    expect(await changed({ changed: these('B') }), 'heard before, and taken').toEqual([deviId]);
  });

  test('are not those that report the same again, hear others, or measure signals', async () => {
    const door = { gatewayId: 'A', name: 'Dør' };
    await keep({ changed: [door] });
    expect(await changed({ all: [{ ...door, battery: 50, status: 'low_battery' }] })).toEqual([]);
    expect(await changed({ changed: these('A') })).toEqual([]);
    expect(await changed({ found: these('B') })).toEqual([]);
    expect(await changed({ measured: [{ gatewayId: 'A', signalStrength: 5 }] })).toEqual([]);
  });
});
