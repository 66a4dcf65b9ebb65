import type { SensorCommand } from '@varde/catalogue/sensor-commands';
import { createCustomer, createDevice } from '@varde/testing/factories';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { OpenDatabase } from '#platform/database/database.ts';
import { applySensorAnswers, sensorAnswers } from './sensor-commands.ts';
import { sensors } from './tables.ts';

let opened: OpenDatabase;
let units: number[];

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  const custId = await createCustomer(opened.db);
  units = [];
  for (let number = 0; number < 2; number += 1) {
    const { deviId } = await createDevice(opened.db, { custId });
    units.push(deviId);
    await opened.db
      .insert(sensors)
      .values(['A', 'B', 'C'].map((gatewayId) => ({ deviId, gatewayId, saved: gatewayId !== 'C' })));
  }
});

/** One batch, which may have the answers of hundreds of units. */
const answer = (...answers: readonly { unit: number; command: SensorCommand; state?: 'confirmed' | 'failed' }[]) =>
  opened.db.transaction(async (tx) => {
    const found = sensorAnswers(
      answers.map(({ unit, command, state = 'confirmed' }, command_id) => ({
        ...{ command_id, devi_id: units[unit] ?? 0, state, command, at: '0' },
      })),
    );
    const statements = (['execute', 'delete', 'update', 'insert', 'select'] as const).map((name) => vi.spyOn(tx, name));
    if (found.length > 0) await applySensorAnswers(tx, found);
    return statements.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  });
const remove = (gatewayId: string): SensorCommand => ({ kind: 'deleteSensor', gatewayId });
const add = (gatewayId: string): SensorCommand => ({ kind: 'addSensor', gatewayId, name: 'Ny' });
const rows = async () => {
  const all = await opened.db.select().from(sensors).orderBy(asc(sensors.deviId), asc(sensors.gatewayId));
  return units.map((unit) =>
    all.flatMap(({ deviId, gatewayId, saved }) => (deviId === unit ? [saved ? gatewayId : `(${gatewayId})`] : [])),
  );
};

test('the answers of many units about their sensors are applied in one statement, each to its own unit', async () => {
  const statements = await answer(
    { unit: 0, command: remove('A') },
    { unit: 0, command: add('C') },
    { unit: 1, command: remove('B') },
    { unit: 1, command: remove('unknown') },
  );
  expect(await rows()).toEqual([
    ['B', 'C'],
    ['A', '(C)'],
  ]);
  expect(statements).toBe(1);
});

test('of several answers about one sensor the last one counts', async () => {
  await answer(
    { unit: 0, command: add('C') },
    { unit: 0, command: remove('C') },
    { unit: 1, command: remove('A') },
    { unit: 1, command: add('A') },
  );
  expect(await rows()).toEqual([
    ['A', 'B'],
    ['A', 'B', '(C)'],
  ]);
});

test('refusals and other answers change no sensor, and cost no statement', async () => {
  const statements = await answer(
    { unit: 0, command: remove('A'), state: 'failed' },
    { unit: 0, command: { kind: 'syncSensors' } },
    { unit: 0, command: { kind: 'editSensor', gatewayId: 'A', changes: { name: 'Dør' } } },
  );
  expect(await rows()).toEqual([
    ['A', 'B', '(C)'],
    ['A', 'B', '(C)'],
  ]);
  expect(statements).toBe(0);
});
