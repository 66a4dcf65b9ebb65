import { createCustomer, createDevice } from '@varde/testing/factories';
import { MqttSite } from '@varde/testing/mqtt-site';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { malformedFrames } from '#domain/devices/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { metrics } from '#platform/log/metrics.ts';

/** What a broker elsewhere promises beside that which any does (mqtt-promises.test.ts). */
let opened: OpenDatabase;
let site: MqttSite;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  site = await MqttSite.start(opened.db, 'elsewhere');
});
afterEach(() => site.close());

const isConnected = (is = true) => vi.waitFor(async () => expect(await site.isConnected()).toBe(is));
const isRaised = () => vi.waitFor(async () => expect(await site.openAlarms()).toHaveLength(1));

describe.each([4, 5] as const)('over a broker elsewhere, version %i of the protocol', (version) => {
  test('a device is connected until it says that it goes', async () => {
    const unit = await site.connect({ version });
    await unit.send({ poll: true });
    await isConnected();
    await unit.send('', { name: 'lost' });
    await isConnected(false);
  });

  test('a message that could not be stored is given again by the broker until it is', async () => {
    const { bus } = site.processing;
    const unit = await site.connect({ version });
    await unit.send({ poll: true });
    await isConnected();
    const publish = bus.publishUplink.bind(bus);
    let failures = 0;
    bus.publishUplink = () => {
      failures += 1;
      return Promise.reject(new Error('the database is down'));
    };
    await unit.send(site.press());
    await vi.waitFor(() => expect(failures).toBeGreaterThan(0));
    bus.publishUplink = publish;
    await isRaised();
  });
});

test('a retained message of a former owner is refused, and cleared at the broker', async () => {
  const former = await site.connect();
  await former.send(site.press(), { retain: true });
  await vi.waitFor(async () => expect(await site.signals()).toBe(1)); // when it was new
  await clearTables(opened.db);
  const custId = await createCustomer(opened.db);
  const now = await createDevice(opened.db, { custId, dehaId: 13, identity: site.device.identity });
  await site.server.stop();
  await site.serve({ gatewayId: 'another' }); // without a session of its own: it is given what is retained
  await vi.waitFor(async () => {
    await former.send({ poll: true });
    expect(await site.isConnected(now)).toBe(true);
  });
  expect(await site.openAlarms()).toEqual([]);
  await former.send(site.press());
  await vi.waitFor(async () => expect(await site.signals()).toBe(1));
});

test('messages that come while Varde is away wait at the broker', async () => {
  await (await site.connect()).send({ poll: true });
  await isConnected();
  await site.server.stop();
  await (await site.connect()).send(site.press());
  expect(await site.openAlarms()).toEqual([]);
  await site.serve();
  await isRaised();
});

test('a broker that restarts is found again, and its devices with it', async () => {
  await (await site.connect()).send({ poll: true });
  await isConnected();
  await site.mosquitto.stop();
  await site.mosquitto.start();
  await (await site.connect()).send(site.press());
  await isRaised();
});

test.each([
  ['comes back with the session of Varde is not counted', false, 0],
  ['has lost it is an error that is counted and recorded: what was sent meanwhile is lost', true, 1],
])('a broker that %s', async (_, forgets, lost) => {
  const lostSoFar = async () =>
    (await metrics.brokerSessionsLost.get()).values.reduce((sum, { value }) => sum + value, 0);
  const before = await lostSoFar();
  await (await site.connect()).send({ poll: true });
  await isConnected();
  await site.mosquitto.stop();
  if (forgets) site.mosquitto.forget();
  await site.mosquitto.start();
  await (await site.connect()).send(site.press());
  if (!forgets) await isRaised();
  await vi.waitFor(async () => expect((await lostSoFar()) - before).toBe(lost));
  const recorded = await opened.db.select().from(malformedFrames);
  expect(recorded.filter(({ reason }) => reason === 'sessionLost')).toHaveLength(lost);
});

