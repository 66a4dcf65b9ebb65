import { localDate } from '@varde/catalogue/local-date';
import { type SensorDay, wholeWeek } from '@varde/catalogue/sensor-event-config';
import type { WalkTestRow } from '@varde/contract/device-logs';
import type { LearningSensor, SensorRow } from '@varde/contract/sensors';
import { liveDestinations } from '@varde/contract/transport';
import { createVirtualDevice, type VirtualDevice } from '@varde/simulator/devices/virtual-device';
import { createDevice } from '@varde/testing/factories';
import { addHomeUnit, startServerForUnits } from '@varde/testing/home-unit';
import { type LiveClient, openLiveClient } from '@varde/testing/live-client';
import type { ManualClock } from '@varde/testing/manual-clock';
import type { TestServer } from '@varde/testing/test-server';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { beginAssignment } from '#domain/life/begin-assignment.ts';
import { sensors } from '#domain/sensors/tables.ts';
import { queryRows } from '#platform/database/database.ts';

/** A complete Varde with a gateway on a real socket, and a simulated home unit that asks it for commands. */
let server: TestServer;
let clock: ManualClock;
let port: number;
let deviId: number;
let custId: number;
let cookie: string;
let unit: VirtualDevice;
let sender: { identity: string; token: string };
const open: { close(): void }[] = [];

beforeAll(async () => {
  ({ server, clock, port } = await startServerForUnits());
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ deviId, custId, cookie, sender } = await addHomeUnit(server));
  unit = createVirtualDevice({ ...sender, protocol: 'http', host: '127.0.0.1', port, homeUnit: 13 });
  open.push(unit);
  await unit.connect();
  await expect.poll(shown).toHaveLength(4);
});
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

const path = (rest = '') => `/ajax/devices/${deviId}${rest}`;
const get = async <T>(rest: string) => (await server.call('GET', path(rest), { as: cookie })).body as T;
const send = (method: 'POST' | 'PUT' | 'DELETE', rest: string, body?: object) =>
  server.call(method, path(rest), { as: cookie, ...(body && { body }) });
const shown = async () => (await get<{ sensors: SensorRow[] }>('/sensors')).sensors;
const named = async (name: string): Promise<SensorRow> => {
  const found = (await shown()).find(({ sensor }) => sensor.name === name);
  if (found === undefined) throw new Error(`there is no sensor ${name}`);
  return found;
};
const ofUnit = (gatewayId: string) => and(eq(sensors.deviId, deviId), eq(sensors.gatewayId, gatewayId));
const statusOf = async (name: string) => (await named(name)).sensor.status.key;
/** The unit reports and asks for commands until the expected has happened. */
async function untilAsked<T>(read: () => Promise<T>, expected: unknown): Promise<void> {
  await expect
    .poll(async () => {
      // On a busy machine its messages would be put in line behind each other, and the expected behind them.
      if (unit.unacknowledged.length === 0) unit.say('sensors');
      return read();
    })
    .toEqual(expected);
}
const learning = () => get<{ state: string; learningRemaining: number; sensors: LearningSensor[] }>('/local_learning');
const walkTest = () => get<{ state: string; remaining: number; sensors: WalkTestRow[] }>('/walk_test');
async function follow(topic: 'localLearning' | 'walkTest'): Promise<LiveClient> {
  const client = await openLiveClient(server.port(), { cookie });
  open.push(client);
  const destination = liveDestinations[topic].replace(':deviId', `${deviId}`);
  client.send('SUBSCRIBE', { id: 'a', destination, receipt: 'r' });
  await client.next('RECEIPT');
  return client;
}

