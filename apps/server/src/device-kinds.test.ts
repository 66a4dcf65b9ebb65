import { hardwareById } from '@varde/catalogue/hardware/index';
import { type ProtocolKey, registrationProtocol } from '@varde/catalogue/protocols';
import type { SettingValues } from '@varde/catalogue/settings/types';
import { buildFrame } from '@varde/protocols/eview/index';
import { createVirtualDevice, type VirtualDevice } from '@varde/simulator/devices/virtual-device';
import { DeviceSocket } from '@varde/testing/device-socket';
import { createCustomer, createUser } from '@varde/testing/factories';
import { freePort } from '@varde/testing/free-port';
import { eviewAck, watchFrame } from '@varde/testing/gateway';
import { MqttDevice } from '@varde/testing/mqtt-device';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

/** The whole of Varde on real sockets: devices are registered, seen and configured as users do. */
let server: TestServer;
let ports: { [K in ProtocolKey]: number };
let custId: number;
const as = { admin: '', nurse: '', stranger: '' };
const wires: VirtualDevice[] = [];

beforeAll(async () => {
  ports = {
    eview: await freePort(),
    watch: await freePort(),
    osmand: await freePort(),
    http: await freePort(),
    mqtt: await freePort(),
  };
  server = await startTestServer({
    environment: {
      VARDE_EVIEW_PORT: `${ports.eview}`,
      VARDE_WATCH_PORT: `${ports.watch}`,
      VARDE_OSMAND_PORT: `${ports.osmand}`,
      VARDE_DEVICE_HTTP_PORT: `${ports.http}`,
      VARDE_MQTT_PORT: `${ports.mqtt}`,
    },
  });
  await server.app.start();
  const { db } = server;
  custId = await createCustomer(db, { firmName: 'Solvik sykehjem' });
  const foreign = await createCustomer(db, { firmName: 'Fremmed' });
  as.admin = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: null }));
  as.nurse = await server.loginAs(await createUser(db, { role: 'RESTRICTED_USER', custId }));
  as.stranger = await server.loginAs(await createUser(db, { role: 'FIRM', custId: foreign }));
});
afterAll(() => server.close());
afterEach(() => {
  for (const wire of wires.splice(0)) wire.close();
});

interface Unit {
  deviId: number;
  identity: string;
  token: string;
  protocol: ProtocolKey;
}

let registered = 0;
/** Registers a unit in the console, with an identity that its protocol accepts. */
async function register(dehaId: number): Promise<Unit> {
  registered += 1;
  const hardware = hardwareById(dehaId);
  if (hardware === undefined) throw new Error(`no hardware ${dehaId}`);
  const { key, identity: form } = registrationProtocol(hardware);
  const identity = form.specimen.replace(/\d{4}$/, String(registered).padStart(4, '0'));
  const unit = { dehaId, identity, phone: '' };
  const { status, body } = await server.call('POST', '/ajax/devices', {
    as: as.admin,
    body: { deviceSerialNumber: `K${registered}`, deviceName: hardware.name, custId, twinOf: null, unit },
  });
  expect(status).toBe(200);
  return { deviId: body.deviId, identity, token: body.token ?? '', protocol: key };
}

const listed = async (who: string) => (await server.call('GET', '/ajax/devices', { as: who })).body.devices;
const rowOf = async ({ deviId }: Unit, who = as.nurse) =>
  (await listed(who)).find((row: { deviId: number }) => row.deviId === deviId);
const settings = ({ deviId }: Unit) => `/ajax/devices/${deviId}/settings`;
const save = (unit: Unit, values: SettingValues) =>
  server.call('PUT', settings(unit), { as: as.nurse, body: { values } });
async function settingOf(unit: Unit, key: string) {
  const { body } = await server.call('GET', settings(unit), { as: as.nurse });
  return body.settings.find((setting: { key: string }) => setting.key === key);
}
async function resetAlarmOf({ deviId }: Unit): Promise<void> {
  const { alarms } = (await server.call('GET', '/ajax/alarms', { as: as.nurse })).body;
  const { alarmId, claimedAt, signalCount } = alarms.find((alarm: { deviId: number }) => alarm.deviId === deviId);
  const body = { claimedAt, signalCount, handledBy: 'Nattevakt', outcome: 'falseAlarm' };
  expect((await server.call('POST', `/ajax/alarms/${alarmId}/reset`, { as: as.nurse, body })).status).toBe(200);
}

