import { metyId } from '@varde/catalogue/message-types';
import type { MapView } from '@varde/contract/map';
import { type FeatureApi, openFeatureApi, type Person, testCustomers, testNow } from '@varde/testing/feature-api';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { createDevicesFeature } from './index.ts';

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi(createDevicesFeature);
});
afterAll(() => api.close());
beforeEach(() => api.clear());

const everywhere = { west: '-180', south: '-90', east: '180', north: '90', zoom: '4' };
const mapOf = (query: Record<string, string> = {}, who: Person = 'nurse') =>
  api.call(who, 'GET', `/ajax/map/devices?${new URLSearchParams({ ...everywhere, ...query })}`);
const viewOf = async (query: Record<string, string> = {}, who: Person = 'nurse'): Promise<MapView> => {
  const { status, body } = await mapOf(query, who);
  expect(status).toBe(200);
  return body.view;
};
const namesOf = ({ positions }: MapView) => positions.map(({ deviceName }) => deviceName).sort();
const posTime = new Date(testNow - 60_000);
const at = (posLati: number, posLong: number) => ({
  posLati,
  posLong,
  posTime,
  posType: 0,
  lastMsgIn: new Date(testNow),
});

let tranId = 0;
async function store(deviId: number, row: Partial<typeof transactions.$inferInsert> = {}): Promise<number> {
  tranId += 1;
  const owner = { deviId, dehaId: 23, custId: testCustomers.home };
  const recTs = new Date(testNow - 60_000 + tranId * 1000);
  await api.db.insert(transactions).values({ tranId, recTs, ...owner, metyId: metyId.position, tranSource: 3, ...row });
  return tranId;
}

const looks = async () =>
  (await api.db.select().from(auditEntries).orderBy(auditEntries.auditId)).map(({ content }) => {
    const { action, custId, deviId } = JSON.parse(content);
    return { action, custId, deviId };
  });

