import { deviceActionKeys } from '@varde/catalogue/device-actions';
import { hardwareList } from '@varde/catalogue/hardware/index';
import type { Role } from '@varde/catalogue/permissions';
import { images } from '@varde/catalogue/testing/images';
import { deviceAbilities } from '@varde/contract/devices';
import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { startTestServer, type TestAnswer, type TestServer } from '@varde/testing/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userPolicies } from '#domain/accounts/tables.ts';

let server: TestServer;
let deviId: number;
let homes: { city: number; home: number; family: number };
beforeAll(async () => {
  server = await startTestServer();
  await server.app.start();
  const { db } = server;
  const city = await createCustomer(db);
  homes = {
    city,
    home: await createCustomer(db, { kind: 'home', parentId: city }),
    family: await createCustomer(db, { kind: 'private' }),
  };
  ({ deviId } = await createDevice(db, { custId: homes.home, dehaId: 34, serial: 'SN-1' }));
});
afterAll(() => server.close());

const login = async (role: Role, custId: number, context: 'PROFFWEB' | 'AHP' = 'PROFFWEB') =>
  server.loginAs(await createUser(server.db, { role, custId }), context);
const get = async (who: string, path: string): Promise<TestAnswer> => server.call('GET', path, { as: who });
const view = async (who: string, device = deviId) => {
  const { body } = await get(who, `/ajax/devices/${device}`);
  const { devices } = (await get(who, '/ajax/devices')).body;
  expect(devices.find((row: { deviId: number }) => row.deviId === device)).toMatchObject({
    abilities: body.abilities,
    actions: body.actions,
  });
  return {
    abilities: body.abilities,
    actions: body.actions,
    tabs: body.tabs.map(({ key }: { key: string }) => key),
  };
};

const containing = (values: string[]) => expect.arrayContaining(values);
const buttons = ['map', 'transactions', 'settings', 'note', 'phone', 'userImage', 'resetAlarm', 'test', 'assign'];
const commands = ['findMe', 'locate', 'startTracking', 'message', 'reboot', 'factoryReset'];

describe('a device as each role sees it, in the list as on its page', () => {
  test.each(['SUPERFIRM', 'FIRM', 'RESTRICTED_USER'] as const)(
    'has every button, command and tab for %s, and the audit log for SUPERFIRM alone',
    async (role) => {
      const seen = await view(await login(role, homes.city));
      expect(seen).toEqual({
        abilities: containing(buttons),
        actions: containing(commands),
        tabs: containing(['info', 'tracking', 'general', 'logs', 'organization', 'twin']),
      });
      expect(seen.abilities.includes('auditLog')).toBe(role === 'SUPERFIRM');
    },
  );

  test.each(['SUPERFIRM', 'RESTRICTED_USER'] as const)(
    '[D1.041] has for %s the logs of a home unit, and its GDPR report for SUPERFIRM',
    async (role) => {
      const own = await createCustomer(server.db);
      const unit = await createDevice(server.db, { custId: own, dehaId: 13 });
      const { abilities, tabs } = await view(await login(role, own), unit.deviId);
      expect(tabs).toContain('logs');
      expect(abilities.includes('personalData')).toBe(role === 'SUPERFIRM');
    },
  );

  test('[C6.50 D6.040] has for a tracker-only user find-me, phone, map, tracking and the user image, with the note; no tabs', async () => {
    expect(await view(await login('TRACKER', homes.city))).toEqual({
      abilities: ['map', 'note', 'phone', 'userImage'],
      actions: ['findMe', 'startTracking', 'stopTracking'],
      tabs: [],
    });
  });

  test.each(['AHP', 'SUPERAHP'] as const)(
    '[C6.51] has for %s in AHP context the buttons map or log, event setup and settings, and of all other abilities only those of these pages and of alarms',
    async (role) => {
      const seen = await view(await login(role, homes.city, 'AHP'));
      const buttons = ['map', 'transactions', 'settings', 'eventSetup'];
      expect(deviceAbilities.filter((ability) => seen.abilities.includes(ability)).sort()).toEqual(
        [...buttons, 'alarmCentre', 'info', 'resetAlarm'].sort(),
      );
      expect(deviceActionKeys.filter((action) => seen.actions.includes(action))).toEqual(['locate']);
      const outside = await view(await login(role, homes.city));
      expect(outside.abilities).toEqual(containing(['test', 'rename', 'assign', 'note', ...buttons]));
      expect(outside.actions).toEqual(containing(commands));
    },
  );

  test('has neither note nor organisation for a private user, and only their own devices', async () => {
    const own = await createDevice(server.db, { custId: homes.family, dehaId: 34, serial: 'SN-2' });
    const who = await login('RESTRICTED_USER', homes.family);
    const { abilities, tabs } = await view(who, own.deviId);
    expect(abilities).toEqual(containing(['map', 'settings', 'phone', 'userImage']));
    expect(abilities).not.toContain('note');
    expect(tabs).not.toContain('organization');
    expect((await get(who, `/ajax/devices/${deviId}`)).status).toBe(404);
  });
});

