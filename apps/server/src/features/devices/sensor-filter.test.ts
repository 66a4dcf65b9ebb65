import { type FeatureApi, openFeatureApi, type Person, testCustomers } from '@varde/testing/feature-api';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { linkTwins } from '#domain/life/twins.ts';
import { sensors } from '#domain/sensors/tables.ts';
import { createDevicesFeature } from './index.ts';

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi(createDevicesFeature);
});
afterAll(() => api.close());
beforeEach(() => api.clear());

type Sensor = Partial<typeof sensors.$inferInsert>;
let count = 0;
const addSensor = (deviId: number, sensor: Sensor) =>
  api.db.insert(sensors).values({ deviId, gatewayId: `RF-${++count}`, saved: true, ...sensor });
async function addUnit(custId: number, ...its: readonly Sensor[]): Promise<number> {
  const deviId = await api.addDevice({ custId, dehaId: 26 });
  for (const sensor of its) await addSensor(deviId, sensor);
  return deviId;
}
const list = async (who: Person, sensor: string, query = '') =>
  (await api.call(who, 'GET', `/ajax/devices?sensor=${encodeURIComponent(sensor)}${query}`)).body;
const found = async (sensor: string, who: Person = 'nurse', query = ''): Promise<number[]> =>
  (await list(who, sensor, query)).devices.map(({ deviId }: { deviId: number }) => deviId);
const { home, otherHome, firm } = testCustomers;

describe('[C7.24] the filter of devices by a sensor', () => {
  test('finds units by a part of the name, the serial number or the address of a sensor, in any case', async () => {
    const unit = await addUnit(
      home,
      { name: 'Kjellerdør ØST', gatewayId: '4100010', macAddress: '02:AD:24:49:EA:60' },
      { name: 'Stue' },
    );
    await addUnit(home, { name: 'Inngangsdør', gatewayId: '4100020' });
    for (const words of ['Kjellerdør ØST', 'kjeller', 'dør øst', '4100010', '00010', 'ad:24', 'ST'])
      expect(await found(words), words).toContain(unit);
    for (const words of ['kjeller', '00010', 'ad:24', 'øst']) expect(await found(words), words).toEqual([unit]);
    expect(await found('410001 stue'), 'the words of two sensors').toEqual([]);
    expect(await found('kjellerdør øst4100010'), 'the words of two fields').toEqual([]);
  });

  test('takes `%`, `_` and `\\` as themselves', async () => {
    const percent = await addUnit(home, { name: 'Røyk 100 %' });
    const line = await addUnit(home, { name: 'dør_1' });
    const backslash = await addUnit(home, { name: 'A\\B' });
    await addUnit(home, { name: 'dørX1 1000 AB' });
    expect(await found('%')).toEqual([percent]);
    expect(await found('r_1')).toEqual([line]);
    expect(await found('A\\B')).toEqual([backslash]);
    expect(await found('\\')).toEqual([backslash]);
  });

  test('takes up to 100 characters, and refuses more with an error', async () => {
    const unit = await addUnit(home, { name: 'x'.repeat(60) });
    expect(await found('x'.repeat(60))).toEqual([unit]);
    expect(await found('x'.repeat(100))).toEqual([]);
    for (const length of [101, 256, 2000])
      expect((await api.call('nurse', 'GET', `/ajax/devices?sensor=${'x'.repeat(length)}`)).status).toBe(400);
  });

  test('asks for nothing when it is empty', async () => {
    const [unit, watch] = [await addUnit(home, { name: 'Dør' }), await api.addDevice({ dehaId: 34 })];
    for (const words of ['', '   ']) expect((await found(words)).sort()).toEqual([unit, watch].sort());
  });

  test('follows a sensor that is renamed, removed, or given to another unit', async () => {
    const [unit, other] = [await addUnit(home, { gatewayId: 'A1', name: 'Bad' }), await addUnit(home)];
    const change = (values: Sensor) => api.db.update(sensors).set(values).where(eq(sensors.gatewayId, 'A1'));
    await change({ name: 'Kjøkken' });
    expect([await found('Bad'), await found('Kjøkken')]).toEqual([[], [unit]]);
    await change({ deviId: other });
    expect(await found('Kjøkken')).toEqual([other]);
    await api.db.delete(sensors);
    expect([await found('Kjøkken'), await found('A1')]).toEqual([[], []]);
  });

  test('finds no sensor that a unit only heard, until it is named to be added, or the unit has it', async () => {
    const unit = await addUnit(home, { gatewayId: 'NABO1', saved: false });
    const change = (values: Sensor) => api.db.update(sensors).set(values);
    expect(await found('NABO1')).toEqual([]);
    await change({ name: 'Ny dør' });
    expect(await found('NABO1')).toEqual([unit]);
    await change({ name: '' });
    expect(await found('NABO1')).toEqual([]);
    await change({ saved: true });
    expect(await found('NABO1')).toEqual([unit]);
  });

  test('finds a pair of twins once, by a sensor of either unit, in every order', async () => {
    const [master, clone] = [
      await api.addDevice({ dehaId: 34, deviceName: 'Anna' }),
      await api.addDevice({ dehaId: 29, deviceName: 'Reserve' }),
    ];
    await addSensor(clone, { name: 'Basestasjon stue' });
    await addSensor(master, { name: 'Armbånd' });
    expect(await found('basestasjon')).toEqual([clone]);
    const rows = await api.db.select().from(devices).orderBy(devices.deviId);
    const [one, two] = rows as [(typeof rows)[number], (typeof rows)[number]];
    await linkTwins(api.db, { master: one, clone: two });
    for (const words of ['basestasjon', 'armbånd'])
      for (const sort of ['default', 'name', 'lastContactAscending', 'notesAddedDescending'])
        expect(await found(words, 'nurse', `&sort=${sort}`), `${words} ${sort}`).toEqual([master]);
    expect(await found('røyk')).toEqual([]);
  });

  test('joins with other filters, is counted as far as the page as a search is, and is exported', async () => {
    const units: number[] = [];
    for (let number = 1; number <= 3; number += 1)
      units.push(await addUnit(home, { name: 'Dør' }, { name: 'Ytterdør' }));
    await addUnit(home, { name: 'Vindu' });
    const page = await list('nurse', 'dør', '&limit=2');
    expect(page).toMatchObject({ total: 2, totalIsLowerBound: true });
    expect(await list('nurse', 'dør', '&limit=3')).toMatchObject({ total: 3, totalIsLowerBound: false });
    const next = await list('nurse', 'dør', `&limit=2&cursor=${page.nextCursor}`);
    const ids = [...page.devices, ...next.devices].map(({ deviId }: { deviId: number }) => deviId);
    expect(ids.sort()).toEqual(units.sort());
    expect(await found('dør', 'nurse', '&dehaId=34')).toEqual([]);
    expect(await found('dør', 'operator', `&custId=${otherHome}`)).toEqual([]);
    const query = 'language=nb&timeZone=Europe/Oslo&sensor=ytterd%C3%B8r';
    const { bytes } = await api.download('nurse', `/ajax/devices/export?${query}`);
    expect(bytes.toString('utf16le').match(/home max/gi)).toHaveLength(units.length);
    const [entry] = await api.db.select().from(auditEntries).where(eq(auditEntries.action, 'devices.exported'));
    expect(entry?.content).toContain('"searched":true');
    expect(entry?.content, 'the words may be a name').not.toContain('ytterd');
  });
});

