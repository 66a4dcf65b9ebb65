import { alarmKinds } from '@varde/catalogue/alarm-kinds';
import { createCustomer, createDevice, createUser, type TestDevice } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userPolicies } from '#domain/accounts/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { customerRolePolicies, customers } from '#domain/customers/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { linkTwins } from '#domain/life/twins.ts';

const clock = createManualClock();
let server: TestServer;
let city: number;
let home: number;
let private_: number;
let centres: { usual: number; other: number; closed: number };
let device: TestDevice;
const as = { nurse: '', firm: '', manager: '', neighbour: '', tracker: '', operator: '' };

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const centre = (firmName: string) => createCustomer(db, { kind: 'partner', firmName });
  centres = {
    usual: await centre('Solvik alarm'),
    other: await centre('Fjord alarm'),
    closed: await centre('Stengt'),
  };
  await setCustomer(centres.closed, { takesAlarms: false });
  city = await createCustomer(db, { firmName: 'Solvik kommune' });
  await setCustomer(city, { defaultAhp: centres.usual });
  home = await createCustomer(db, { kind: 'home', parentId: city, firmName: 'Solvik sykehjem' });
  private_ = await createCustomer(db, { kind: 'private', parentId: city, firmName: 'Tor' });
  const elsewhere = await createCustomer(db, { kind: 'home', parentId: city });
  device = await createDevice(db, { custId: home, deviceName: 'Astrid Lie' });
  const login = async (role: 'RESTRICTED_USER' | 'FIRM' | 'TRACKER' | 'SUPERFIRM', custId: number): Promise<string> =>
    server.loginAs(await createUser(db, { role, custId }));
  as.nurse = await login('RESTRICTED_USER', home);
  as.firm = await login('FIRM', home);
  as.manager = await login('SUPERFIRM', city);
  as.neighbour = await login('SUPERFIRM', elsewhere);
  as.tracker = await login('TRACKER', home);
  as.operator = await server.loginAs(await createUser(db, { role: 'AHP', custId: centres.usual }), 'AHP');
});

const setCustomer = (custId: number, change: Partial<typeof customers.$inferInsert>) =>
  server.db.update(customers).set(change).where(eq(customers.custId, custId));
const pathOf = (deviId = device.deviId) => `/ajax/eventSetup/devices/${deviId}`;
const getAhp = (who = as.nurse, deviId = device.deviId) => server.call('GET', `${pathOf(deviId)}/ahp`, { as: who });
const setAhp = (ahpId: number | null, who = as.nurse, deviId = device.deviId) =>
  server.call('PUT', `${pathOf(deviId)}/ahp`, { as: who, body: { ahpId } });
const pairUp = async () => {
  const clone = await createDevice(server.db, { custId: home });
  const rowOf = async (deviId: number) => {
    const [row] = await server.db.select().from(devices).where(eq(devices.deviId, deviId));
    if (row === undefined) throw new Error(`there is no device ${deviId}`);
    return row;
  };
  return linkTwins(server.db, { master: await rowOf(device.deviId), clone: await rowOf(clone.deviId) });
};
const ahpOf = async (deviId = device.deviId) => {
  const [row] = await server.db.select().from(devices).where(eq(devices.deviId, deviId));
  return row?.ahpId;
};

