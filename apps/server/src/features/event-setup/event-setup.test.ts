import { numberFaults } from '@varde/contract/event-setup-form';
import { createCustomer, createDevice, createUser, type TestDevice } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { customers } from '#domain/customers/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { notificationReceivers } from '#domain/notifications/tables.ts';

const clock = createManualClock();
let server: TestServer;
let city: number;
let homes: { mine: number; other: number };
let device: TestDevice;
const as = { nurse: '', colleague: '', manager: '', neighbour: '', tracker: '' };

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  city = await createCustomer(db, { firmName: 'Solvik kommune' });
  homes = {
    mine: await createCustomer(db, { kind: 'home', parentId: city, firmName: 'Solvik sykehjem' }),
    other: await createCustomer(db, { kind: 'home', parentId: city }),
  };
  device = await createDevice(db, { custId: homes.mine, deviceName: 'Astrid Lie' });
  const login = async (role: 'RESTRICTED_USER' | 'TRACKER' | 'SUPERFIRM', custId: number) =>
    server.loginAs(await createUser(db, { role, custId }));
  as.nurse = await login('RESTRICTED_USER', homes.mine);
  as.colleague = await login('RESTRICTED_USER', homes.mine);
  as.manager = await login('SUPERFIRM', city);
  as.neighbour = await login('SUPERFIRM', homes.other);
  as.tracker = await login('TRACKER', homes.mine);
});

const kari = {
  ...{ name: 'Kari', mobile: '+4791234567', email: null, events: [], channels: ['sms'] },
  ...{ hours: null, waitSeconds: 60 },
};
const ola = {
  ...{ name: 'Ola', mobile: null, email: 'ola@test.example', events: ['geofence'], channels: ['email'] },
  ...{ hours: { from: 1320, to: 420 }, waitSeconds: 0 },
};
const pathOf = ({ deviId } = device) => `/ajax/eventSetup/devices/${deviId}`;
const get = async (who = as.nurse, path = pathOf()) => (await server.call('GET', path, { as: who })).body;
const put = (receivers: object[], { who = as.nurse, rev = 0, path = pathOf() } = {}) =>
  server.call('PUT', path, { as: who, body: { rev, receivers } });
const remove = (who = as.nurse, path = pathOf()) => server.call('DELETE', path, { as: who });
const ofCustomer = (custId: number) => `/ajax/eventSetup/customers/${custId}`;