describe('the devices of the map', () => {
  test('[D3.017 D3.058 D3.059 D7.083] are all that the caller may see, with position, message and flags', async () => {
    const deviId = await api.addDevice({
      ...at(62.4722, 6.1549),
      ...{ deviceName: 'Rom 101', deviceSerialNumber: 'KART-1', dehaId: 13, posAccuracy: 12, connected: true },
      ...{ vardeAsReceiver: true, flags: ['batteryWarning', 'powerFailure'], status: 'battery' },
    });
    const message = await store(deviId, { posLati: 62.4722, posLong: 6.1549, posTime, numSatellites: 9, hdop: 1.5 });
    await api.addDevice({ deviceName: 'without a place' });
    const view = await viewOf();
    expect(view).toMatchObject({ total: 2, placed: 1, clusters: [], leftOut: 0 });
    expect(view.positions).toEqual([
      {
        ...{ tranId: message, deviId, deviceName: 'Rom 101', posLati: 62.4722, posLong: 6.1549 },
        ...{ posTime: posTime.getTime(), posType: 0, sat: 9, hdop: 1.5, accuracy: 12, drawMarker: true },
        ...{ lastMsgIn: testNow, status: 'battery', alarmWarning: false, manDownWarning: false },
        ...{ geofenceWarning: false, outOfBatteryWarning: false, selfCheckWarning: false, inactiveWarning: false },
        ...{ batteryWarning: true, offlineWarning: false, unknownWarning: false, powerFailure: true },
        ...{ fireWarning: false, epilepsyWarning: false, wandererWarning: false, outOfBedWarning: false },
        ...{ fridgeWarning: false, inBedWarning: false, outdatedPositionWarning: false, offline: false },
        ...{ tcpStatusDisabledWarning: false, sensorLowBattery: false, generalWarning: false, escalated: false },
      },
    ]);
    expect(view.devices).toEqual([
      {
        ...{ id: deviId, deviceName: 'Rom 101', serialNumber: 'KART-1', dehaId: 13, custId: testCustomers.home },
        ...{ connected: true, minionTwin: false, vardeAsReceiver: true, gx8: true, devices: [] },
        ...{ lastMsgIn: testNow, posTime: posTime.getTime() },
      },
    ]);
  });

  test('of another customer are on no map, in no count and in no cluster', async () => {
    for (const custId of [testCustomers.home, testCustomers.otherHome, testCustomers.firm])
      for (const n of [1, 2]) await api.addDevice({ ...at(60, 10), deviceName: `of ${custId}, ${n}`, custId });
    const counted = async (who: Person) => {
      const { total, placed, clusters } = await viewOf({}, who);
      return [total, placed, ...clusters.map(({ count }) => count)];
    };
    expect(await counted('nurse')).toEqual([2, 2, 2]);
    expect(await counted('tracker')).toEqual([2, 2, 2]);
    expect(await counted('manager')).toEqual([4, 4, 4]);
    expect(await counted('stranger')).toEqual([2, 2, 2]);
    expect(await counted('operator')).toEqual([6, 6, 6]);
    expect((await mapOf({}, 'nobody')).body).toMatchObject({ status: 403, code: 'notAllowed' });
  });

  test('need the right to the map, and that to the list', async () => {
    for (const custId of [testCustomers.home, testCustomers.otherHome]) await api.addDevice({ ...at(60, 10), custId });
    const policies = [{ role: 'SUPERFIRM', custId: testCustomers.municipality }] as const;
    api.setRights('manager', { policies, only: ['DEVICE_LIST'] });
    expect((await mapOf({}, 'manager')).status).toBe(403);
    api.setRights('manager', { policies, only: ['DEVICE_ACCESS_MAP'] });
    expect(await viewOf({}, 'manager')).toMatchObject({ total: 0, positions: [], clusters: [] });
    api.setRights('manager', { policies });
  });

  test('those without a position are found by the list, for who may see positions, and for nobody else', async () => {
    await api.addDevice({ ...at(60, 10), deviceName: 'placed' });
    await api.addDevice({ deviceName: 'without a place' });
    const listed = async () => {
      const { body } = await api.call('manager', 'GET', '/ajax/devices?limit=10&sort=name&unplaced=1');
      return body.devices.map(({ deviceName }: { deviceName: string }) => deviceName);
    };
    const policies = [{ role: 'SUPERFIRM', custId: testCustomers.municipality }] as const;
    api.setRights('manager', { policies });
    expect(await listed()).toEqual(['without a place']);
    api.setRights('manager', { policies, only: ['DEVICE_LIST'] });
    expect(await listed()).toEqual([]);
    api.setRights('manager', { policies });
  });

  test('near each other are one cluster with its worst status, which opens where it is looked at closely', async () => {
    await api.addDevice({ ...at(60, 10), deviceName: 'clear' });
    await api.addDevice({
      ...at(60.001, 10.001),
      deviceName: 'flat',
      status: 'outOfBattery',
      flags: ['outOfBatteryWarning'],
    });
    await api.addDevice({ ...at(60.002, 10.002), deviceName: 'low', status: 'battery', flags: ['batteryWarning'] });
    await api.addDevice({ ...at(69.6, 18.9), deviceName: 'far away' });
    const far = await viewOf();
    expect(namesOf(far)).toEqual(['far away']);
    expect(far.clusters).toMatchObject([
      { count: 3, status: 'outOfBattery', south: 60, west: 10, north: 60.002, east: 10.002 },
    ]);
    const [cluster] = far.clusters;
    expect([cluster?.posLati.toFixed(3), cluster?.posLong.toFixed(3)]).toEqual(['60.001', '10.001']);
    expect(namesOf(await viewOf({ zoom: '18' }))).toEqual(['clear', 'far away', 'flat', 'low']);
  });

  test('at the same place are one cluster, and each by itself at the closest', async () => {
    for (const deviceName of ['one', 'two']) await api.addDevice({ ...at(60, 10), deviceName });
    expect((await viewOf({ zoom: '19' })).clusters).toMatchObject([{ count: 2, status: 'clear' }]);
    expect(namesOf(await viewOf({ zoom: '20' }))).toEqual(['one', 'two']);
  });

  test('a cluster stays the same while the view moves', async () => {
    for (const n of [1, 2]) await api.addDevice({ ...at(60 + n / 1000, 10), deviceName: String(n) });
    const [before] = (await viewOf({ west: '5', zoom: '9' })).clusters;
    expect((await viewOf({ west: '7.3', zoom: '9' })).clusters).toEqual([before]);
  });

  test('with an open alarm are in no cluster, and come first, the worst of all', async () => {
    for (const n of [1, 2, 3]) await api.addDevice({ ...at(60, 10), deviceName: `clear ${n}` });
    await api.addDevice({ ...at(60, 10), deviceName: 'left', status: 'geofence', flags: ['geofenceWarning'] });
    await api.addDevice({
      ...at(60, 10),
      deviceName: 'fire',
      status: 'fire',
      flags: ['fireWarning', 'batteryWarning'],
    });
    const { positions, clusters } = await viewOf();
    expect(positions.map(({ deviceName }) => deviceName)).toEqual(['fire', 'left']);
    expect(clusters).toMatchObject([{ count: 3, status: 'clear' }]);
  });

  test('that are too many alarms for a screen are said to be left out', async () => {
    const alarm = { ...at(60, 10), status: 'alarm', flags: ['alarmWarning'] } as const;
    await api.addDevice({ ...alarm, deviceName: 'fire', status: 'fire', flags: ['fireWarning'] });
    await api.db.execute(`insert into devices (deha_id, cust_id, device_name, device_serial_number, pos_lati, pos_long, pos_time, flags, status)
      select 23, ${testCustomers.home}, 'Enhet ' || i, 'MANGE-' || i, 60, 10, now(), '{alarmWarning}', 'alarm' from generate_series(1, 802) i`);
    const { positions, total, leftOut } = await viewOf();
    expect([positions.length, positions[0]?.deviceName, total, leftOut]).toEqual([800, 'fire', 803, 3]);
  });

  test('of a pair of twins have a place each', async () => {
    const clone = await api.addDevice({ ...at(60, 10), deviceName: 'clone', deviceSerialNumber: 'C' });
    const master = await api.addDevice({
      ...at(61, 11),
      ...{ deviceName: 'master', deviceSerialNumber: 'M', twin: 'MASTER', twinDevice: clone, twinSerial: 'C' },
    });
    await api.db.execute(
      `update devices set twin = 'CLONE', twin_device = ${master}, twin_serial = 'M' where devi_id = ${clone}`,
    );
    const { devices } = await viewOf({ zoom: '20' });
    expect(devices.map(({ id, minionTwin, devices: others }) => [id, minionTwin, others])).toEqual(
      expect.arrayContaining([
        [clone, true, [master]],
        [master, false, [clone]],
      ]),
    );
  });

  test('that report 0,0 have no marker and are in no cluster', async () => {
    for (const deviceName of ['one', 'two']) await api.addDevice({ ...at(0, 0), deviceName });
    await api.addDevice({ ...at(0, 0.001), deviceName: 'on a ship' });
    const { positions, clusters } = await viewOf();
    expect(positions.map(({ deviceName, drawMarker }) => [deviceName, drawMarker]).sort()).toEqual([
      ['on a ship', true],
      ['one', false],
      ['two', false],
    ]);
    expect(clusters).toEqual([]);
  });
});

