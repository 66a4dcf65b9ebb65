import type { UserSensor } from '@varde/contract/sensors';
import { type FeatureApi, openFeatureApi, type Person, testCustomers } from '@varde/testing/feature-api';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { addSensor } from '#domain/sensors/change-sensors.ts';
import { sensors } from '#domain/sensors/tables.ts';
import { createSensorsFeature } from './index.ts';

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi((deps) => createSensorsFeature({ ...deps, sensorRefresh: 10 }));
});
afterAll(() => api.close());
beforeEach(() => api.clear());

const { home, otherHome, firm } = testCustomers;
async function addUnit(custId: number, ...names: readonly string[]): Promise<number> {
  const deviId = await api.addDevice({ custId, dehaId: 26, deviceName: `Unit of ${custId}` });
  for (const [at, name] of names.entries())
    await api.db.insert(sensors).values({ deviId, gatewayId: `${deviId}-${at}`, name, saved: true });
  return deviId;
}
const call = (who: Person, query = '') => api.call(who, 'GET', `/ajax/sensors?${query}`);
const shown = async (who: Person, query = ''): Promise<UserSensor[]> => (await call(who, query)).body.sensors;
const names = async (who: Person, query = '') => (await shown(who, query)).map(({ name }) => name);

test('[C7.22] the sensors for a user are those of all devices at the customers where they may see sensors', async () => {
  const deviId = await addUnit(home, 'Dør', 'Røyk');
  await addUnit(otherHome, 'Nabo');
  await addUnit(firm, 'Fremmed');
  expect(await names('nurse')).toEqual(['Dør', 'Røyk']);
  expect(await names('manager')).toEqual(['Dør', 'Røyk', 'Nabo']);
  expect(await names('stranger')).toEqual(['Fremmed']);
  expect(await names('operator')).toEqual(['Dør', 'Røyk', 'Nabo', 'Fremmed']);
  expect((await call('tracker')).status).toBe(403);
  expect((await call('nobody')).status).toBe(403);
  const [door] = await shown('nurse');
  expect(door).toEqual({
    deseId: expect.any(Number),
    name: 'Dør',
    gatewayId: `${deviId}-0`,
    macAddress: null,
    type: { code: '0', supportedFunctions: expect.any(Array) },
    function: { code: '-1', icon: 'unknown' },
    status: { key: 'unknown', icon: expect.any(String), online: true },
    ...{ deviId, deviceName: `Unit of ${home}`, deviceSNNum: expect.any(String) },
  });
});

test('[C7.22 C7.24] the sensors for a user are searched by words, and asked for by devices', async () => {
  const [first, second] = [await addUnit(home, 'Dør', 'Røyk 100 %'), await addUnit(home, 'Ytterdør')];
  await addUnit(firm, 'Dør');
  expect(await names('nurse', 'search=D%C3%98R')).toEqual(['Dør', 'Ytterdør']);
  expect(await names('nurse', `search=${first}-1`)).toEqual(['Røyk 100 %']);
  expect(await names('nurse', 'search=%25')).toEqual(['Røyk 100 %']);
  expect(await names('nurse', `deviIds=${second}`)).toEqual(['Ytterdør']);
  expect(await names('nurse', `search=d%C3%B8r&deviIds=${first},${second}`)).toEqual(['Dør', 'Ytterdør']);
  expect((await call('nurse', `search=${'x'.repeat(101)}`)).status).toBe(400);
  expect((await call('nurse', 'deviIds=1;2')).status).toBe(400);
});

test('[C7.22] the sensors for a user come in pages, each of them once', async () => {
  await addUnit(home, 'A', 'B', 'C');
  await addUnit(home, 'D', 'E');
  const seen: string[] = [];
  let cursor: string | null = '';
  for (let page = 0; cursor !== null && page < 5; page += 1) {
    const { body } = await call('nurse', `limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...body.sensors.map(({ name }: UserSensor) => name));
    cursor = body.nextCursor;
  }
  expect(seen).toEqual(['A', 'B', 'C', 'D', 'E']);
  expect((await call('nurse', 'cursor=wrong')).status).toBe(400);
  expect((await call('nurse', 'limit=501')).status).toBe(400);
});

test('[C7.22] the sensors for a user are those that the page of their unit shows', async () => {
  const deviId = await addUnit(home, 'Dør');
  const gone = await addUnit(home, 'Slettet');
  await api.db.insert(sensors).values({ deviId, gatewayId: 'HEARD', saved: false });
  await api.db.transaction((tx) =>
    addSensor(tx, { deviId, userId: 1, at: new Date(api.clock.now()) }, { gatewayId: 'NEW', name: 'Ny', rssi: null }),
  );
  await api.db.execute(sql`update ${devices} set deleted_at = now() where devi_id = ${gone}`);
  expect(await shown('nurse')).toMatchObject([
    { gatewayId: `${deviId}-0`, status: { key: 'unknown' } },
    { gatewayId: 'NEW', status: { key: 'pending_create' } },
  ]);
  const tab = (await api.call('nurse', 'GET', `/ajax/devices/${deviId}/sensors`)).body.sensors;
  expect(tab.map(({ sensor }: { sensor: UserSensor }) => sensor.gatewayId).sort()).toEqual([`${deviId}-0`, 'NEW']);
});

test('who sees sensors of devices is written down, once for each device', async () => {
  const [first, second] = [await addUnit(home, 'Dør', 'Røyk'), await addUnit(home, 'Vindu')];
  await names('nurse', `deviIds=${first}`);
  await names('nurse');
  const looks = await api.db.select().from(auditEntries).orderBy(auditEntries.auditId);
  expect(looks.map(({ action, deviId }) => [action, deviId])).toEqual([
    ['sensor.read', first],
    ['sensor.read', second],
  ]);
});
