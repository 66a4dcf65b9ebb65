import { hardwareById } from '@varde/catalogue/hardware/index';
import { type ProtocolKey, registrationProtocol } from '@varde/catalogue/protocols';
import type { SettingValues } from '@varde/catalogue/settings/types';
import { createVirtualDevice, type VirtualDevice } from '@varde/simulator/devices/virtual-device';
import { createCustomer, createUser } from '@varde/testing/factories';
import { freePort } from '@varde/testing/free-port';
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
    osmand: 0,
    http: await freePort(),
    mqtt: await freePort(),
  };
  server = await startTestServer({
    environment: {
      VARDE_EVIEW_PORT: `${ports.eview}`,
      VARDE_WATCH_PORT: `${ports.watch}`,
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