describe('the view of the map', () => {
  beforeEach(async () => {
    await api.addDevice({ ...at(70, 179.9), deviceName: 'east of Siberia' });
    await api.addDevice({ ...at(70, -179.9), deviceName: 'west of Alaska' });
    await api.addDevice({ ...at(60, 10), deviceName: 'Norway' });
    await api.addDevice({ ...at(89, 10), deviceName: 'at the pole' });
    await api.addDevice({ ...at(Number.NaN, Number.NaN), deviceName: 'nowhere' });
  });

  test('may cross the 180th meridian, and ends where the map does', async () => {
    expect(namesOf(await viewOf())).toEqual(['Norway', 'east of Siberia', 'west of Alaska']);
    expect(namesOf(await viewOf({ west: '170', east: '-170' }))).toEqual(['east of Siberia', 'west of Alaska']);
    expect(namesOf(await viewOf({ west: '-170', east: '170' }))).toEqual(['Norway']);
    expect(namesOf(await viewOf({ south: '59.5', north: '60.5' }))).toEqual(['Norway']);
  });

  test.each([
    ['west', { west: '181' }],
    ['east', { east: '-180.5' }],
    ['south', { south: '-91' }],
    ['north', { north: '1e3' }],
    ['north', { north: 'NaN' }],
    ['west', { west: 'Infinity' }],
    ['south', { south: '' }],
    ['north', { south: '60', north: '60' }],
    ['north', { south: '61', north: '60' }],
    ['east', { west: '10', east: '10' }],
    ['zoom', { zoom: '25' }],
    ['zoom', { zoom: '4.5' }],
    ['zoom', { zoom: 'x' }],
    ['filters', { filters: 'ALARM,NOTHING' }],
    ['uuid', { uuid: 'mine' }],
  ])('is refused with the name of what is wrong: %s', async (path, query) => {
    const { status, body } = await mapOf(query as Record<string, string>);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'validationFailed', errors: [expect.objectContaining({ path })] });
  });

  test('is refused without its corners', async () => {
    const { body } = await api.call('nurse', 'GET', '/ajax/map/devices?zoom=4');
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['west', 'south', 'east', 'north']);
  });

  test('[D7.079] has a uuid, with which an unchanged view is not sent again', async () => {
    const first = (await mapOf()).body;
    expect(first.uuid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect((await mapOf({ uuid: first.uuid })).body).toEqual({ uuid: first.uuid, view: null });
    await api.db.execute("update devices set pos_lati = 60.5 where device_name = 'Norway'");
    const moved = (await mapOf({ uuid: first.uuid })).body;
    expect(moved.uuid).not.toBe(first.uuid);
    expect(moved.view.positions).toContainEqual(expect.objectContaining({ deviceName: 'Norway', posLati: 60.5 }));
  });
});

