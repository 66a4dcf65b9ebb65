import { type HardwareId, hardwareById } from '@varde/catalogue/hardware/index';
import { type ProtocolKey, registrationProtocol } from '@varde/catalogue/protocols';
import { type KnownSetting, settingsOfType } from '@varde/catalogue/settings/settings-for';
import type { SettingValue } from '@varde/catalogue/settings/types';
import { createVirtualDevice } from '@varde/simulator/devices/virtual-device';
import { createCustomer, createUser } from '@varde/testing/factories';
import { freePort } from '@varde/testing/free-port';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The whole of Varde on real sockets: what is saved on a form reaches a simulated unit, which reports it back. */
let server: TestServer;
let ports: Partial<Record<ProtocolKey, number>>;
let custId: number;
let admin: string;
let nurse: string;

beforeAll(async () => {
  ports = { mqtt: await freePort() };
  server = await startTestServer({ environment: { VARDE_MQTT_PORT: `${ports.mqtt}` } });
  await server.app.start();
  custId = await createCustomer(server.db, { firmName: 'Solvik sykehjem' });
  admin = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: null }));
  nurse = await server.loginAs(await createUser(server.db, { role: 'RESTRICTED_USER', custId }));
});
afterAll(() => server.close());

let registrations = 0;
/** A unit that is registered in the console. */
async function registered(dehaId: HardwareId) {
  const hardware = hardwareById(dehaId);
  if (hardware === undefined) throw new Error(`no hardware ${dehaId}`);
  registrations += 1;
  const { key: protocol, identity: form } = registrationProtocol(hardware);
  const identity = form.specimen.replace(/\d{4}$/, String(registrations).padStart(4, '0'));
  const unit = { dehaId, identity, phone: '' };
  const { body } = await server.call('POST', '/ajax/devices', {
    as: admin,
    body: { deviceSerialNumber: `K${registrations}`, deviceName: hardware.name, custId, twinOf: null, unit },
  });
  return { hardware, protocol, identity, token: body.token, url: `/ajax/devices/${body.deviId}/settings` };
}

/** A registered unit that is switched on. */
async function switchedOn(dehaId: HardwareId) {
  const { hardware, protocol, identity, token, url } = await registered(dehaId);
  const address = { protocol, host: '127.0.0.1', port: ports[protocol] ?? 0 };
  const wire = createVirtualDevice({ ...address, identity, token, homeUnit: dehaId, home: null });
  await wire.connect();
  return { wire, hardware, url };
}

/** Another value than the default. */
function changed(definition: KnownSetting): SettingValue {
  if (definition.kind === 'toggle') return !definition.default;
  if (definition.kind === 'choice')
    return definition.options.map(({ value }) => value).find((value) => value !== definition.default) ?? '';
  if (definition.kind === 'integer') return definition.max;
  throw new Error(`home units have no setting of the kind ${definition.kind} yet`);
}

interface State {
  key: string;
  reported: SettingValue | null;
  deviates: boolean;
  delivery: { state: string } | null;
}

/** What the unit has reported, with the states in which commands are that it has not confirmed. */
async function reportedOf(url: string) {
  const { settings } = (await server.call('GET', url, { as: nurse })).body as { settings: State[] };
  const states = settings.flatMap(({ delivery }) => (delivery === null ? [] : delivery.state));
  return {
    unconfirmed: states.filter((state) => state !== 'confirmed'),
    deviating: settings.filter(({ deviates }) => deviates).map(({ key }) => key),
    reported: Object.fromEntries(settings.map(({ key, reported }) => [key, reported])),
  };
}

test.each([13, 22, 26, 32, 33, 44] as const)(
  'each setting of hardware %i that is saved reaches the unit, and comes back as the unit reports it',
  async (dehaId) => {
    const { wire, hardware, url } = await switchedOn(dehaId);
    const own = settingsOfType(hardware).filter(({ keptByServer, shownWhen }) => !keptByServer && !shownWhen);
    const values = Object.fromEntries(own.map((definition) => [definition.key, changed(definition)]));
    /** It asks for commands, and reports what was changed: once at a time, so that it repeats nothing that is out of date. */
    const ask = () => wire.unacknowledged.length === 0 && wire.say('sensors');
    const hasReported = async () => {
      ask();
      return Object.values((await reportedOf(url)).reported).some((value) => value !== null);
    };
    await expect.poll(hasReported).toBe(true);
    expect((await server.call('PUT', url, { as: nurse, body: { values } })).status).toBe(200);
    const seen = async () => {
      ask();
      return await reportedOf(url);
    };
    await expect
      .poll(seen, { timeout: 30_000, interval: 50 })
      .toMatchObject({ unconfirmed: [], deviating: [], reported: values });
    expect(wire.settings).toMatchObject(values);
    wire.close();
  },
);

test.each([
  [13, { callbackTimer: 900 }, 'notAnOption'],
  [32, { callbackTimer: 0 }, 'notAnOption'],
  [33, { volumeLevel: 6 }, 'tooLarge'],
  [26, { volumeLevel: 0 }, 'tooSmall'],
  [32, { guardTime: 240 }, 'notAnOption'],
  [33, { localLearning: true }, 'unknownSetting'],
  [13, { userInactivityLimit: 12 }, 'unknownSetting'],
] as const)('hardware %i is not given %j, which other hardware has', async (dehaId, values, message) => {
  const { url } = await registered(dehaId);
  const { status, body } = await server.call('PUT', url, { as: nurse, body: { values } });
  expect([status, body.errors]).toEqual([400, [{ path: `values.${Object.keys(values)[0]}`, message }]]);
});
