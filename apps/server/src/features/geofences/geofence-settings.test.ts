import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { commands } from '#domain/commands/tables.ts';
import { deviceSettings } from '#domain/settings/tables.ts';

const clock = createManualClock();
const pendant = 23;
let server: TestServer;
let ids: { city: number; home: number; deviId: number };
let as: { nurse: string; manager: string; tracker: string };

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const city = await createCustomer(db);
  const home = await createCustomer(db, { kind: 'home', parentId: city });
  const { deviId } = await createDevice(db, { custId: home, dehaId: pendant });
  ids = { city, home, deviId };
  as = {
    nurse: await server.loginAs(await createUser(db, { role: 'RESTRICTED_USER', custId: home })),
    manager: await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: city })),
    tracker: await server.loginAs(await createUser(db, { role: 'TRACKER', custId: home })),
  };
});

const path = (rest = '') => `/ajax/devices/${ids.deviId}${rest}`;
const save = (values: object, who = as.nurse) => server.call('PUT', path('/settings'), { as: who, body: { values } });
const detail = async (who = as.nurse, deviId = ids.deviId) =>
  (await server.call('GET', `/ajax/devices/${deviId}`, { as: who })).body;

const usual = {
  ...{ delayDay: 0, delayNight: 0, delayMotionless: 0, callAlert: false },
  geofenceWifiLocationAlert: false,
};
const chosen = {
  ...{ delayDay: 30, delayNight: 5, delayMotionless: 20, callAlert: true },
  geofenceWifiLocationAlert: true,
};

describe('[C3.32 D7.021] the delays and the call of a device', () => {
  test('are none until somebody chooses them, and are read with the device as they were saved', async () => {
    expect(await detail()).toMatchObject(usual);
    expect((await save(chosen)).status).toBe(200);
    expect(await detail()).toMatchObject(chosen);
    expect((await save({ callAlert: false, delayNight: 0 })).status).toBe(200);
    expect(await detail()).toMatchObject({ ...chosen, callAlert: false, delayNight: 0 });
  });

  test('are saved by the same call as automatic tracking, and whether the wearer is located at all', async () => {
    expect((await save({ ...chosen, autoTracking: true })).status).toBe(200);
    expect(await detail()).toMatchObject({ ...chosen, autoTracking: true, disablePositioning: false });
    expect((await save({ disablePositioning: true })).status).toBe(200);
    expect((await detail()).disablePositioning).toBe(true);
  });

  test('take effect when they are saved: nothing is sent to the device, and the audit log has both values', async () => {
    await save({ delayDay: 30 });
    await save({ delayDay: 45, callAlert: true });
    expect(await server.db.select().from(commands)).toEqual([]);
    const entries = await server.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'settings.saved'))
      .orderBy(auditEntries.auditId);
    expect(entries.map(({ content }) => JSON.parse(content ?? ''))).toMatchObject([
      { before: { delayDay: null }, after: { delayDay: 30 } },
      { before: { delayDay: 30, callAlert: null }, after: { delayDay: 45, callAlert: true } },
    ]);
  });

  test.each(['delayDay', 'delayNight', 'delayMotionless'])('%s is 0 to 1440 whole minutes', async (key) => {
    for (const value of [0, 1, 1440]) expect((await save({ [key]: value })).status, `${value}`).toBe(200);
    for (const value of [-1, 1441, 1.5, '30', true, null])
      expect((await save({ [key]: value })).status, `${value}`).toBe(400);
    expect((await detail())[key]).toBe(1440);
  });

  test.each(['true', 1, null])('the call is true or false, and not %j', async (value) => {
    expect((await save({ callAlert: value })).status).toBe(400);
  });

  test('are hidden from callers without the policy of geofences, who may not save them either', async () => {
    const hidden = Object.fromEntries(Object.keys(chosen).map((key) => [key, null]));
    await save(chosen);
    expect(await detail(as.tracker)).toMatchObject(hidden);
    expect((await save({ delayDay: 0 }, as.tracker)).status).toBe(403);
    expect(await detail()).toMatchObject(chosen);
  });

  test('are not there on a home unit, which has no positions', async () => {
    const { deviId } = await createDevice(server.db, { custId: ids.home, dehaId: 13 });
    expect(await detail(as.nurse, deviId)).toMatchObject({ delayDay: null, callAlert: null });
  });

  test('end with the wearer: no delay of the former one keeps the next one waiting', async () => {
    await save(chosen);
    const body = { custId: ids.home };
    const moved = await server.call('POST', path('/assignments'), { as: as.manager, body });
    expect(moved.status).toBe(200);
    const left = await server.db.select().from(deviceSettings);
    expect(left.map(({ key }) => key)).toEqual(['geofenceWifiLocationAlert']);
    expect(await detail()).toMatchObject({ ...usual, geofenceWifiLocationAlert: true });
  });
});