describe('the filters of the map', () => {
  const add = (deviceName: string, status: 'clear' | 'battery' | 'alarm', flags: string[], more = {}) =>
    api.addDevice({ ...at(60, 10), deviceName, status, flags, ...more });
  const found = async (query: Record<string, string>) => namesOf(await viewOf({ zoom: '20', ...query }));

  test('[D5.062] are by the warning flags of the devices; none shows all, several show what fits one of them', async () => {
    await add('clear', 'clear', []);
    await add('SOS', 'alarm', ['alarmWarning']);
    await add('fallen', 'alarm', ['manDownWarning']);
    await add('fence', 'alarm', ['geofenceWarning']);
    await add('flat', 'battery', ['outOfBatteryWarning']);
    await add('low', 'battery', ['batteryWarning']);
    await add('low, self-check', 'battery', ['batteryWarning', 'selfCheckWarning']);
    await add('low, never in contact', 'battery', ['batteryWarning'], { lastMsgIn: null });
    await add('silent', 'battery', ['offlineWarning']);
    await add('no power', 'battery', ['tcpStatusDisabledWarning']);
    await add('still', 'battery', ['inactiveWarning']);
    await add('unknown', 'battery', ['unknownWarning']);
    expect(await found({})).toHaveLength(12);
    expect(await found({ filters: 'ALARM' })).toEqual(['SOS', 'fallen']);
    expect(await found({ filters: 'GEOFENCE' })).toEqual(['fence']);
    expect(await found({ filters: 'OUT_OF_BATTERY' })).toEqual(['flat']);
    expect(await found({ filters: 'BATTERY' })).toEqual(['low']);
    expect(await found({ filters: 'SELFCHECK' })).toEqual(['low, self-check']);
    expect(await found({ filters: 'OFFLINE' })).toEqual(['silent']);
    expect(await found({ filters: 'TECHNICAL' })).toContain('no power');
    expect(await found({ filters: 'TECHNICAL' })).not.toContain('SOS');
    expect(await found({ filters: 'STATIC' })).toEqual(['still']);
    expect(await found({ filters: 'UNKNOWN' })).toEqual(['unknown']);
    expect(await found({ filters: 'GEOFENCE,STATIC' })).toEqual(['fence', 'still']);
  });

  test('are those of the device list as well, and both hold together', async () => {
    await add('Åse Solhaug', 'alarm', ['alarmWarning'], { userTag: 'GPS' });
    await add('Per Solhaug', 'clear', []);
    await add('Kari Bakken', 'alarm', ['alarmWarning'], { dehaId: 13 });
    expect(await found({ search: 'solhaug' })).toEqual(['Per Solhaug', 'Åse Solhaug']);
    expect(await found({ search: 'solhaug', filters: 'ALARM' })).toEqual(['Åse Solhaug']);
    expect(await found({ dehaId: '13' })).toEqual(['Kari Bakken']);
    expect(await found({ userTags: 'GPS' })).toEqual(['Åse Solhaug']);
    expect(await found({ status: 'clear' })).toEqual(['Per Solhaug']);
    expect(await found({ custId: String(testCustomers.otherHome) })).toEqual([]);
    expect((await viewOf({ search: 'solhaug', filters: 'ALARM' })).total).toBe(1);
  });
});