test('a message that can never be stored is put aside and acknowledged, so that the broker does not give it again', async () => {
  await opened.db.execute(sql`alter table transactions add constraint broken check (word <> 'results')`);
  const putAside = () => opened.db.select().from(malformedFrames);
  const unit = await site.connect();
  const other = await site.connect({}, site.other);
  await unit.send({ position: { lat: 59.9, lng: 10.7 } }, { name: 'results' });
  const isPutAside = async () => {
    await other.send({ battery: { level: 50 } }); // others are stored: the database is not to blame
    expect(await putAside()).toHaveLength(1);
  };
  await vi.waitFor(isPutAside, { timeout: 20_000, interval: 200 });
  await site.server.stop();
  await site.serve(); // it is given what was not acknowledged
  await unit.send(site.press());
  await isRaised();
  await opened.db.execute(sql`alter table transactions drop constraint broken`);
  expect(await putAside()).toMatchObject([{ reason: 'processing', identity: site.device.identity }]);
});

test('an alarm that can never be stored is put aside and acknowledged too, when others were between three of its failures', async () => {
  await opened.db.execute(sql`alter table transactions add constraint broken check (word <> 'results')`);
  const putAside = () => opened.db.select().from(malformedFrames);
  const other = await site.connect({}, site.other);
  await (await site.connect()).send({ events: ['alarm'] }, { name: 'results' });
  const isPutAside = async () => {
    await opened.db.update(alarms).set({ state: 'reset' }); // so that the next one is new
    await other.send({ events: ['alarm'] });
    expect((await putAside()).length).toBeGreaterThanOrEqual(3);
  };
  await vi.waitFor(isPutAside, { timeout: 60_000, interval: 200 });
  await site.server.stop();
  await opened.db.execute(sql`alter table transactions drop constraint broken`);
  await site.serve(); // it is given what was not acknowledged, before what is new
  const before = await site.signals();
  await other.send({ events: ['help'] });
  await vi.waitFor(async () => expect(await site.signals()).toBeGreaterThan(before));
  expect((await site.stored()).filter(({ deviId }) => deviId === site.device.deviId)).toEqual([]);
});

test('a message that cannot be read is put aside with stars for its password', async () => {
  const unit = await site.connect();
  await unit.send('{"smsPassword":"471147"', { name: 'settings/reported' });
  await vi.waitFor(async () => {
    const refused = await opened.db.select().from(malformedFrames);
    expect(refused.map(({ raw }) => Buffer.from(raw).toString())).toEqual([
      expect.stringContaining('{"smsPassword":"******"'),
    ]);
  });
});

test('of a device that floods the broker a share and its alarms are taken, and others are heard', async () => {
  await site.server.stop();
  await site.serve({ limits: { workAtOnce: 5, workPerSecond: 0 } }); // a hundred samples
  const [flooding, other] = [await site.connect(), await site.connect({}, site.other)];
  const flood = Array.from({ length: 300 }, (_, sequence) => flooding.send({ sequence, battery: { level: 50 } }));
  await Promise.all(flood);
  await flooding.send(site.press());
  await other.send(site.press());
  await vi.waitFor(async () => expect(await site.openAlarms()).toHaveLength(2));
  const of = (await site.stored()).filter(({ deviId }) => deviId === site.device.deviId);
  expect(of.length).toBeGreaterThan(50);
  expect(of.length).toBeLessThan(110);
  const refused = await opened.db.select().from(malformedFrames);
  expect(refused[0]).toMatchObject({ reason: 'tooMany', identity: site.device.identity });
  expect(refused.length).toBeLessThan(20);
});