test('[C1.03 D3.031 D3.032 D3.033 D3.034 D7.043] the sensors that a unit reports are its sensors, with all their fields', async () => {
  const rows = await shown();
  expect(rows.map(({ sensor }) => sensor.name)).toEqual([
    'Alarmsmykke',
    'Bevegelse stue',
    'Inngangsdør',
    'Røykvarsler stue',
  ]);
  const door = await named('Inngangsdør');
  expect(door).toMatchObject({
    type: 'vardeHome',
    rssi: 8,
    rssiSaved: clock.now(),
    battery: 95,
    connected: null,
    connectedStateDate: null,
    saved: true,
    statusDoor: -1,
    lastContact: clock.now(),
    updating: false,
    actions: ['info', 'editFunction', 'delete'],
    sensor: {
      deseId: expect.any(Number),
      gatewayId: '4100010',
      macAddress: null,
      functionType: null,
      type: { code: '4', supportedFunctions: ['generic', '31', '32', '39'] },
      function: { code: '32', icon: 'wanderer' },
      status: { key: 'ok', icon: 'ok', online: true },
    },
  });
});

test('[D3.034] a door that the unit reports as open is 1, and -1 when it is closed again', async () => {
  for (const [door, statusDoor] of [
    ['open', 1],
    ['closed', -1],
  ] as const) {
    const { status } = await fetch(`http://127.0.0.1:${port}/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sender.token}` },
      body: JSON.stringify({ device: sender.identity, sensors: [{ id: '4100010', door }] }),
    });
    expect(status).toBe(200);
    await expect.poll(async () => (await named('Inngangsdør')).statusDoor).toBe(statusDoor);
  }
});

test.each([
  ['userAlarm', 'alarm', 1],
  ['lowBattery', 'lowBatteryCustom', 111],
  ['fire', 'fire', 27],
  ['fridge', 'fridge', 21],
  ['geofence', 'advancedGeofenceLeft', 102],
  ['fall', 'manDown', 3],
  ['offline', 'offline', 7],
  ['wanderer', 'wanderer', 22],
])(
  '[D3.046] a sensor of the custom kind %s reports %s, and its log has message type %i',
  async (_kind, word, metyId) => {
    const { status } = await fetch(`http://127.0.0.1:${port}/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sender.token}` },
      body: JSON.stringify({ device: sender.identity, events: [word], sensor: '4100010' }),
    });
    expect(status).toBe(200);
    const { sensor } = await named('Inngangsdør');
    const { transactions } = await get<{ transactions: object[] }>(`/sensors/${sensor.deseId}/transactions`);
    expect(transactions).toEqual([expect.objectContaining({ metyId, sensorName: 'Inngangsdør' })]);
  },
);

test('[C4.35 C3.73 C3.74] an event config that nobody has set is active on seven whole days', async () => {
  const { sensor } = await named('Inngangsdør');
  expect(sensor.eventConfig).toEqual({
    active: true,
    delay: 0,
    allowedOpenTime: 0,
    powerFailureReportDelay: 0,
    supervision: 0,
    voiceSatellite: null,
    schedule: Array.from({ length: 7 }, (_, day) => ({
      ...{ sensorId: sensor.deseId, active: true, fromTime: '00:00', toTime: '23:59', day },
    })),
  });
});

test('the alarm of a sensor names it: as the place of the alarm and in the log of the sensor', async () => {
  const { sensor } = await named('Inngangsdør');
  unit.say('door');
  await expect
    .poll(() =>
      server.db.select({ metyId: alarms.metyId, place: alarms.place }).from(alarms).where(eq(alarms.deviId, deviId)),
    )
    .toEqual([{ metyId: 22, place: 'Inngangsdør' }]);
  const { transactions } = await get<{ transactions: object[] }>(`/sensors/${sensor.deseId}/transactions`);
  expect(transactions).toEqual([
    expect.objectContaining({ metyId: 22, sensorId: sensor.deseId, sensorName: 'Inngangsdør' }),
  ]);
  unit.pressSos();
  await expect.poll(() => unit.unacknowledged).toEqual([]);
  const log = await get<{ transactions: { metyId: number; sensorName: string | null }[] }>('/transactions');
  expect(log.transactions.find(({ metyId }) => metyId === 1)).toMatchObject({ sensorName: null });
});