describe('a look at the map', () => {
  const seen = async () => (await looks()).map(({ custId }) => custId);

  test('is an entry in the audit log of each customer with a device in the view, once an hour', async () => {
    await api.addDevice({ ...at(60, 10), custId: testCustomers.home });
    await api.addDevice({ ...at(61, 10), custId: testCustomers.home });
    await api.addDevice({ ...at(69, 18), custId: testCustomers.otherHome });
    const south = { north: '65' };
    await viewOf(south, 'manager');
    await viewOf({ ...south, west: '1' }, 'manager');
    expect(await looks()).toEqual([{ action: 'positions.read', custId: testCustomers.home, deviId: null }]);
    await viewOf({}, 'manager');
    await viewOf({}, 'manager');
    expect(await seen()).toEqual([testCustomers.home, testCustomers.otherHome]);
    await viewOf({}, 'nurse');
    api.clock.set(testNow + 3_600_000);
    await viewOf({}, 'nurse');
    expect((await seen()).slice(2)).toEqual([testCustomers.home, testCustomers.home]);
    api.clock.set(testNow);
  });

  test('of more than 200 customers is an entry for the customers above them, and none where nobody is seen', async () => {
    await api.addDevice({ ...at(69, 10), custId: testCustomers.firm });
    await api.db.execute(`insert into customers (cust_id, parent_id, path, kind, firm_name)
      select 1000 + i, 1, array[1, 1000 + i], 'home', 'Hjem ' || i from generate_series(1, 201) i`);
    await api.db.execute(`insert into devices (deha_id, cust_id, device_name, device_serial_number, pos_lati, pos_long, pos_time)
      select 23, 1000 + i, 'Enhet ' || i, 'HJEM-' || i, 50 + i / 20.0, 10, now() from generate_series(1, 201) i`);
    await viewOf({ north: '40' }, 'operator');
    expect(await looks()).toEqual([]);
    await viewOf({ north: '60' }, 'operator');
    expect(await seen()).toHaveLength(200);
    await viewOf({}, 'operator');
    expect((await seen()).slice(200).sort()).toEqual([testCustomers.municipality, testCustomers.firm]);
    await api.db.execute('delete from devices where cust_id > 1000');
    await api.db.execute('delete from customers where cust_id > 1000');
  });
});

