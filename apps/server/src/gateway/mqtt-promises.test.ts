import { topicOf } from '@varde/protocols/open/index';
import type { MqttDevice } from '@varde/testing/mqtt-device';
import { MqttSite } from '@varde/testing/mqtt-site';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { removeIdentity } from '#domain/devices/identities.ts';
import { devices } from '#domain/devices/tables.ts';
import { settingsOf } from '#domain/settings/device-settings.ts';
import type { OpenDatabase } from '#platform/database/database.ts';

/** What holds at the embedded broker and at one elsewhere. What only one of them can promise is in the files of each. */
let opened: OpenDatabase;
let site: MqttSite;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const places = [
  ['inside', 4],
  ['inside', 5],
  ['elsewhere', 4],
  ['elsewhere', 5],
] as const;

describe.each(places)('with the broker %s, version %i of the protocol', (place, version) => {
  beforeEach(async () => {
    await clearTables(opened.db);
    site = await MqttSite.start(opened.db, place);
  });
  afterEach(() => site.close());

  const connect = (of = site.device) => site.connect({ version }, of);
  /** What the broker does with a message that it does not take is its own matter. */
  const sendAnyway = (...[unit, ...message]: [MqttDevice, ...Parameters<MqttDevice['send']>]) =>
    unit.send(...message).catch(() => undefined);

  test.each([1, 2] as const)(
    'an alarm of QoS %i is raised for its device, and a repetition raises nothing',
    async (qos) => {
      const unit = await connect();
      const message = site.press();
      await unit.send(message, { qos });
      await vi.waitFor(async () =>
        expect(await site.openAlarms()).toMatchObject([{ deviId: site.device.deviId, metyId: 1, state: 'open' }]),
      );
      await unit.send(message, { qos });
      await unit.send(site.press(), { qos });
      await vi.waitFor(async () => expect(await site.signals()).toBe(2));
      expect(await site.openAlarms()).toHaveLength(1);
    },
  );

  test('an alarm of QoS 0 is raised', async () => {
    await (await connect()).send(site.press(), { qos: 0 });
    await vi.waitFor(async () => expect(await site.openAlarms()).toHaveLength(1));
  });

  test('a wrong token, another device’s, none and an unknown identity are refused alike', async () => {
    const refused = [{ token: 'wrong' }, { token: site.other.token ?? '' }, { token: '' }, { identity: 'nobody' }];
    for (const over of refused) await expect(site.connect({ version, ...over })).rejects.toThrow('refused');
    await connect();
    expect(await site.stored()).toEqual([]);
  });

  test('a position belongs to its own device, and to no other', async () => {
    await (await connect()).send({ position: { lat: 59.9139, lng: 10.7522 } });
    const places = () => opened.db.select({ deviId: devices.deviId, posLati: devices.posLati }).from(devices);
    await vi.waitFor(async () =>
      expect(await places()).toContainEqual({ deviId: site.device.deviId, posLati: 59.9139 }),
    );
    expect(await places()).toContainEqual({ deviId: site.other.deviId, posLati: null });
  });

  test('what a device sends in the topic of another one is stored for neither, as its last will neither', async () => {
    await sendAnyway(await connect(), site.press(), { of: site.other.identity });
    const payload = Buffer.from('{"events":["alarm"]}');
    const will = { topic: topicOf(site.other.identity, 'report'), payload, qos: 1, retain: false } as const;
    const willing = await site.connect({ version, options: { will } }).catch(() => null);
    willing?.drop();
    await (await connect(site.other)).send({ poll: true });
    await vi.waitFor(async () => expect(await site.isConnected(site.other)).toBe(true));
    expect(await site.openAlarms()).toEqual([]);
    expect(await site.stored()).toEqual([]);
  });

  test('a command comes to its connected device alone, and is confirmed by its number', async () => {
    const theirs = await connect(site.other);
    await theirs.client.subscribeAsync('varde/#').catch(() => undefined);
    const ref = String(await site.queue({ kind: 'startLearning', seconds: 180 }));
    const unit = await connect();
    await unit.send({ poll: true });
    await vi.waitFor(() => expect(unit.commands).toEqual([{ ref, command: { kind: 'startLearning', seconds: 180 } }]));
    expect(unit.topics).toEqual([topicOf(site.device.identity, 'commands')]);
    await expect.poll(() => site.states()).toEqual(['sent']);
    await unit.send({ confirmations: [{ ref, ok: true }] }, { name: 'results' });
    await expect.poll(() => site.states()).toEqual(['confirmed']);
    expect(theirs.commands).toEqual([]);
  });

  test('a setting comes as desired, and is reported in a topic of its own', async () => {
    const command = { kind: 'writeSettings', values: { fallDownAlert: true } } as const;
    const ref = String(await site.queue(command));
    const unit = await connect();
    await unit.send({ poll: true });
    await vi.waitFor(() => expect(unit.commands).toEqual([{ ref, command }]));
    expect(unit.topics).toEqual([topicOf(site.device.identity, 'settings/desired')]);
    await unit.send({ settings: { fallDownAlert: false, tiltAngle: 1e6 } }, { name: 'settings/reported' });
    const reported = new Map([['fallDownAlert', expect.objectContaining({ reported: false })]]);
    await vi.waitFor(async () => expect(await settingsOf(opened.db, site.device.deviId)).toEqual(reported));
  });

  test('a device is connected until it goes without a word', async () => {
    const unit = await connect();
    await unit.send({ poll: true });
    await vi.waitFor(async () => expect(await site.isConnected()).toBe(true));
    unit.drop();
    await vi.waitFor(async () => expect(await site.isConnected()).toBe(false));
  });

  test('retained messages are taken once, and given to nobody later', async () => {
    const unit = await connect();
    await unit.send(site.press(), { retain: true });
    await vi.waitFor(async () => expect(await site.signals()).toBe(1));
    await unit.client.subscribeAsync('varde/v1/unit-1/#').catch(() => undefined);
    await unit.send({ poll: true });
    await unit.send(site.press());
    await vi.waitFor(async () => expect(await site.signals()).toBe(2));
    expect(unit.topics).toEqual([]);
  });

  test('a message of 256 kB, what is no message and what comes from strangers stop nothing and are stored nowhere', async () => {
    await sendAnyway(await site.connect({ version, options: { clientId: 'long' } }), 'x'.repeat(256 * 1024), {
      qos: 0,
    });
    const stranger = { version, identity: 'unit-3', token: 'not registered' };
    const theirs = await site.connect(stranger).catch(() => null);
    await theirs?.send(site.press());
    const unit = await connect();
    await unit.send('not json');
    await unit.send(Buffer.from([0, 255, 254]));
    await unit.send({ device: site.other.identity, events: ['alarm'] });
    await unit.send(site.press());
    await vi.waitFor(async () => expect(await site.openAlarms()).toMatchObject([{ deviId: site.device.deviId }]));
    expect(await site.stored()).toMatchObject([{ deviId: site.device.deviId }]);
  });

  test('a device whose identity is taken away is not heard any more', async () => {
    const unit = await connect();
    await unit.send({ poll: true });
    await vi.waitFor(async () => expect(await site.isConnected()).toBe(true));
    const { deviId, identity } = site.device;
    await removeIdentity(opened.db, deviId, { protocol: 'mqtt', identity });
    site.processing.bus.publishIdentityChanged({ protocol: 'mqtt', identity });
    await sendAnyway(unit, site.press());
    await (await connect(site.other)).send(site.press());
    await vi.waitFor(async () => expect(await site.openAlarms()).toMatchObject([{ deviId: site.other.deviId }]));
  });
});