describe.each([
  ['a trigger unit', 23, { heartbeatInterval: 30 }],
  ['a tracker', 31, { trackingInterval: 600 }],
  ['a watch', 34, { trackingInterval: 600 }],
  ['a home unit', 13, { batteryThreshold: 40 }],
  ['a home unit DT35', 22, { batteryThreshold: 40 }],
  ['a home unit Max', 26, { batteryThreshold: 10 }],
  ['a home unit STCB1', 32, { batteryThreshold: 30 }],
  ['a home unit STCB3', 33, { batteryThreshold: 40 }],
] as const)('%s', (_, dehaId, values: SettingValues) => {
  /** What the unit sends is committed when it is acknowledged. */
  async function sends(wire: VirtualDevice, kind: 'heartbeat' | 'sos'): Promise<void> {
    const acknowledged = new Promise<void>((resolve) => {
      const stop = wire.subscribe(({ type }) => {
        if (type !== 'acknowledged' || wire.unacknowledged.length > 0) return;
        stop();
        resolve();
      });
    });
    wire.say(kind);
    await acknowledged;
  }

  test('is registered, listed with its status, heard, configured and its alarm handled [C0.01 C1.01 D0.001]', async () => {
    const unit = await register(dehaId);
    const detyName = hardwareById(dehaId)?.detyName;
    expect(await rowOf(unit)).toMatchObject({ detyName, status: 'neverUsed', lastMsgIn: null });
    expect(await rowOf(unit, as.stranger)).toBeUndefined();

    const { identity, token, protocol } = unit;
    const address = { host: '127.0.0.1', port: ports[protocol], protocol };
    const wire = createVirtualDevice({ ...address, identity, token, home: null });
    wires.push(wire);
    await wire.connect();
    await sends(wire, 'heartbeat');
    expect(await rowOf(unit)).toMatchObject({
      status: 'clear',
      lastMsgIn: expect.any(Number),
      battery: expect.any(Number),
    });

    const [[key, value] = ['', 0]] = Object.entries(values);
    expect((await save(unit, values)).status).toBe(200);
    expect(await settingOf(unit, key)).toMatchObject({ desired: value, changeable: true });

    await sends(wire, 'sos');
    expect(await rowOf(unit)).toMatchObject({ status: 'alarm', alarmWarning: true });
    await resetAlarmOf(unit);
    expect(await rowOf(unit)).toMatchObject({ status: 'clear', alarmWarning: false });
  });
});

