import { selfCheckLimit } from '@varde/catalogue/contact';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { type ProtocolKey, registrationProtocol } from '@varde/catalogue/protocols';
import { buildFrame } from '@varde/protocols/eview/index';
import { protocolModules } from '@varde/protocols/index';
import { DeviceSocket } from '@varde/testing/device-socket';
import { speaksHttp } from '@varde/testing/factories';
import { type FeatureApi, openFeatureApi, testCustomers } from '@varde/testing/feature-api';
import { eviewAck, watchFrame } from '@varde/testing/gateway';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addIdentity } from '#domain/devices/identities.ts';
import { registerDevice } from '#domain/devices/register-device.ts';
import { deviceIdentities, devices } from '#domain/devices/tables.ts';
import { beginAssignment } from '#domain/life/begin-assignment.ts';
import { deviceSettings } from '#domain/settings/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { createLog } from '#platform/log/log.ts';
import { createDevicesFeature } from './features/devices/index.ts';
import { createGateway } from './gateway/create-gateway.ts';
import type { GatewayServer } from './gateway/stream-server.ts';
import { connectionCheck } from './jobs/connection-check.ts';
import { inactivityCheck } from './jobs/inactivity-check.ts';
import type { Job } from './jobs/job.ts';
import { createJobContext } from './jobs/job-context.ts';
import { offlineCheck } from './jobs/offline-check.ts';
import { selfCheckDue } from './jobs/self-check-due.ts';

/** From the socket of a gateway, and the time that passes, to the list of the console. */
let api: FeatureApi;
let processing: TestProcessing;
let servers: Record<'eview' | 'watch' | 'http', GatewayServer>;
const log = createLog({ level: 'silent' });
const sockets: DeviceSocket[] = [];

beforeAll(async () => {
  api = await openFeatureApi(createDevicesFeature);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.clear();
  processing = await startProcessing(api.db);
  const { bus, clock } = processing;
  const serve = (key: ProtocolKey) =>
    createGateway(protocolModules[key], { gatewayId: 'test', bus, clock, log, port: 0, host: '127.0.0.1' });
  servers = { eview: serve('eview'), watch: serve('watch'), http: serve('http') };
  for (const server of Object.values(servers)) await server.start();
});
afterEach(async () => {
  for (const { socket } of sockets.splice(0)) socket.destroy();
  for (const server of Object.values(servers)) await server.stop();
  await processing.runner.stop();
});

const hour = 3_600_000;
const minute = 60_000;
let number = 0;

interface Unit {
  deviId: number;
  identity: string;
  token: string;
}

async function register(dehaId: number): Promise<Unit> {
  number += 1;
  const hardware = hardwareById(dehaId);
  if (hardware === undefined) throw new Error(`no hardware ${dehaId}`);
  const form = registrationProtocol(hardware).identity.specimen;
  const identity = form.replace(/\d{4}$/, String(number).padStart(4, '0'));
  const texts = { deviceName: `Enhet ${number}`, deviceSerialNumber: `S${number}`, identity };
  const added = await registerDevice(api.db, { dehaId, custId: testCustomers.home, ...texts });
  const unit = { deviId: added?.deviId ?? 0, identity, token: added?.token ?? '' };
  if (registrationProtocol(hardware).key !== 'mqtt') return unit;
  return { ...unit, token: (await speaksHttp(api.db, unit)).token ?? '' };
}

async function run(job: Job): Promise<void> {
  const { bus, clock } = processing;
  const context = createJobContext({ db: api.db, bus, clock, log });
  await job.run({ ...context, steady: { read: () => ({ now: clock.now(), since: 0, setAt: null }) } });
}
const statusesAfter = async (job: Job) => {
  await run(job);
  return listed();
};
const rows = async (query = '') => (await api.call('nurse', 'GET', `/ajax/devices?${query}`)).body.devices;
/** The status of each device in the list. */
const listed = async (query = '') => (await rows(query)).map(({ status }: { status: string }) => status);
const pass = (ms: number) => processing.clock.advance(ms);
const setting = (deviId: number, key: string, desired: number | string) =>
  api.db
    .insert(deviceSettings)
    .values({ deviId, key, desired })
    .onConflictDoUpdate({ target: [deviceSettings.deviId, deviceSettings.key], set: { desired } });