describe('the notification list of a device', () => {
  test('[C7.39 C7.41] is saved and read as a whole, in its order, with its receivers', async () => {
    const none = { deviId: device.deviId, deviceName: 'Astrid Lie', source: { kind: 'none' }, rev: 0, household: [] };
    const rights = { mobile: 'change', email: 'change' };
    const kinRights = ['check', 'tracking', 'schedule', 'call', 'image'];
    const given = {
      rights,
      kinRights,
      region: 'NO',
      limited: false,
      unavailable: ['sms', 'call', 'email', 'push'],
    };
    const once = { repeats: 0, pauseSeconds: 300, continueAbove: false, above: [] };
    expect(await get()).toEqual({ ...none, ...once, receivers: [], mayEdit: true, mayTest: true, ...given });
    const saved = await put([kari, ola]);
    expect(saved.status).toBe(200);
    const { rev } = saved.body;
    expect(rev).toBeGreaterThan(0);
    const added = {
      receiverId: expect.any(Number),
      userId: null,
      leftOut: null,
      hasBrowser: false,
      hasPin: false,
      isUnconfirmed: false,
      withdrawn: [],
      nextOfKin: null,
      language: 'nb',
    };
    expect(saved.body).toEqual({
      ...{ ...none, source: { kind: 'device' }, rev, mayEdit: true, mayTest: true, ...given },
      ...{ repeats: null, pauseSeconds: 300, continueAbove: false, above: [] },
      receivers: [
        { ...kari, ...added, hasMobile: true, hasEmail: false },
        { ...ola, ...added, hasMobile: false, hasEmail: true },
      ],
    });
    expect(await get(as.colleague)).toEqual(saved.body);
  });

  test('[C7.42] is sorted, and its receivers keep their numbers, PINs and languages; that it was changed is audited', async () => {
    const given = [
      { ...kari, pin: '4711' },
      { ...ola, language: 'en' },
      { ...kari, name: 'Per' },
    ];
    const { receivers, rev } = (await put(given)).body;
    const [first, second, third] = receivers;
    expect([first.hasPin, second.language]).toEqual([true, 'en']);
    const { language: _, ...withoutLanguage } = second;
    const sent = [third, first, withoutLanguage, { ...kari, name: 'Ny' }];
    const sorted = (await put(sent, { rev })).body.receivers;
    expect(sorted.slice(0, 3)).toEqual([third, first, second]);
    expect(receivers.map((one: { receiverId: number }) => one.receiverId)).not.toContain(sorted[3].receiverId);
    expect((await get(as.colleague)).receivers).toEqual(sorted);
    const saves = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'eventSetup.saved'));
    expect(saves.map(({ deviId }) => deviId)).toEqual([device.deviId, device.deviId]);
  });

  test('never takes a receiver from another list by its number, nor the same one twice', async () => {
    const other = await createDevice(server.db, { custId: homes.mine });
    const theirs = (await put([kari], { path: pathOf(other) })).body.receivers[0];
    const [mine, again] = (await put([theirs, theirs])).body.receivers;
    expect(new Set([theirs.receiverId, mine.receiverId, again.receiverId]).size).toBe(3);
    expect((await get(as.nurse, pathOf(other))).receivers).toEqual([theirs]);
    const { rev, receivers } = (await put([mine, mine], { rev: (await get()).rev })).body;
    expect(new Set(receivers.map((one: { receiverId: number }) => one.receiverId)).size).toBe(2);
    expect(rev).toBeGreaterThan(0);
  });

  test('[C7.38 C7.40] overrides the one of its customer, which overrides that of the nearest customer above; and back', async () => {
    await put([ola], { who: as.manager, path: ofCustomer(city) });
    const fromCity = { kind: 'customer', custId: city, customerName: 'Solvik kommune' };
    expect(await get()).toMatchObject({ source: fromCity, rev: 0, receivers: [ola], mayEdit: true });
    await put([{ ...ola, name: 'Hjemmet' }], { who: as.manager, path: ofCustomer(homes.mine) });
    expect(await get()).toMatchObject({
      source: { kind: 'customer', custId: homes.mine, customerName: 'Solvik sykehjem' },
      receivers: [{ name: 'Hjemmet' }],
    });
    await put([kari]);
    expect(await get()).toMatchObject({ source: { kind: 'device' }, receivers: [kari] });
    expect((await remove()).body).toMatchObject({ receivers: [{ name: 'Hjemmet' }], rev: 0 });
    await remove(as.manager, ofCustomer(homes.mine));
    expect(await get()).toMatchObject({ source: fromCity });
    await remove(as.manager, ofCustomer(city));
    expect(await get()).toMatchObject({ source: { kind: 'none' }, receivers: [] });
    expect((await remove()).status).toBe(200);
  });

  test('may have nobody on it, which is not the same as to inherit', async () => {
    await put([ola], { who: as.manager, path: ofCustomer(city) });
    expect((await put([])).body).toMatchObject({ source: { kind: 'device' }, receivers: [] });
  });

  test('is refused when somebody else has changed it meanwhile, with their name', async () => {
    const { rev } = (await put([kari])).body;
    const { body } = await put([ola], { who: as.colleague, rev });
    const changed = { status: 409, body: { code: 'listChanged', errors: [{ path: 'changedBy' }] } };
    const late = await put([kari], { rev });
    expect(late).toMatchObject(changed);
    expect(late.body.errors[0].message).not.toBe('');
    expect(await put([kari])).toMatchObject(changed); // thought to be the first list
    expect(await get()).toEqual(body);
    await remove(as.colleague);
    expect(await put([kari], { rev: body.rev })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'changedBy', message: '' }] },
    });
  });

  test('is made once of two lists that are saved at the same time', async () => {
    const answers = await Promise.all([put([kari]), put([ola], { who: as.colleague })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await get()).receivers).toHaveLength(1);
  });

  test('stays with the wearer: whoever gets the device next inherits', async () => {
    await put([kari]);
    const move = (custId: number) =>
      server.call('POST', `/ajax/devices/${device.deviId}/assignments`, { as: as.manager, body: { custId } });
    await move(homes.other);
    expect(await get(as.neighbour)).toMatchObject({ source: { kind: 'none' }, receivers: [] });
    await move(homes.mine);
    expect(await get()).toMatchObject({ source: { kind: 'none' }, receivers: [] });
  });

  test('is not for twins, nor for the home unit, and other customers and trackers know nothing of it', async () => {
    for (const [who, status] of [
      [as.neighbour, 404],
      [as.tracker, 403],
    ] as const) {
      expect((await server.call('GET', pathOf(), { as: who })).status).toBe(status);
      expect((await put([kari], { who })).status).toBe(status);
      expect((await remove(who)).status).toBe(status);
    }
    const { deviId: twinDevice } = await createDevice(server.db, { custId: homes.mine });
    const pair = { twinDevice, twinSerial: 'X' };
    const alone = { twin: 'NONE' as const, twinDevice: null, twinSerial: null };
    for (const change of [
      { twin: 'MASTER' as const, ...pair },
      { twin: 'CLONE' as const, ...pair },
      { ...alone, dehaId: 13 },
    ]) {
      await server.db.update(devices).set(change).where(eq(devices.deviId, device.deviId));
      expect((await server.call('GET', pathOf(), { as: as.nurse })).status).toBe(403);
      expect((await put([kari])).status).toBe(403);
      expect((await remove()).status).toBe(403);
    }
    expect(await server.db.select().from(notificationReceivers)).toEqual([]);
  });

  test('is audited without the people on it', async () => {
    await put([kari]);
    await get();
    await remove();
    const entries = await server.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.deviId, device.deviId))
      .orderBy(auditEntries.auditId);
    expect(entries.map(({ action }) => action)).toEqual(['eventSetup.saved', 'eventSetup.read', 'eventSetup.deleted']);
    expect(JSON.stringify(entries)).not.toContain('Kari');
  });
});