describe.each([13, 22, 26, 32, 33])('home unit %i', (dehaId) => {
  let unit: Unit;
  async function send(message: object, { identity, token } = unit): Promise<void> {
    const device = await MqttDevice.connect({ port: ports.mqtt, identity, token });
    await device.send(message);
    await device.close();
  }
  async function statusAt(level: number): Promise<string> {
    await send({ battery: { level } });
    return (await rowOf(unit)).status;
  }

  test('is heard with its own token alone, over MQTT [C1.02]', async () => {
    unit = await register(dehaId);
    const other = await register(dehaId);
    expect(unit.token).toMatch(/^\S{20,}$/);
    await expect(send({ events: ['alarm'] }, { ...unit, token: other.token })).rejects.toThrow('refused');
    expect(await rowOf(unit)).toMatchObject({ status: 'neverUsed', lastMsgIn: null });
    const { low, high } = hardwareById(dehaId)?.signalScale ?? { low: 0, high: 0 };
    await send({ signal: low });
    expect(await rowOf(unit)).toMatchObject({ gsmStrength: low, lastMsgIn: expect.any(Number) });
    await send({ signal: high });
    expect(await rowOf(unit)).toMatchObject({ gsmStrength: high });
  });

  test('warns of its battery at the threshold that is saved for it, at once and with each message [C1.01 C1.02]', async () => {
    unit = await register(dehaId);
    const untouched = await register(dehaId);
    expect(await statusAt(35)).toBe('clear');
    expect((await save(unit, { batteryThreshold: 25 })).status).toBe(400);
    expect((await save(unit, { batteryThreshold: 40 })).status).toBe(200);
    expect(await rowOf(unit)).toMatchObject({ status: 'battery', batteryWarning: true });
    expect(await statusAt(44)).toBe('battery');
    expect(await statusAt(45)).toBe('clear');
    expect(await statusAt(41)).toBe('clear');
    expect(await statusAt(40)).toBe('battery');
    expect((await save(unit, { batteryThreshold: 10 })).status).toBe(200);
    expect((await rowOf(unit)).status).toBe('clear');
    expect(await statusAt(11)).toBe('clear');
    expect(await statusAt(10)).toBe('battery');
    unit = untouched;
    expect(await statusAt(21)).toBe('clear');
    expect(await statusAt(20)).toBe('battery');
  });

  test('keeps its threshold in Varde: nothing is sent, and nothing is called confirmed', async () => {
    unit = await register(dehaId);
    const { body } = await save(unit, { batteryThreshold: 30 });
    const kept = { desired: 30, reported: null, delivery: null };
    expect(body.settings).toContainEqual(expect.objectContaining({ key: 'batteryThreshold', ...kept }));
    const commands = `/ajax/devices/${unit.deviId}/commands`;
    expect((await server.call('GET', commands, { as: as.nurse })).body.commands).toEqual([]);
    expect(await settingOf(unit, 'batteryThreshold')).toMatchObject(kept);
  });

  test('shows a failed self-check, a power failure and an alarm in the list, until each is over [C1.01 C1.02]', async () => {
    unit = await register(dehaId);
    const after = async (event: string) => {
      await send({ events: [event] });
      return (await rowOf(unit)).status;
    };
    expect(await after('powerFailure')).toBe('powerFailure');
    expect(await after('powerRestored')).toBe('clear');
    expect(await after('selfCheckFailed')).toBe('selfCheck');
    expect(await after('alarm')).toBe('alarm');
    await resetAlarmOf(unit);
    expect((await rowOf(unit)).status).toBe('selfCheck');
    expect(await after('selfCheckOk')).toBe('clear');
  });
});