async function post({ identity, token }: Unit, message: object): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${servers.http.port()}/v1/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ device: identity, ...message }),
  });
  expect(answer.status).toBe(200);
}

async function dial(server: keyof typeof servers): Promise<DeviceSocket> {
  const socket = await DeviceSocket.connect(servers[server].port());
  sockets.push(socket);
  return socket;
}

/** A record of a pendant, on a connection of its own. */
const moving = 0x200;
const charging = 0x10;
const gpsFix = 1;
let sequence = 0;
async function report({ identity: id }: Unit, bits: number, more: object[] = [], battery = 90): Promise<void> {
  sequence += 1;
  const time = Math.floor(processing.clock.now() / 1000);
  const items = [
    { type: 'deviceId', id },
    { type: 'status', time, bits: bits + battery * 2 ** 24 },
    ...more.map((item) => ({ time, ...item })),
  ];
  const socket = await dial('eview');
  socket.send(Buffer.from(buildFrame({ command: 'data', items } as Parameters<typeof buildFrame>[0], sequence, true)));
  await socket.bytes(eviewAck(1).length);
  socket.socket.destroy();
}
const at = (lat: number) => ({
  ...{ type: 'gps', lat, lng: 10.7, speed: 0, course: 0, altitude: 0, hdop: 1, odometer: 0, satellites: 8 },
});

describe('a device that is worn', () => {
  let unit: Unit;
  beforeEach(async () => {
    unit = await register(23);
    await report(unit, moving);
  });
  /** It reports that it is still, and has been for so long. */
  async function rests(ms: number): Promise<string[]> {
    pass(ms);
    await report(unit, 0);
    return statusesAfter(inactivityCheck);
  }

  test('is inactive when nobody has used it for a day, in the list and its filter, and active at once when it moves', async () => {
    expect(await rests(24 * hour - 1000)).toEqual(['clear']);
    expect(await listed('filter=static')).toEqual([]);
    expect(await rests(2000)).toEqual(['inactive']);
    expect(await listed('filter=static')).toEqual(['inactive']);
    expect(await listed('status=inactive')).toEqual(['inactive']);
    expect(processing.events.at(-1)).toMatchObject({ type: 'device', device: { inactiveWarning: true } });
    await report(unit, moving);
    expect(await listed()).toEqual(['clear']);
  });

  test.each<[string, number, object[]]>([
    ['a movement', moving, []],
    ['a press', 0, [{ type: 'alarm', bits: 0x1000 }]],
    ['steps', 0, [{ type: 'steps', steps: 40 }]],
    ['a pulse', 0, [{ type: 'heartRate', bpm: 70 }]],
    ['the charger', charging, []],
    ['another place', gpsFix, [at(59.92)]],
  ])('is not inactive after %s', async (_what, bits, more) => {
    await report(unit, gpsFix, [at(59.91), { type: 'steps', steps: 7 }]);
    pass(20 * hour);
    await report(unit, bits, more);
    await rests(20 * hour);
    expect((await rows())[0].inactiveWarning).toBe(false);
  });

  test('is inactive although it reports where it is, how its battery is, and that it is there', async () => {
    await report(unit, gpsFix, [at(59.91)]);
    for (let n = 0; n < 5; n++) {
      pass(6 * hour);
      await report(unit, gpsFix, [at(59.9101)], 90 - n);
    }
    expect(await statusesAfter(inactivityCheck)).toEqual(['inactive']);
  });

  test('is not judged while it is silent: that is another status', async () => {
    pass(48 * hour);
    expect(await statusesAfter(inactivityCheck)).toEqual(['clear']);
    await run(offlineCheck);
    expect(await statusesAfter(inactivityCheck)).toEqual(['offline']);
  });

  test('is judged by its own hours, and no longer flagged when they are extended', async () => {
    await setting(unit.deviId, 'staticTooLong', 48);
    expect(await rests(25 * hour)).toEqual(['clear']);
    expect(await rests(24 * hour)).toEqual(['inactive']);
    await setting(unit.deviId, 'staticTooLong', 168);
    expect(await statusesAfter(inactivityCheck)).toEqual(['clear']);
  });

  test('begins anew with its next wearer', async () => {
    expect(await rests(25 * hour)).toEqual(['inactive']);
    const handOver = {
      deviId: unit.deviId,
      custId: testCustomers.home,
      at: new Date(processing.clock.now()),
    };
    await api.db.transaction((tx) => beginAssignment(tx, handOver));
    expect(await listed()).toEqual(['clear']);
    expect(await rests(25 * hour)).toEqual(['clear']);
  });
});