describe('the alarm centre of a device', () => {
  test('[C7.44] is told with the default of its customer, also one that a customer above has chosen', async () => {
    const usual = { custId: centres.usual, firmName: 'Solvik alarm', takesAlarms: true };
    expect((await getAhp()).body).toEqual({
      ...{ ahp: usual, defaultAhp: usual, mayEdit: true },
      centres: [
        { custId: centres.other, firmName: 'Fjord alarm' },
        { custId: centres.usual, firmName: 'Solvik alarm' },
      ],
    });
    await setAhp(centres.other);
    expect((await getAhp()).body).toMatchObject({ ahp: { custId: centres.other }, defaultAhp: usual });
    await setCustomer(city, { defaultAhp: null });
    expect((await getAhp()).body).toMatchObject({ ahp: { custId: centres.other }, defaultAhp: null });
  });

  test('[C7.46] is set to another centre, to none, and back to the default', async () => {
    const set = await setAhp(centres.other);
    expect([set.status, set.body.ahp]).toEqual([
      200,
      { custId: centres.other, firmName: 'Fjord alarm', takesAlarms: true },
    ]);
    expect(await ahpOf()).toBe(centres.other);
    expect((await setAhp(null)).body.ahp).toBeNull();
    expect(await ahpOf()).toBeNull();
    await setAhp(centres.usual);
    expect(await ahpOf()).toBe(centres.usual);
    const audited = await server.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'eventSetup.alarmCentre'))
      .orderBy(auditEntries.auditId);
    expect(audited.map(({ content }) => [JSON.parse(content).before, JSON.parse(content).after])).toEqual([
      [{ ahpId: centres.usual }, { ahpId: centres.other }],
      [{ ahpId: centres.other }, { ahpId: null }],
      [{ ahpId: null }, { ahpId: centres.usual }],
    ]);
    await setAhp(centres.usual);
    expect(
      await server.db.$count(auditEntries, eq(auditEntries.action, 'eventSetup.alarmCentre')),
      'nothing has changed',
    ).toBe(3);
  });

  test('[C7.46] is no customer that is not an alarm centre, none that takes no alarms, and none that does not exist', async () => {
    for (const ahpId of [city, home, centres.closed, 2_000_000_000]) {
      const refused = await setAhp(ahpId, as.manager);
      expect([refused.status, refused.body.code], String(ahpId)).toEqual([400, 'validationFailed']);
    }
    expect((await setAhp(0, as.manager)).status).toBe(400);
    expect(await ahpOf()).toBe(centres.usual);
    expect((await getAhp()).body.centres).not.toContainEqual(expect.objectContaining({ firmName: 'Stengt' }));
  });

  test('[C6.29] is set by system administrators, customer administrators, restricted users and alarm centres, not by trackers, nor for devices of others', async () => {
    for (const who of [as.manager, as.firm, as.nurse, as.operator]) {
      expect((await setAhp(centres.other, who)).status).toBe(200);
      expect((await setAhp(null, who)).status).toBe(200);
    }
    expect((await setAhp(centres.other, as.tracker)).status).toBe(403);
    expect((await getAhp(as.tracker)).status).toBe(403);
    expect((await setAhp(centres.other, as.neighbour)).status).toBe(404);
    expect((await getAhp(as.neighbour)).status).toBe(404);
    expect(await ahpOf()).toBeNull();
  });

  test('[C6.29] is shown and not set by those to whom the customer gives the policy for reading', async () => {
    await server.db.insert(customerRolePolicies).values({
      ...{ custId: home, role: 'TRACKER', policy: 'ALARM_CENTRE', status: 'active', information: 'read' },
    });
    expect((await getAhp(as.tracker)).status, 'a tracker has no event setup').toBe(403);
    const user = await createUser(server.db, { role: 'TRACKER', custId: home });
    await server.db.insert(userPolicies).values({ userId: user.userId, role: 'FIRM', custId: private_ });
    const reader = await server.loginAs(user);
    expect((await getAhp(reader)).body).toMatchObject({ mayEdit: false, ahp: { custId: centres.usual } });
    expect((await setAhp(null, reader)).status).toBe(404);
    expect(await ahpOf()).toBe(centres.usual);
  });

  test('of a twin is that of the pair, and not set here', async () => {
    await pairUp();
    expect((await setAhp(null)).status).toBe(403);
    expect(await ahpOf()).toBe(centres.usual);
  });
});

describe('the link by which a private customer orders the service', () => {
  const linkOf = async (deviId: number, who = as.manager) =>
    server.call('GET', `${pathOf(deviId)}/ahp_private_link`, { as: who });

  test('[C7.45] is the address of the alarm centre, for devices of private customers alone', async () => {
    const { deviId } = await createDevice(server.db, { custId: private_ });
    expect((await linkOf(deviId)).body).toEqual({ link: null });
    const orderUrl = 'https://alarm.test.example/bestill';
    await setCustomer(centres.usual, { orderUrl });
    expect((await linkOf(deviId)).body).toEqual({ link: { url: orderUrl, firmName: 'Solvik alarm' } });
    expect((await linkOf(device.deviId)).body, 'of a nursing home').toEqual({ link: null });
    await setAhp(null, as.manager, deviId);
    expect((await linkOf(deviId)).body.link, 'of the default, as long as it has none').toMatchObject({
      url: orderUrl,
    });
    await setCustomer(centres.usual, { takesAlarms: false });
    expect((await linkOf(deviId)).body).toEqual({ link: null });
    expect((await linkOf(deviId, as.nurse)).status, 'of another customer').toBe(404);
    expect((await linkOf(device.deviId, as.tracker)).status).toBe(403);
  });
});