describe('[C7.24] who finds devices by a sensor', () => {
  test('finds those of their own customers alone', async () => {
    const [mine, neighbour, foreign] = [
      await addUnit(home, { name: 'Dør', gatewayId: '7001' }),
      await addUnit(otherHome, { name: 'Dør', gatewayId: '7001' }),
      await addUnit(firm, { name: 'Dør', gatewayId: '7001' }),
    ];
    for (const words of ['dør', '7001']) {
      expect(await found(words, 'nurse')).toEqual([mine]);
      expect((await found(words, 'manager')).sort()).toEqual([mine, neighbour].sort());
      expect(await found(words, 'stranger')).toEqual([foreign]);
      expect((await found(words, 'operator')).sort()).toEqual([mine, neighbour, foreign].sort());
    }
  });

  test('finds nothing without the right to see sensors, and at the customers of that right alone', async () => {
    const [mine, neighbour] = [await addUnit(home, { name: 'Dør' }), await addUnit(otherHome, { name: 'Dør' })];
    expect(await found('dør', 'tracker')).toEqual([]);
    const policies = [{ role: 'RESTRICTED_USER', custId: home } as const];
    api.setRights('colleague', { policies, only: ['DEVICE_LIST'] });
    expect(await found('dør', 'colleague')).toEqual([]);
    api.setRights('colleague', { policies: [...policies, { role: 'TRACKER', custId: otherHome }] });
    expect((await found('', 'colleague')).sort(), 'the list').toEqual([mine, neighbour].sort());
    expect(await found('dør', 'colleague')).toEqual([mine]);
  });
});

describe('[C7.24] the live list of devices with a sensor', () => {
  const sensorsOf = (deviId: number, custId: number) =>
    ({ type: 'sensors', deviId, custId, learning: [], walkTest: [] }) as const;

  test('is fetched again when sensors of its customers were added, renamed or removed', async () => {
    const deviId = await addUnit(home, { name: 'Dør' });
    const feed = await api.open('nurse', 'devices', {}, 'sensor=d%C3%B8r');
    expect(feed?.take({ ...sensorsOf(deviId, home), changed: true })).toBe(true);
    expect(feed?.flush()).toMatchObject({ reset: true });
    expect(feed?.take(sensorsOf(deviId, home)), 'a walk test').toBe(false);
    expect(feed?.take({ ...sensorsOf(deviId, firm), changed: true }), 'of others').toBe(false);
    expect(await feed?.first(0), 'after an absence').toMatchObject({ reset: true });
    const other = await api.open('nurse', 'devices', {}, 'status=offline');
    expect(other?.take({ ...sensorsOf(deviId, home), changed: true }), 'another filter').toBe(false);
  });
});