describe('a receiver', () => {
  const fault = async (receiver: object) => {
    const { status, body } = await put([kari, { ...kari, ...receiver }]);
    return status === 200 ? body.receivers[1] : (body.errors as { path: string }[]).map(({ path }) => path);
  };

  test('has a number of its country, or with a prefix, and an address; each channel has what it needs', async () => {
    expect(await fault({ mobile: '912 34 567' })).toMatchObject({ mobile: '+4791234567' });
    await remove();
    expect(await fault({ mobile: '12345' })).toEqual(['receivers.1.mobile']);
    expect(await fault({ mobile: null })).toEqual(['receivers.1.mobile']);
    expect(await fault({ mobile: null, channels: ['call'] })).toEqual(['receivers.1.mobile']);
    expect(await fault({ channels: ['sms', 'email'] })).toEqual(['receivers.1.email']);
    expect(await fault({ email: 'ola' })).toEqual(['receivers.1.email']);
    expect(await fault({ channels: [] })).toEqual(['receivers.1.channels']);
    await server.db.update(customers).set({ market: 4 }).where(eq(customers.custId, homes.mine));
    expect(await fault({ mobile: '070 123 45 67' })).toMatchObject({ mobile: '+46701234567' });
  });

  test.each([
    ['a name of at most 80 characters', { name: 'x'.repeat(80) }, { name: 'x'.repeat(81) }],
    ['a wait of at most an hour', { waitSeconds: 3600 }, { waitSeconds: 3601 }],
    ['no negative wait', { waitSeconds: 0 }, { waitSeconds: -1 }],
    ['hours until midnight', { hours: { from: 0, to: 1439 } }, { hours: { from: 0, to: 1440 } }],
    ['hours that are not empty', { hours: { from: 60, to: 59 } }, { hours: { from: 60, to: 60 } }],
    ['kinds of alarm', { events: ['manDown'] }, { events: ['heartbeat'] }],
  ])('has %s', async (_title, good, bad) => {
    expect(await fault(good)).toMatchObject(good);
    await remove();
    expect(await fault(bad)).toEqual([expect.stringMatching(/^receivers\.1\./)]);
  });

  test('is not the device itself, nor a landline for SMS, and the answer says which', async () => {
    const formattedPhoneNumE164 = '+4790000007';
    await server.db.update(devices).set({ formattedPhoneNumE164 }).where(eq(devices.deviId, device.deviId));
    const reason = async (receiver: object, path = pathOf()) =>
      (await put([{ ...kari, ...receiver }], { who: as.manager, path })).body.errors;
    const mobile = 'receivers.0.mobile';
    expect(await reason({ mobile: '900 00 007' })).toEqual([{ path: mobile, message: numberFaults.ofDevice }]);
    expect(await reason({ mobile: '22334455' })).toEqual([{ path: mobile, message: numberFaults.noSms }]);
    expect(await reason({ mobile: '82912345' })).toEqual([{ path: mobile, message: numberFaults.premium }]);
    expect(await reason({ mobile: '22334455', channels: ['call'] })).toBeUndefined();
    expect(await reason({ mobile: '900 00 007' }, ofCustomer(homes.mine))).toBeUndefined();
  });

  test('is one of at most 20', async () => {
    const many = (count: number) => Array.from({ length: count }, () => kari);
    expect((await put(many(21))).status).toBe(400);
    expect((await put(many(20))).body.receivers).toHaveLength(20);
  });
});