test('[C2.32 C5.04] find-me is an action of the devices that can make a sound, for each role, and of no other; tracking of no Gx8 unit', async () => {
  const own = await createCustomer(server.db, { kind: 'home' });
  for (const { dehaId } of hardwareList) await createDevice(server.db, { custId: own, dehaId });
  const able = hardwareList.filter(({ capabilities }) => capabilities.findMe).map(({ dehaId }) => dehaId);
  for (const role of ['TRACKER', 'RESTRICTED_USER', 'FIRM', 'SUPERFIRM'] as const) {
    const who = await login(role, own);
    const rows: { dehaId: number; actions: string[] }[] = (await get(who, '/ajax/devices')).body.devices;
    expect(rows).toHaveLength(hardwareList.length);
    const found = rows.filter(({ actions }) => actions.includes('findMe')).map(({ dehaId }) => dehaId);
    expect(found.sort((a, b) => a - b)).toEqual(able.sort((a, b) => a - b));
    const tracked = rows.filter(({ actions }) => actions.includes('startTracking'));
    const known = tracked.map(({ dehaId }) => dehaId);
    expect(known).toEqual(expect.arrayContaining([23, 25, 34]));
    for (const gx8 of [13, 22, 26, 32]) expect(known).not.toContain(gx8);
  }
  expect(able).toEqual(expect.arrayContaining([3, 8, 15, 16, 23, 25, 31, 34]));
  for (const silent of [1, 4, 5, 21, 28, 13]) expect(able).not.toContain(silent);
});

describe('[C6.50] the image of the wearer', () => {
  test('is shown to tracker-only users of the customer, not of another, and a tracker cannot change it', async () => {
    const nurse = await login('RESTRICTED_USER', homes.home);
    const put = (as: string) =>
      server.call('PUT', `/ajax/devices/${deviId}/image`, { as, body: { file: images['image/png'] } });
    expect((await put(nurse)).status).toBe(200);
    const tracker = await login('TRACKER', homes.home);
    const elsewhere = await login('TRACKER', homes.family);
    const image = `/ajax/file/userimage/${deviId}/`;
    expect((await get(tracker, image)).status).toBe(200);
    expect((await get(elsewhere, image)).status).toBe(404);
    expect((await put(tracker)).status).toBe(403);
  });
});

test('[C6.03 C6.50 D6.037] a tracker-only user finds devices and exports none, whatever the rights elsewhere say', async () => {
  const who = await login('TRACKER', homes.city);
  const path = '/ajax/devices/export?language=nb&timeZone=Europe/Oslo';
  expect((await get(who, '/ajax/devices')).status).toBe(200);
  for (const kind of ['', '&kind=1']) expect((await get(who, path + kind)).status).toBe(403);
  const both = await createUser(server.db, { role: 'TRACKER', custId: homes.city });
  await server.db.insert(userPolicies).values({ userId: both.userId, role: 'RESTRICTED_USER', custId: homes.home });
  const exported = await fetch(`http://127.0.0.1:${server.port()}${path}`, {
    headers: { cookie: await server.loginAs(both) },
  });
  expect(exported.status, 'of a user who is a tracker among other things').toBe(200);
});