describe('of a device in a loop, whose share is used up,', () => {
  const loop = (message: object) => Array.from({ length: 300 }, (_, sequence) => ({ sequence, ...message }));

  test.each([
    ['signs of life', { battery: { level: 50 } }],
    ['positions', { position: { lat: 59.9, lng: 10.7 }, time: 1_768_478_400 }],
  ])('an alarm is raised after any number of %s, which are not even read', async (_, message) => {
    await site.server.stop();
    const limits = { workAtOnce: 0, alarmsWorkPerSecond: 0, alarmsWorkAtOnce: 50, addressWorkAtOnce: 100_000 };
    let busy = 0;
    vi.spyOn(site.processing.clock, 'busy').mockImplementation(() => busy++); // each reading costs a millisecond or more
    await site.serve({ limits });
    const unit = await site.connect();
    await Promise.all(loop(message).map((each) => unit.send(each)));
    await unit.send(site.press());
    await isRaised();
    expect(await site.signals()).toBe(1);
  });

  test('the same alarm adds nothing while its first message is not stored, and is a signal of its own afterwards', async () => {
    await site.server.stop();
    await site.serve({ limits: { workAtOnce: 0 } });
    const { bus } = site.processing;
    const publish = bus.publishUplink.bind(bus);
    const taken: string[] = [];
    let store = () => {};
    const isStored = new Promise<void>((resolve) => {
      store = resolve;
    });
    bus.publishUplink = async (uplink) => {
      if (uplink.kind === 'message') taken.push(uplink.identity);
      if (uplink.kind === 'message') await isStored;
      return publish(uplink);
    };
    const [unit, other] = [await site.connect(), await site.connect({}, site.other)];
    const another = [
      ...[{ events: ['sosAlarm'] }, { events: ['help'] }, { events: ['alarm'], sensor: '12' }],
      ...[
        { events: ['alarm'], time: 1_768_478_400 },
        { events: ['alarm'], time: 1_768_478_401 },
      ],
    ];
    const messages = [...loop({ events: ['alarm'] }), ...another, ...another.map((each) => ({ ...each, sequence: 1 }))];
    await Promise.all(messages.map((each) => unit.send(each)));
    await other.send(site.press());
    await vi.waitFor(() => expect(taken).toContain(site.other.identity));
    expect(taken.filter((identity) => identity === site.device.identity)).toHaveLength(1 + another.length);
    store();
    await vi.waitFor(async () => expect(await site.signals()).toBe(2 + another.length));
    await unit.send({ events: ['alarm'], sequence: 1000 });
    await vi.waitFor(async () => expect(await site.signals()).toBe(3 + another.length));
  });

  test('an alarm that could not be stored is taken when the broker gives it again', async () => {
    await site.server.stop();
    await site.serve({ limits: { workAtOnce: 0 } });
    const { bus } = site.processing;
    const publish = bus.publishUplink.bind(bus);
    let failures = 0;
    bus.publishUplink = (uplink) => {
      if (uplink.kind !== 'message') return publish(uplink);
      failures += 1;
      return Promise.reject(new Error('the database is down'));
    };
    await (await site.connect()).send({ events: ['alarm'], sequence: 1 });
    await vi.waitFor(() => expect(failures).toBe(1));
    bus.publishUplink = publish;
    await isRaised();
  });

  test('an alarm that the broker gives again is taken, although its first message may still be stored', async () => {
    await site.server.stop();
    await site.serve({ limits: { workAtOnce: 0 } });
    const { bus } = site.processing;
    const publish = bus.publishUplink.bind(bus);
    const first = Promise.withResolvers<never>();
    const taken: string[] = [];
    bus.publishUplink = (uplink) => {
      if (uplink.kind !== 'message') return publish(uplink);
      taken.push(uplink.identity);
      if (taken.length === 1) return first.promise;
      return taken.length === 2 ? Promise.reject(new Error('the database is down')) : publish(uplink);
    };
    const [unit, other] = [await site.connect(), await site.connect({}, site.other)];
    await unit.send({ events: ['alarm'], sequence: 1 });
    await vi.waitFor(() => expect(taken).toEqual([site.device.identity]));
    await other.send({ events: ['alarm'], sequence: 1 }); // since it is not stored, the broker gives both again
    await vi.waitFor(() => expect(taken.length).toBeGreaterThan(2));
    first.reject(new Error('the database is down'));
    await vi.waitFor(async () => expect(await site.openAlarms()).toHaveLength(2));
  });
});