describe('the end of a list', () => {
  const savedWith = async (end: object) => {
    await remove();
    const { status, body } = await server.call('PUT', pathOf(), {
      ...{ as: as.nurse, body: { rev: 0, receivers: [kari], ...end } },
    });
    return status === 200 ? body : (body.errors as { path: string }[]).map(({ path }) => path);
  };

  test.each([
    ['no new beginning', { repeats: 0 }, { repeats: -1 }],
    ['at most ten new beginnings, or as many as it takes', { repeats: 10 }, { repeats: 11 }],
    ['as many as it takes', { repeats: null }, { repeats: 'often' }],
    ['a pause of at least a minute', { pauseSeconds: 60 }, { pauseSeconds: 59 }],
    ['a pause of at most an hour', { pauseSeconds: 3600 }, { pauseSeconds: 3601 }],
    ['a pause', { pauseSeconds: 90 }, { pauseSeconds: null }],
  ])('has %s', async (_title, good, bad) => {
    expect(await savedWith(good)).toMatchObject(good);
    expect(await savedWith(bad)).toEqual(Object.keys(bad));
  });

  test('is inherited with the list, while a list of its own has its own', async () => {
    const end = { repeats: 3, pauseSeconds: 600 };
    const body = { rev: 0, receivers: [ola], ...end };
    await server.call('PUT', ofCustomer(city), { as: as.manager, body });
    expect(await get()).toMatchObject(end);
    expect(await savedWith({})).toMatchObject({ repeats: null, pauseSeconds: 300 });
  });
});

describe('the notification list of a customer', () => {
  test('is saved and read by those who administer the customer, and no one below or beside it', async () => {
    const saved = await put([kari], { who: as.manager, path: ofCustomer(homes.mine) });
    expect(saved.body).toMatchObject({
      ...{ custId: homes.mine, customerName: 'Solvik sykehjem', receivers: [kari], mayEdit: true },
      source: { kind: 'customer', custId: homes.mine },
    });
    expect(await get(as.manager, ofCustomer(homes.mine))).toEqual(saved.body);
    for (const [who, status] of [
      [as.nurse, 403],
      [as.neighbour, 404],
    ] as const) {
      expect((await server.call('GET', ofCustomer(homes.mine), { as: who })).status).toBe(status);
      expect((await put([ola], { who, path: ofCustomer(homes.mine) })).status).toBe(status);
      expect((await remove(who, ofCustomer(homes.mine))).status).toBe(status);
    }
    expect(await get(as.manager, ofCustomer(homes.mine))).toEqual(saved.body);
  });
});