describe('a device that says what Varde does not understand', () => {
  const page = async ({ deviId }: Unit, who = as.nurse) =>
    (await server.call('GET', `/ajax/devices/${deviId}`, { as: who })).body;
  const words = async (unit: Unit): Promise<string[]> =>
    (await page(unit)).unknownWords.map(({ word }: { word: string }) => word);
  /** Frames over TCP, which are committed when this many bytes have come back. */
  async function say(port: number, frames: (Uint8Array | string)[], bytes: number): Promise<void> {
    const socket = await DeviceSocket.connect(port);
    for (const frame of frames) socket.send(frame);
    await socket.bytes(bytes);
    socket.socket.destroy();
  }

  test('over MQTT has the topics of others on its page, its last will among them, each once and cut', async () => {
    const unit = await register(13);
    const { identity, token } = unit;
    const will = { topic: 'tele/unit/LWT', payload: Buffer.from('Offline'), qos: 1, retain: false } as const;
    const login = { port: ports.mqtt, identity, token };
    const device = await MqttDevice.dial({ ...login, options: { will } });
    await device.client.subscribeAsync('cmnd/#').catch(() => undefined);
    for (const topic of ['tele/STATE', 'tele/STATE', `tele/${'x'.repeat(200)}`])
      await device.client.publishAsync(topic, '{"Uptime":1}', { qos: 1 });
    await device.send({ fallsensor: 1, battery: { level: 80 } });
    await expect.poll(() => words(unit)).toHaveLength(5);
    expect((await words(unit)).sort()).toEqual([
      ...['PUBLISH tele/STATE', `PUBLISH tele/${'x'.repeat(51)}`, 'SUBSCRIBE cmnd/#', 'WILL tele/unit/LWT'],
      'fallsensor',
    ]);
    expect((await page(unit)).unknownWords[0]).toMatchObject({ at: expect.any(Number) });
    await device.close();
  });

  test('has the words of a watch on its page, and not those that Varde knows', async () => {
    const unit = await register(34);
    const frame = (content: string) => watchFrame(content, unit.identity);
    const said = ['LK', 'HJERTE,71', 'VERNO,G29_V1.00', 'CONFIG,TY:g29,XY:1', 'LÅ,1', 'LK'].map(frame);
    await say(ports.watch, said, 2 * frame('LK').length);
    // In any order: they come in the same millisecond.
    await expect.poll(async () => (await words(unit)).toSorted()).toEqual(['HJERTE', 'LÅ']);
  });

  test('has the items of a pendant on its page', async () => {
    const unit = await register(23);
    const items = [
      { type: 'deviceId', id: unit.identity },
      { type: 'unknown', key: 0x7d, value: '01' },
    ];
    const frame = buildFrame({ command: 'data', items } as Parameters<typeof buildFrame>[0], 1, true);
    await say(ports.eview, [Buffer.from(frame)], eviewAck(1).length);
    expect(await words(unit)).toEqual(['item7d']);
  });

  test('that invents words has the last twenty of them on its page, and a page of another device has none', async () => {
    const [unit, other] = [await register(13), await register(13)];
    const device = await MqttDevice.dial({ port: ports.mqtt, identity: unit.identity, token: unit.token });
    for (let number = 0; number < 40; number++) await device.send({ [`ord${number}`]: 1 });
    expect(await words(unit)).toEqual(Array.from({ length: 20 }, (_, index) => `ord${39 - index}`));
    expect(await words(other)).toEqual([]);
    expect((await server.call('GET', `/ajax/devices/${unit.deviId}`, { as: as.stranger })).status).toBe(404);
    await device.close();
  });
});

describe('what is asked of a device over HTTP', () => {
  const actions = ['sync', 'reboot', 'factoryReset'] as const;
  const page = async ({ deviId }: Unit) => (await server.call('GET', `/ajax/devices/${deviId}`, { as: as.admin })).body;
  const ask = ({ deviId }: Unit, action: string) =>
    server.call('POST', `/ajax/devices/${deviId}/actions/${action}`, { as: as.admin });

  test.each([
    ['Help', 20],
    ['Analog Turbo', 7],
  ])(
    'a %s fetches its restart, its reset and the question for its settings with its next request, and confirms each',
    async (_, dehaId) => {
      const unit = await register(dehaId);
      const say = async (message: object) => {
        const answer = await fetch(`http://127.0.0.1:${ports.http}/v1/messages`, {
          method: 'POST',
          headers: { authorization: `Bearer ${unit.token}` },
          body: JSON.stringify({ device: unit.identity, ...message }),
        });
        expect(answer.status).toBe(200);
        return answer.text();
      };
      expect((await page(unit)).actions).toEqual(expect.arrayContaining([...actions]));
      for (const action of actions) {
        expect((await ask(unit, action)).status).toBe(200);
        const [{ ref, command }] = JSON.parse(await say({ poll: true })).commands;
        expect(command).toBe(action === 'sync' ? 'readSettings' : action);
        await say({ confirmations: [{ ref, ok: true }] });
      }
      const { commands } = (await server.call('GET', `/ajax/devices/${unit.deviId}/commands`, { as: as.admin })).body;
      expect(commands.map(({ state }: { state: string }) => state)).toEqual(actions.map(() => 'confirmed'));
    },
  );

  test('an app over OsmAnd is offered none of it, and none is queued for it: its answers are empty', async () => {
    const unit = await register(2);
    const { identity, token } = unit;
    const place = new URLSearchParams({ id: identity, token, lat: '59.9', lon: '10.7' });
    expect((await page(unit)).actions).toEqual([]);
    for (const action of [...actions, 'startTracking']) expect((await ask(unit, action)).status).toBe(403);
    const answer = await fetch(`http://127.0.0.1:${ports.osmand}/?${place}`);
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });
});