test('[C4.04] a device of which no other status is true is clear, and stands in the list behind every other', async () => {
  const [calm, other] = [await register(23), await register(23)];
  for (const unit of [calm, other]) await report(unit, moving);
  expect(await listed()).toEqual(['clear', 'clear']);
  await report(other, moving, [], 10);
  const names = (await rows()).map(({ deviId, status }: { deviId: number; status: string }) => [deviId, status]);
  expect(names).toEqual([
    [other.deviId, 'battery'],
    [calm.deviId, 'clear'],
  ]);
  await report(other, moving);
  expect(await listed()).toEqual(['clear', 'clear']);
});

test('a device that has never said that somebody uses it is not judged', async () => {
  const unit = await register(23);
  await report(unit, 0);
  pass(48 * hour);
  await report(unit, 0);
  expect(await statusesAfter(inactivityCheck)).toEqual(['clear']);
});

describe('a home unit', () => {
  let unit: Unit;
  // 13:00 in Norway.
  beforeEach(async () => {
    unit = await register(13);
    await post(unit, { events: ['outOfBed'] });
    await api.db.update(devices).set({ flags: [], status: 'clear' });
  });
  /** Contact alone, after this time. */
  async function rests(ms: number): Promise<string[]> {
    pass(ms);
    await post(unit, {});
    return statusesAfter(inactivityCheck);
  }

  test('is not judged unless its hours are on', async () => {
    expect(await rests(40 * hour)).toEqual(['clear']);
  });

  test('is inactive when its sensors report nobody for the interval of its schedule, until a door opens', async () => {
    await setting(unit.deviId, 'inactivityFunction', 1);
    expect(await rests(4 * hour - 1000)).toEqual(['clear']);
    expect(await rests(1000)).toEqual(['inactive']);
    await post(unit, { sensors: [{ id: '4100010', battery: 80 }] });
    expect(await listed()).toEqual(['inactive']);
    await post(unit, { sensors: [{ id: '4100010', door: 'open' }] });
    expect(await listed()).toEqual(['clear']);
  });

  test('is not inactive at night, nor at once in the morning', async () => {
    await setting(unit.deviId, 'inactivityFunction', 1);
    await setting(unit.deviId, 'inactivityFromOne', '15:00');
    expect(await rests(5 * hour)).toEqual(['clear']); // 18:00, three hours of the schedule
    await post(unit, { events: ['pullCord'] });
    await api.db.update(devices).set({ flags: [], status: 'clear' });
    pass(5 * hour);
    expect(await rests(15 * hour)).toEqual(['clear']); // 14:00 of the next day
    expect(await rests(4.9 * hour)).toEqual(['clear']);
    expect(await rests(0.2 * hour)).toEqual(['inactive']);
  });

  test('has a second schedule over midnight, and none of it counts when its hours are off again', async () => {
    await setting(unit.deviId, 'inactivityFunction', 2);
    await setting(unit.deviId, 'inactivityIntervalOne', 43_200);
    await setting(unit.deviId, 'inactivityIntervalTwo', 3600);
    expect(await rests(9.9 * hour)).toEqual(['clear']); // 22:54
    expect(await rests(0.2 * hour)).toEqual(['inactive']);
    await setting(unit.deviId, 'inactivityFunction', 0);
    expect(await statusesAfter(inactivityCheck)).toEqual(['clear']);
  });
});