test('who looks at devices whose alarms reach nobody asks again when a device gets another centre, and when a centre closes', async () => {
  const listsOf: number[][] = [];
  server.bus.onEvents((events) => {
    for (const event of events) if (event.type === 'notificationLists') listsOf.push([...event.custIds]);
  });
  await setAhp(centres.other);
  await setAhp(centres.other);
  expect(listsOf).toEqual([[home]]);
  const { deviId } = await createDevice(server.db, { custId: private_ });
  await setAhp(centres.other, as.manager, deviId);
  const own = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: centres.other }));
  const body = { takesAlarms: false, answerSeconds: 120, orderUrl: null };
  await server.call('PUT', `/ajax/customers/${centres.other}/alarm_centre`, { as: own, body });
  expect(listsOf.at(-1)?.sort()).toEqual([home, private_].sort());
});

describe('what event setup a device has', () => {
  const capabilities = async (deviId = device.deviId, who = as.nurse) =>
    server.call('GET', `${pathOf(deviId)}/capabilities`, { as: who });

  test('[C7.47] is its alarms, its receivers, its twin and its alarm centre', async () => {
    expect((await capabilities()).body).toEqual({
      ...{
        events: ['manDown', 'alarm', 'geofence', 'advancedGeofenceLeft'],
        deviceEventSetups: true,
        vardeAsReceiver: false,
        twin: 'NONE',
      },
      alarmCentre: { custId: centres.usual, firmName: 'Solvik alarm' },
    });
    const hub = await createDevice(server.db, { custId: home, dehaId: 13 });
    expect((await capabilities(hub.deviId)).body).toMatchObject({
      events: [...alarmKinds],
      deviceEventSetups: false,
    });
    await server.db.update(devices).set({ vardeAsReceiver: true, ahpId: centres.closed });
    expect((await capabilities(hub.deviId)).body).toMatchObject({
      deviceEventSetups: true,
      alarmCentre: null,
    });
    await pairUp();
    expect((await capabilities()).body).toMatchObject({ deviceEventSetups: false, twin: 'MASTER' });
    expect((await capabilities(device.deviId, as.neighbour)).status).toBe(404);
    expect((await capabilities(device.deviId, as.tracker)).status).toBe(403);
  });
});

describe('an alarm centre', () => {
  const save = (custId: number, body: object, who: string) =>
    server.call('PUT', `/ajax/customers/${custId}/alarm_centre`, { as: who, body });
  const open = { takesAlarms: true, answerSeconds: 60, orderUrl: 'https://alarm.test.example/bestill' };

  test('says itself whether it takes alarms, and where its service is ordered', async () => {
    const own = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: centres.usual }));
    const saved = await save(centres.usual, open, own);
    expect([saved.status, saved.body.centre]).toEqual([200, open]);
    const closed = { takesAlarms: false, answerSeconds: 900, orderUrl: null };
    expect((await save(centres.usual, closed, own)).body.centre).toEqual(closed);
    const entries = await server.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'customer.changed'))
      .orderBy(auditEntries.auditId);
    expect(entries.map(({ content }) => JSON.parse(content).after)).toEqual([open, closed]);
  });

  test('is changed by its administrators alone, with a web address and nothing else; other customers are none', async () => {
    const own = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: centres.usual }));
    expect((await save(centres.usual, open, as.manager)).status).toBe(404);
    expect((await save(centres.other, open, own)).status).toBe(404);
    expect((await save(city, open, as.manager)).body).toMatchObject({ code: 'validationFailed' });
    for (const orderUrl of ['http://a.example', 'javascript:alert(1)', 'https://', 'https://u@a.example', ''])
      expect((await save(centres.usual, { ...open, orderUrl }, own)).status, orderUrl).toBe(400);
    for (const answerSeconds of [29, 901, 60.5, null])
      expect((await save(centres.usual, { ...open, answerSeconds }, own)).status).toBe(400);
    const [row] = await server.db.select().from(customers).where(eq(customers.custId, centres.usual));
    expect(row).toMatchObject({ takesAlarms: true, orderUrl: null });
  });
});