test('[D7.058] the log of a sensor holds its own messages and no others', async () => {
  const [door, smoke] = [await named('Inngangsdør'), await named('Røykvarsler stue')];
  unit.say('door');
  await expect.poll(() => unit.unacknowledged).toEqual([]);
  const of = async ({ sensor }: SensorRow) =>
    (await get<{ transactions: object[] }>(`/sensors/${sensor.deseId}/transactions`)).transactions.length;
  expect([await of(door), await of(smoke)]).toEqual([1, 0]);
});

test('[D7.049] a new name is stored, shown as a pending update, and carried to the unit', async () => {
  const { sensor } = await named('Inngangsdør');
  expect(await send('PUT', `/sensors/${sensor.deseId}/name`, { name: 'Ytterdør' })).toMatchObject({
    status: 200,
    body: { updating: true, sensor: { name: 'Ytterdør', status: { key: 'pending_update' } } },
  });
  await untilAsked(() => statusOf('Ytterdør'), 'ok');
  await untilAsked(async () => (await shown()).map((row) => row.sensor.name), expect.arrayContaining(['Ytterdør']));
});

test('changes that wait for one sensor leave as one command', async () => {
  const { sensor } = await named('Inngangsdør');
  for (const name of ['A', 'B', 'C']) await send('PUT', `/sensors/${sensor.deseId}/name`, { name });
  const rows = await queryRows<{ state: string; count: number }>(
    server.db,
    sql.raw(`select state, count(*)::int from commands where devi_id = ${deviId} group by state order by state`),
  );
  expect(rows).toEqual([
    { state: 'cancelled', count: 2 },
    { state: 'pending', count: 1 },
  ]);
});