describe('the log of all devices', () => {
  const logOf = async (query: Record<string, string> = {}, who: Person = 'nurse') => {
    const { status, body } = await api.call(who, 'GET', `/ajax/map/transactions?${new URLSearchParams(query)}`);
    expect(status).toBe(200);
    return body;
  };
  const numbersOf = (rows: readonly { tranId: number }[]) => rows.map((row) => row.tranId);

  test('[D7.076 D9.035] comes in pages of 25, newest first, each row with the name of its device', async () => {
    const one = await api.addDevice({ deviceName: 'One' });
    const two = await api.addDevice({ deviceName: 'Two' });
    const stored: number[] = [];
    for (let n = 0; n < 30; n++) stored.unshift(await store(n % 2 ? one : two));
    const first = await logOf();
    expect(first).toEqual(await logOf({ maxTransactionId: '0', transactionCount: '25' }));
    expect(numbersOf(first.transactions)).toEqual(stored.slice(0, 25));
    expect(first.transactions[0]).toMatchObject({ deviId: one, deviceName: 'One', metyId: metyId.position });
    const rest = await logOf({ cursor: first.nextCursor });
    expect(numbersOf(rest.transactions)).toEqual(stored.slice(25));
    expect(rest.nextCursor).toBeNull();
  });

  test('has the devices of the map alone, and of each what the caller may see', async () => {
    const ours = await api.addDevice({ deviceName: 'Solhaug', status: 'alarm', flags: ['alarmWarning'] });
    const foreign = await api.addDevice({ custId: testCustomers.firm });
    const gone = await api.addDevice({ deletedAt: new Date(testNow) });
    const mine = await store(ours);
    await store(ours, { custId: testCustomers.firm });
    await store(foreign, { custId: testCustomers.firm });
    await store(gone);
    expect(numbersOf((await logOf()).transactions)).toEqual([mine]);
    expect(numbersOf((await logOf({ search: 'solhaug', filters: 'ALARM' })).transactions)).toEqual([mine]);
    expect((await logOf({ filters: 'GEOFENCE' })).transactions).toEqual([]);
    expect((await api.call('tracker', 'GET', '/ajax/map/transactions')).status).toBe(403);
  });

  test('is the same of more devices than are asked one by one', async () => {
    await api.db.execute(`insert into devices (deha_id, cust_id, device_name, device_serial_number)
      select 23, ${testCustomers.home}, 'Enhet ' || i, 'MANGE-' || i from generate_series(1, 301) i`);
    const one = await api.addDevice({ deviceName: 'One' });
    const stored = [await store(one), await store(one), await store(one)].reverse();
    await store(one, { custId: testCustomers.firm });
    const first = await logOf({ transactionCount: '2' });
    const rest = await logOf({ transactionCount: '2', cursor: first.nextCursor });
    expect([...numbersOf(first.transactions), ...numbersOf(rest.transactions)]).toEqual(stored);
    expect(rest.nextCursor).toBeNull();
  });

  test('finds what many devices sent long ago, behind all that others have sent since', async () => {
    await api.db.execute(`insert into devices (deha_id, cust_id, device_name, device_serial_number)
      select 23, ${testCustomers.home}, 'Enhet ' || i, 'STILLE-' || i from generate_series(1, 301) i`);
    const one = await api.addDevice({ deviceName: 'One' });
    const foreign = await api.addDevice({ custId: testCustomers.firm });
    const mine = [await store(one), await store(one)].reverse();
    await api.db.execute("update transactions set rec_ts = rec_ts - interval '1 day'");
    for (let n = 0; n < 3; n++) await store(foreign, { custId: testCustomers.firm });
    const first = await logOf({ transactionCount: '1' });
    const rest = await logOf({ transactionCount: '1', cursor: first.nextCursor });
    expect([...numbersOf(first.transactions), ...numbersOf(rest.transactions)]).toEqual(mine);
    expect(rest.nextCursor).toBeNull();
  });

  test.each([
    ['few devices', 0],
    ['more devices than are asked one by one', 301],
  ])('of %s is complete in every page, whenever they were heard last', async (_, silent) => {
    await api.db.execute(sql`insert into devices (deha_id, cust_id, device_name, device_serial_number)
      select 23, ${testCustomers.home}, 'Enhet ' || i, 'STUM-' || i from generate_series(1, ${silent}) i`);
    const units: number[] = [];
    // The one that was heard last has the oldest messages: Varde writes messages of its own about those that are silent.
    for (let n = 0; n < 9; n++)
      units.push(await api.addDevice({ lastMsgIn: n % 4 === 0 ? null : new Date(testNow - n * 60_000) }));
    const stored: number[] = [];
    for (let n = 0; n < 40; n++) {
      const tranId = await store(units[n < 15 ? n % 3 : n % 9] ?? 0);
      const recTs = new Date(testNow - (40 - n) * (n < 20 ? 86_400_000 : 60_000));
      await api.db.update(transactions).set({ recTs }).where(eq(transactions.tranId, tranId));
      stored.unshift(tranId);
    }
    const read: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await logOf({ transactionCount: '3', ...(cursor && { cursor }) });
      read.push(...numbersOf(page.transactions));
      cursor = page.nextCursor;
    }
    expect(read).toEqual(stored);
  });

  test('refuses what is no page of it', async () => {
    for (const query of [
      'cursor=x',
      'transactionCount=0',
      'transactionCount=1000',
      'maxTransactionId=-1',
      'maxTransactionId=1.5',
      'maxTransactionId=1',
    ])
      expect((await api.call('nurse', 'GET', `/ajax/map/transactions?${query}`)).body.code, query).toBe(
        'validationFailed',
      );
  });

  test('is a look in the audit log of each customer whose messages were seen', async () => {
    const one = await api.addDevice();
    const two = await api.addDevice({ custId: testCustomers.otherHome });
    await store(one);
    await store(two, { custId: testCustomers.otherHome });
    await logOf({}, 'manager');
    await logOf({}, 'manager');
    expect((await looks()).sort((a, b) => a.custId - b.custId)).toEqual([
      { action: 'transactions.read', custId: testCustomers.home, deviId: null },
      { action: 'transactions.read', custId: testCustomers.otherHome, deviId: null },
    ]);
  });
});