describe('the list of a private user', () => {
  let daughter: string;
  beforeEach(async () => {
    const custId = await createCustomer(server.db, { kind: 'private' });
    device = await createDevice(server.db, { custId });
    daughter = await server.loginAs(await createUser(server.db, { role: 'FIRM', custId }));
    as.manager = await server.loginAs(await createUser(server.db, { role: 'SUPERAHP', custId: null }));
  });

  test('is limited to who is told, how and in which order', async () => {
    expect(await get(daughter)).toMatchObject({ mayEdit: true, limited: true });
    const { status, body } = await put([kari, { ...kari, name: 'Ola' }], { who: daughter });
    expect(status).toBe(200);
    const [first, second] = body.receivers;
    const changed = [second, { ...first, name: 'Kari Moe', channels: ['call'], mobile: '+4790000001' }];
    expect((await put(changed, { who: daughter, rev: body.rev })).body.receivers).toMatchObject(changed);
    expect((await get(as.manager)).limited).toBe(false);
  });

  test('does not change how often it begins again', async () => {
    const path = pathOf();
    const save = (who: string, rev: number, end: object) =>
      server.call('PUT', path, { as: who, body: { rev, receivers: [kari], ...end } });
    const refused = { status: 400, body: { errors: [{ path: 'repeats' }] } };
    expect(await save(daughter, 0, { repeats: 0 })).toMatchObject(refused);
    const { body } = await save(daughter, 0, { repeats: null, pauseSeconds: 300 });
    expect(body).toMatchObject({ repeats: null, pauseSeconds: 300 });
    const { rev } = (await save(as.manager, body.rev, { repeats: 2, pauseSeconds: 60 })).body;
    expect(await save(daughter, rev, { repeats: null })).toMatchObject(refused);
    expect((await save(daughter, rev, { repeats: 2 })).body).toMatchObject({ repeats: 2, pauseSeconds: 60 });
  });

  test.each([
    ['events', ['fire']],
    ['hours', { from: 0, to: 60 }],
    ['waitSeconds', 59],
  ])('refuses %s, and keeps those that somebody else has set', async (field, value) => {
    const refused = { status: 400, body: { errors: [{ path: `receivers.0.${field}` }] } };
    expect(await put([{ ...kari, [field]: value }], { who: daughter })).toMatchObject(refused);
    const { rev, receivers } = (await put([{ ...kari, [field]: value }], { who: as.manager })).body;
    const usual = { ...receivers[0], [field]: kari[field as 'events'] };
    expect(await put([usual], { who: daughter, rev })).toMatchObject(refused);
    const kept = await put([{ ...receivers[0], name: 'Kari Moe' }], { who: daughter, rev });
    expect(kept.body.receivers).toMatchObject([{ name: 'Kari Moe', [field]: value }]);
  });
});

test('a list names the channels that have no provider, and refuses the number that Varde sends from', async () => {
  const url = 'http://127.0.0.1:9/';
  const environment = {
    VARDE_SMS_URL: url,
    VARDE_SMTP_URL: 'smtp://127.0.0.1:9',
    VARDE_SMS_FROM: '+4790000008',
  };
  const provided = await startTestServer({ clock, environment });
  const custId = await createCustomer(provided.db);
  const { deviId } = await createDevice(provided.db, { custId });
  const who = await provided.loginAs(await createUser(provided.db, { role: 'FIRM', custId }));
  for (const path of [pathOf({ ...device, deviId }), ofCustomer(custId)])
    expect((await provided.call('GET', path, { as: who })).body.unavailable).toEqual(['call', 'push']);
  const fromVarde = { rev: 0, receivers: [{ ...kari, mobile: '+4790000008' }] };
  for (const path of [pathOf({ ...device, deviId }), ofCustomer(custId)])
    expect((await provided.call('PUT', path, { as: who, body: fromVarde })).body.errors).toEqual([
      { path: 'receivers.0.mobile', message: numberFaults.ofVarde },
    ]);
  expect((await get()).unavailable).toEqual(['sms', 'call', 'email', 'push']);
  await provided.close();
});

test('[C7.48] the countries of phone numbers have their prefixes', async () => {
  const { countries } = await get(as.nurse, '/ajax/eventSetup/countries');
  expect(countries).toContainEqual({ region: 'NO', prefix: '+47' });
  expect(countries).toContainEqual({ region: 'SE', prefix: '+46' });
});