test('[D7.044 D7.057] a function is stored with its type and its event config, and refused when it is not offered', async () => {
  const { sensor } = await named('Inngangsdør');
  const edit = (change: object) =>
    send('PUT', `/sensors/${sensor.deseId}/function`, {
      ...{ deviceFunction: '31', funcType: null, eventConfig: { ...sensor.eventConfig, delay: 60 } },
      ...change,
    });
  expect(await edit({})).toMatchObject({
    status: 200,
    body: { sensor: { function: { code: '31', icon: 'fridge' }, eventConfig: { delay: 60 } } },
  });
  for (const [change, path] of [
    [{ deviceFunction: '35' }, 'deviceFunction'],
    [{ deviceFunction: '-1' }, 'deviceFunction'],
    [{ funcType: 'mobile' }, 'funcType'],
    [{ eventConfig: { ...sensor.eventConfig, delay: 10 } }, 'eventConfig.delay'],
    [{ eventConfig: { ...sensor.eventConfig, supervision: 90_000 } }, 'eventConfig.supervision'],
    [{ eventConfig: { ...sensor.eventConfig, powerFailureReportDelay: 60 } }, 'eventConfig.powerFailureReportDelay'],
  ] as const)
    expect(await edit(change)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  const wanderer = { deviceFunction: '32', eventConfig: { ...sensor.eventConfig, delay: 10 } };
  expect((await edit(wanderer)).status).toBe(200);
});

test('[D7.057 C4.35] an empty schedule becomes the whole week, and an incomplete one is refused', async () => {
  const { sensor } = await named('Inngangsdør');
  const save = (schedule: SensorDay[]) =>
    send('PUT', `/sensors/${sensor.deseId}/event_config`, {
      eventConfig: { ...sensor.eventConfig, schedule },
    });
  const week = wholeWeek(sensor.deseId);
  expect(await save([])).toMatchObject({
    status: 200,
    body: { sensor: { eventConfig: { schedule: week } } },
  });
  expect((await save(week.slice(1))).status).toBe(400);
  expect((await save(week.map((day) => ({ ...day, day: 0 })))).status).toBe(400);
  expect((await save(week.map((day) => ({ ...day, sensorId: 1 + sensor.deseId })))).status).toBe(400);
  expect((await save(week.map((day) => ({ ...day, toTime: '24:00' })))).status).toBe(400);
});

test('[D7.042] a deleted sensor waits for its unit and is gone when the unit has confirmed', async () => {
  const { sensor } = await named('Alarmsmykke');
  expect((await send('DELETE', `/sensors/${sensor.deseId}`)).status).toBe(200);
  expect(await named('Alarmsmykke')).toMatchObject({
    updating: true,
    sensor: { status: { key: 'pending_delete' } },
  });
  await untilAsked(async () => (await shown()).length, 3);
});

test('[C7.24] a live list of devices that have a sensor is fetched again when the unit has removed it, and when another one is added', async () => {
  const client = await openLiveClient(server.port(), { cookie });
  open.push(client);
  const query = 'sensor=alarmsmykke';
  client.send('SUBSCRIBE', { id: 'a', destination: liveDestinations.devices, receipt: 'r', query });
  await client.next('RECEIPT');
  const found = async () => {
    const { body } = await server.call('GET', `/ajax/devices?${query}`, { as: cookie });
    return (body as { devices: { deviId: number }[] }).devices.map((device) => device.deviId);
  };
  const untilReset = async () => {
    for (;;) if (JSON.parse((await client.next('MESSAGE')).body).reset) return;
  };
  expect(await found()).toEqual([deviId]);
  const { sensor } = await named('Alarmsmykke');
  await send('DELETE', `/sensors/${sensor.deseId}`);
  await untilReset(); // it waits to be removed
  const removed = untilReset();
  await untilAsked(found, []);
  await removed;
  const added = untilReset();
  await send('POST', '/sensors', { serialNumber: '4200021', name: 'Alarmsmykke nytt' });
  await added;
  expect(await found()).toEqual([deviId]);
});

test('[D7.047] a sensor is added by its serial number: it waits, and is then the unit’s', async () => {
  expect((await send('POST', '/sensors', { serialNumber: '4200020', name: 'Vann bad' })).status).toBe(200);
  expect(await named('Vann bad')).toMatchObject({
    saved: false,
    actions: ['delete'],
    sensor: { status: { key: 'pending_create', icon: 'pending-create' } },
  });
  expect(await send('POST', '/sensors', { serialNumber: '4200020', name: 'Igjen' })).toMatchObject({
    status: 409,
    body: { code: 'serialTaken' },
  });
  await untilAsked(() => statusOf('Vann bad'), 'ok');
  expect(await named('Vann bad')).toMatchObject({ saved: true, sensor: { type: { code: '5' } } });
});

test('[D4.045 D7.050 D7.051] local learning is starting, active, ending and idle, as the unit confirms', async () => {
  expect(await send('POST', '/local_learning/start')).toMatchObject({
    status: 200,
    body: { state: 'starting' },
  });
  await untilAsked(async () => (await learning()).state, 'active');
  expect(await send('POST', '/local_learning/stop')).toMatchObject({
    status: 200,
    body: { state: 'ending' },
  });
  await untilAsked(async () => (await learning()).state, 'idle');
});

test('[D4.048] local learning is over when its seconds have passed, also if nobody ends it', async () => {
  await send('POST', '/local_learning/start');
  await untilAsked(async () => (await learning()).state, 'active');
  expect((await learning()).learningRemaining).toBe(180);
  clock.advance(60_000);
  expect((await learning()).learningRemaining).toBe(120);
  clock.advance(120_000);
  expect(await learning()).toMatchObject({ state: 'idle', learningRemaining: 0 });
});

test('[D3.035 D4.046 D4.051 D4.047 D7.052 D7.053] what a unit hears is told to those who follow, and is pending and then added', async () => {
  const client = await follow('localLearning');
  await send('POST', '/local_learning/start');
  await untilAsked(async () => (await learning()).sensors.length, 3);
  const { sensors: heard } = JSON.parse((await client.next('MESSAGE')).body) as { sensors: LearningSensor[] };
  expect(heard[0]).toEqual({
    id: expect.stringMatching(/^4200/),
    rssi: expect.any(Number),
    type: expect.any(String),
    time: clock.now(),
    added: false,
    pending: false,
  });
  const of = async (id: string) => (await learning()).sensors.find((sensor) => sensor.id === id);
  expect((await send('POST', '/local_learning/sensors', { gatewayId: '4200010', rssi: 7 })).status).toBe(200);
  expect(await of('4200010')).toMatchObject({ added: false, pending: true });
  await untilAsked(async () => (await of('4200010'))?.added, true);
  expect(await of('4200010')).toMatchObject({ added: true, pending: false });
  const unsaved = await get<{ sensors: LearningSensor[] }>('/sensors/unsaved');
  expect(unsaved.sensors.map(({ id }) => id).sort()).toEqual(['4200020', '4200030']);
});

test('[D7.045 D4.040] a sensor that has to be processed gets its type, function and function type', async () => {
  await send('POST', '/local_learning/start');
  await untilAsked(async () => (await learning()).sensors.length, 3);
  await send('POST', '/local_learning/sensors', { gatewayId: '4200030', rssi: 2 });
  await untilAsked(() => statusOf('420003').catch(() => ''), 'proc_req');
  const { sensor, actions } = await named('420003');
  expect(actions).toEqual(['info', 'processing', 'delete']);
  const process = (body: object) =>
    send('POST', `/sensors/${sensor.deseId}/processing`, {
      ...{ deviceType: '33', deviceFunction: '35', funcType: 'stationary', eventConfig: sensor.eventConfig },
      ...body,
    });
  expect(await process({ funcType: null })).toMatchObject({ body: { errors: [{ path: 'funcType' }] } });
  expect(await process({ deviceFunction: '-1' })).toMatchObject({
    body: { errors: [{ path: 'deviceFunction' }] },
  });
  expect((await process({})).status).toBe(200);
  await untilAsked(() => statusOf('420003'), 'ok');
  expect((await named('420003')).sensor).toMatchObject({
    functionType: 'stationary',
    function: { code: '35' },
  });
  expect((await process({})).body).toMatchObject({ code: 'commandUnderWay' });
});

test('[D7.054 D2.080] a unit that is asked to sync reports all of its sensors; what it left out is gone', async () => {
  await server.db.update(sensors).set({ gatewayId: 'gone' }).where(ofUnit('4100040'));
  expect((await send('POST', '/sensors/sync')).status).toBe(200);
  expect(await get('/sensors')).toMatchObject({ isSyncing: true });
  await untilAsked(
    async () => (await shown()).map(({ sensor }) => sensor.gatewayId).sort(),
    ['4100010', '4100020', '4100030', '4100040'],
  );
});

test('[D7.068 D7.069 D7.001 D4.061 D4.062 D4.066 D3.051] a walk test measures each sensor while it runs, and is told to those who follow', async () => {
  const client = await follow('walkTest');
  expect((await walkTest()).sensors.map(({ signalStrength }) => signalStrength)).toEqual([null, null, null, null]);
  expect(await send('POST', '/walk_test/start')).toMatchObject({ body: { state: 'starting' } });
  await untilAsked(async () => (await walkTest()).sensors.every((row) => row.signalStrength !== null), true);
  const { sensors: told } = JSON.parse((await client.next('MESSAGE')).body) as { sensors: object[] };
  expect(told[0]).toMatchObject({ gatewayId: expect.stringMatching(/^4100/), time: clock.now() });
  expect((await walkTest()).sensors).toContainEqual({
    gatewayId: '4100010',
    name: 'Inngangsdør',
    sensorTypeCode: 'magnetic',
    sensorTypeName: 'doorContact',
    dect: false,
    signalStrength: 8,
    date: localDate(clock.now(), 'Europe/Oslo'),
    time: clock.now(),
  });
  expect(await send('POST', '/walk_test/stop')).toMatchObject({ body: { state: 'ending' } });
  await untilAsked(async () => (await walkTest()).state, 'idle');
});

test('[D3.049] a row of a walk test has the eight fields, its date is the day of the customer, and a DECT unit is one', async () => {
  await server.db
    .update(sensors)
    .set({ typeCode: '65', walkStrength: 6, walkAt: new Date('2026-01-14T23:30:00Z') })
    .where(ofUnit('4100040'));
  expect((await walkTest()).sensors.find((row) => row.gatewayId === '4100040')).toEqual({
    gatewayId: '4100040',
    name: 'Alarmsmykke',
    sensorTypeCode: 'wireless',
    sensorTypeName: 'dectMounted',
    signalStrength: 6,
    date: '2026-01-15',
    time: Date.UTC(2026, 0, 14, 23, 30),
    dect: true,
  });
  expect((await walkTest()).sensors.find((row) => row.gatewayId === '4100010')).toMatchObject({
    date: null,
    time: null,
  });
});

test('[D3.050] in a walk test a sensor is an alarm, magnetic, wireless or plug one, by its type', async () => {
  for (const [gatewayId, typeCode] of Object.entries({
    4100010: '7',
    4100020: '4',
    4100030: '67',
    4100040: '78',
  }))
    await server.db.update(sensors).set({ typeCode }).where(ofUnit(gatewayId));
  const codes = (await walkTest()).sensors.map(({ gatewayId, sensorTypeCode }) => [gatewayId, sensorTypeCode]);
  expect(codes.sort()).toEqual([
    ['4100010', 'alarm'],
    ['4100020', 'magnetic'],
    ['4100030', 'wireless'],
    ['4100040', 'stikk'],
  ]);
});

test('[D4.063] a walk test is over after its seconds', async () => {
  await send('POST', '/walk_test/start');
  await untilAsked(async () => (await walkTest()).state, 'active');
  expect((await walkTest()).remaining).toBe(1800);
  clock.advance(1_800_000);
  expect(await walkTest()).toMatchObject({ state: 'idle', remaining: 0 });
});

test('[D7.046] the functions of a type are those of the catalogue', async () => {
  const functions = async (type: string) =>
    (await server.call('GET', `/ajax/sensor_types/${type}/functions`, { as: cookie })).body;
  expect(await functions('33')).toEqual({
    functions: ['generic', '33', '34', '35', '36', 'medicalAlarm', 'custom'],
  });
  expect(await functions('999')).toEqual({ functions: [] });
});

test('hardware without sensors has no such calls, and the sensors of a wearer are gone when the unit is handed over', async () => {
  const other = await createDevice(server.db, { custId, dehaId: 23 });
  const answer = await server.call('GET', `/ajax/devices/${other.deviId}/sensors`, { as: cookie });
  expect(answer).toMatchObject({ status: 403, body: { code: 'notAllowed' } });
  await server.db.transaction((tx) => beginAssignment(tx, { deviId, custId, at: new Date(clock.now()) }));
  expect(await shown()).toEqual([]);
});

test('a sensor with a low battery is a warning of its unit until it is well', async () => {
  await server.db.update(sensors).set({ status: 'low_battery' }).where(ofUnit('4100040'));
  const flags = async () => (await server.db.select().from(devices).where(eq(devices.deviId, deviId)))[0]?.flags ?? [];
  await server.db
    .update(devices)
    .set({ flags: ['sensorLowBattery'] })
    .where(eq(devices.deviId, deviId));
  await send('POST', '/sensors/sync');
  await untilAsked(async () => (await flags()).includes('sensorLowBattery'), false);
});

test('who changed which sensor is in the audit log', async () => {
  const { sensor } = await named('Inngangsdør');
  await send('PUT', `/sensors/${sensor.deseId}/name`, { name: 'Ny' });
  await send('POST', '/sensors/sync');
  const actions = (await server.db.select().from(auditEntries).where(eq(auditEntries.deviId, deviId))).map(
    ({ action }) => action,
  );
  expect(actions).toEqual(expect.arrayContaining(['sensor.read', 'sensor.changed', 'sensor.synced']));
});

test('[D2.082 D3.033 D4.037 D4.042] of base stations and wristbands only saved ones are listed, connected or disconnected', async () => {
  const kept = { deviId, connected: true, status: 'ok' as const };
  await server.db.insert(sensors).values([
    { ...kept, gatewayId: 'W1', typeCode: 'Wristband', name: 'Armbånd', saved: true },
    { ...kept, gatewayId: 'B1', typeCode: 'BaseStation', name: 'Base', saved: true, connected: false },
    { ...kept, gatewayId: 'W2', typeCode: 'Wristband', name: 'Nabo', saved: false },
  ]);
  expect(await named('Armbånd')).toMatchObject({
    type: 'Wristband',
    actions: ['delete'],
    sensor: { status: { key: 'connected' } },
  });
  expect(await named('Base')).toMatchObject({
    type: 'BaseStation',
    actions: ['delete'],
    sensor: { status: { key: 'disconnected' } },
  });
  expect((await shown()).map(({ sensor }) => sensor.name)).not.toContain('Nabo');
  const unsaved = await get<{ sensors: LearningSensor[] }>('/sensors/unsaved');
  expect(unsaved.sensors).toEqual([]); // it was never heard while the unit learned
});

test('[D7.056] the type of a sensor is edited, and waits for the unit', async () => {
  const { sensor } = await named('Inngangsdør');
  expect(await send('PUT', `/sensors/${sensor.deseId}/type`, { deviceType: '5' })).toMatchObject({
    status: 200,
    body: { updating: true, sensor: { type: { code: '5' } } },
  });
  expect((await send('PUT', `/sensors/${sensor.deseId}/type`, { deviceType: '999' })).status).toBe(400);
  await untilAsked(() => statusOf('Inngangsdør'), 'ok');
  expect((await named('Inngangsdør')).sensor.type.code).toBe('5');
});

test('[D4.036] sensors with errors come first in the list, the worst at the top', async () => {
  const errors = ['tamper', 'low_battery', 'out_of_order', 'not_found'] as const;
  const ids = ['4100010', '4100020', '4100030', '4100040'];
  for (const [at, status] of errors.entries())
    await server.db
      .update(sensors)
      .set({ status })
      .where(ofUnit(ids[at] ?? ''));
  expect((await shown()).map(({ sensor }) => sensor.gatewayId)).toEqual(ids.toReversed());
});

test('what fails to reach a sensor is shown as a control error until the sensor is heard again', async () => {
  await send('POST', '/sensors', { serialNumber: 'X1', name: 'Ny' });
  const { sensor } = await named('Inngangsdør');
  await send('PUT', `/sensors/${sensor.deseId}/name`, { name: 'Dør' });
  await server.db.execute(sql`update commands set state = 'expired', reason = 'notConnected',
    ended_at = ${new Date(clock.now() + 1000).toISOString()} where devi_id = ${deviId} and state = 'pending'`);
  expect(await statusOf('Dør')).toBe('control_error');
  expect(await named('Ny')).toMatchObject({ saved: false, actions: ['info', 'delete'] });
  clock.advance(60_000);
  unit.say('door');
  await expect.poll(() => statusOf('Dør')).toBe('ok');
});

test('a sensor that the unit only heard cannot be renamed: it has no name until it is added', async () => {
  await send('POST', '/local_learning/start');
  await untilAsked(async () => (await learning()).sensors.length, 3);
  const [heard] = await server.db.select().from(sensors).where(ofUnit('4200010'));
  const answer = await send('PUT', `/sensors/${heard?.deseId}/name`, { name: 'Nabo' });
  expect([heard?.name, answer.status, answer.body.code]).toEqual(['', 404, 'notFound']);
});

test('what waits for the sensors of a unit is cancelled when it is handed over', async () => {
  const { sensor } = await named('Inngangsdør');
  await send('PUT', `/sensors/${sensor.deseId}/name`, { name: 'Ny' });
  await server.db.transaction((tx) => beginAssignment(tx, { deviId, custId, at: new Date(clock.now()) }));
  const rows = await queryRows<{ state: string; reason: string }>(
    server.db,
    sql`select state, reason from commands where devi_id = ${deviId}`,
  );
  expect(rows).toEqual([{ state: 'cancelled', reason: 'handedOver' }]);
});