describe('a daily self-check', () => {
  test('[C9.30] that did not come within its limit, 25 hours, is a failed one, until the next', async () => {
    expect(selfCheckLimit).toEqual({ hours: 25 });
    const unit = await register(13);
    await post(unit, { events: ['selfCheckOk'] });
    pass(selfCheckLimit.hours * hour);
    await post(unit, {});
    expect(await statusesAfter(selfCheckDue)).toEqual(['clear']);
    pass(1);
    expect(await statusesAfter(selfCheckDue)).toEqual(['selfCheck']);
    expect(await listed('filter=selfCheck')).toEqual(['selfCheck']);
    expect(await listed('maintain=1')).toEqual(['selfCheck']);
    await post(unit, { events: ['selfCheckOk'] });
    expect(await listed()).toEqual(['clear']);
  });

  test('is not awaited from a device that has never sent one, nor while it is offline', async () => {
    const [never, unit] = [await register(13), await register(13)];
    await post(never, {});
    await post(unit, { events: ['selfCheckOk'] });
    pass(30 * hour);
    await run(offlineCheck);
    expect(await statusesAfter(selfCheckDue)).toEqual(['offline', 'offline']);
    await post(unit, {});
    pass(24 * hour);
    expect((await statusesAfter(selfCheckDue)).sort()).toEqual(['clear', 'offline']);
    pass(1.1 * hour);
    expect((await statusesAfter(selfCheckDue)).sort()).toEqual(['offline', 'selfCheck']);
  });
});

describe('a device that has lost its connection', () => {
  let unit: Unit;
  let phone: Unit;
  beforeEach(async () => {
    unit = await register(17); // contact every 10 minutes: 25 are too long
    const added = await addIdentity(api.db, { deviId: unit.deviId, protocol: 'http', identity: 'phone-1' });
    phone = { ...unit, identity: 'phone-1', token: added?.token ?? '' };
    const socket = await dial('watch');
    socket.send(watchFrame('LK', unit.identity));
    await socket.bytes(1);
    socket.socket.destroy();
    await vi.waitFor(async () => expect((await rows())[0].connected).toBe(false));
  });

  test('and still reports on another way has the status TCP disabled, logged, until it is back', async () => {
    pass(25 * minute + 1);
    expect(await statusesAfter(connectionCheck)).toEqual(['clear']);
    await post(phone, {});
    expect(await statusesAfter(connectionCheck)).toEqual(['tcpDisabled']);
    expect(await listed('filter=tcpDisabled')).toEqual(['tcpDisabled']);
    expect(await listed('maintain=1')).toEqual(['tcpDisabled']);
    expect(await api.db.select().from(transactions).where(eq(transactions.metyId, 115))).toHaveLength(1);
    await post(phone, {});
    expect(await statusesAfter(connectionCheck)).toEqual(['tcpDisabled']);
    const back = await dial('watch');
    back.send(watchFrame('LK', unit.identity));
    await back.bytes(1);
    expect(await listed()).toEqual(['clear']);
    expect(await api.db.select().from(deviceIdentities).where(eq(deviceIdentities.protocol, 'watch'))).toMatchObject([
      { lostAt: null },
    ]);
  });

  test('and is silent is offline, and one that reports again in time has no fault', async () => {
    pass(10 * minute);
    await post(phone, {});
    expect(await statusesAfter(connectionCheck)).toEqual(['clear']);
    pass(26 * minute);
    await run(offlineCheck);
    expect(await statusesAfter(connectionCheck)).toEqual(['offline']);
  });
});

describe('a device that was never in contact', () => {
  test('is that in the list, its filters and its files, and OK only when it has spoken', async () => {
    const unit = await register(13);
    expect(await listed()).toEqual(['neverUsed']);
    for (const query of ['filter=neverUsed', 'filter=clear', 'status=neverUsed'])
      expect(await listed(query)).toEqual(['neverUsed']);
    for (const query of ['filter=ok', 'status=clear']) expect(await listed(query)).toEqual([]);
    const file = await api.download('nurse', '/ajax/devices/export?timeZone=Europe/Oslo');
    expect(file.bytes.toString('utf16le')).toContain('Aldri i kontakt');
    await post(unit, {});
    for (const query of ['', 'filter=ok', 'filter=clear', 'status=clear'])
      expect(await listed(query)).toEqual(['clear']);
    expect(await listed('status=neverUsed')).toEqual([]);
    const lastOfDevice = processing.events.findLast(({ type }) => type === 'device');
    expect(lastOfDevice).toMatchObject({ device: { status: 'clear' } });
  });
});
