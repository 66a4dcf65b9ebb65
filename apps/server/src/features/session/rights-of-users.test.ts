import { type Policy, policies, type Role, roles } from '@varde/catalogue/permissions';
import type { SettingValue } from '@varde/catalogue/settings/types';
import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userPolicies } from '#domain/accounts/tables.ts';
import { customerRolePolicies } from '#domain/customers/tables.ts';

/** What firms and their users have by themselves, by what each role gets from the calls. */

const triggerTwo = 23;
const watchSeven = 34;
const homeUnit = 13;
let server: TestServer;
let city: number;
let home: number;
let deviId: number;
let watchId: number;
let unitId: number;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  city = await createCustomer(server.db);
  home = await createCustomer(server.db, { kind: 'home', parentId: city });
  ({ deviId } = await createDevice(server.db, { custId: home, dehaId: triggerTwo }));
  watchId = (await createDevice(server.db, { custId: home, dehaId: watchSeven })).deviId;
  unitId = (await createDevice(server.db, { custId: home, dehaId: homeUnit })).deviId;
});

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';
const call = (as: string, method: Method, path: string, body?: object) =>
  server.call(method, `/ajax${path}`, { as, ...(body && { body }) });
const ofDevice = (as: string, method: Method, path: string, body?: object) =>
  call(as, method, `/devices/${deviId}${path}`, body);
const works = async (...args: Parameters<typeof ofDevice>) => (await ofDevice(...args)).status === 200;
/** A tab of the device's page that is open. */
const opens = async (as: string, tab: string, id = deviId) =>
  (await call(as, 'GET', `/devices/${id}`)).body.tabs.some(({ key }: { key: string }) => key === tab);
/** One of two values of a setting: another one than it has, which it has then. */
async function saves(as: string, key: string, [one, other]: readonly [SettingValue, SettingValue]): Promise<boolean> {
  const owner = await manager();
  const desired = async () => {
    const { settings } = (await ofDevice(owner, 'GET', '/settings')).body;
    return settings.find((setting: { key: string }) => setting.key === key).desired;
  };
  const before = await desired();
  const value = before === one ? other : one;
  const isSaved = await works(as, 'PUT', '/settings', { values: { [key]: value } });
  expect(await desired(), `${key} from ${before}`).toBe(isSaved ? value : before);
  return isSaved;
}
const sees = async (as: string, setting: string, id = deviId) => {
  const { status, body } = await call(as, 'GET', `/devices/${id}/settings`);
  return status === 200 && body.settings.some(({ key }: { key: string }) => key === setting);
};
const manager = async () => server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: city }));

async function choosesCentre(as: string): Promise<boolean> {
  const url = `/eventSetup/devices/${deviId}/ahp`;
  return (await call(as, 'PUT', url, { ahpId: null })).status === 200;
}

/** A stock of devices below the home, added and shown. */
async function arranges(as: string): Promise<boolean> {
  const unknown = { orgNumber: null, reference: null, address: null, billingAddress: null, defaultAhp: null };
  const body = { ...unknown, firmName: 'Lager', market: 1, kind: 'stock', parentId: home };
  const { status } = await call(as, 'POST', '/customers', body);
  return status === 200 && (await call(as, 'GET', '/customers')).status === 200;
}

/** A test of a notification list with somebody on it. */
async function testsList(as: string): Promise<boolean> {
  const path = `/eventSetup/devices/${deviId}`;
  const kari = { name: 'Kari', mobile: '+4791234567', email: null, events: [], channels: ['sms'] };
  const receivers = [{ ...kari, hours: null, waitSeconds: 60 }];
  const owner = await manager();
  const { rev } = (await call(owner, 'GET', path)).body;
  expect((await call(owner, 'PUT', path, { rev, receivers })).status).toBe(200);
  await server.db.execute('truncate notification_tests cascade');
  const offered = (await call(as, 'GET', path)).body.mayTest === true;
  expect((await call(as, 'POST', `${path}/tests`)).status === 200).toBe(offered);
  return offered;
}

async function addsDevice(as: string): Promise<boolean> {
  const stock = await createCustomer(server.db, { kind: 'stock', parentId: home });
  const serial = `LAGER${stock}`;
  await createDevice(server.db, { custId: stock, serial });
  const body = { deviceSerialNumber: serial, deviceName: 'Ny', custId: home, twinOf: null, unit: null };
  const { abilities } = (await call(as, 'GET', '/session')).body;
  return abilities.includes('addDevice') && (await call(as, 'POST', '/devices', body)).status === 200;
}

async function writesNote(as: string): Promise<boolean> {
  const { id } = (await ofDevice(as, 'GET', '/note')).body;
  return works(as, 'PUT', '/note', { id, note: `Nr. ${id}`, sms: false });
}

/** A circle around a place, shared with the customer or not. */
const savesFence = (as: string, sharedCustId: number | null) =>
  works(as, 'PUT', '/geofences', {
    geofence: {
      ...{ id: 0, name: 'Hagen', enabled: true, enabledTime: false, enabledTimeFrom: 0, enabledTimeTo: 0 },
      ...{ radius: 200, polygon: false, circle: true, vertices: [{ lat: 60, lng: 10 }], delayMinutes: 0 },
      ...{ indoor: false, inloIds: [], alertByCall: false, share: sharedCustId !== null, sharedCustId },
    },
  });

const stua = () => ({
  ...{ inloId: 0, rev: 0, deviId: 0, custId: home, name: 'Stua', latLng: '59.91000,10.75000', address: '' },
  indoorLocationDevices: [
    { type: 'W', macAddress: '02:ad:24:49:ea:61', name: '', scannedTime: null, signalStrength: -60, add: false },
  ],
});

/** A location of the customer that is not bound to the device is changed, and another one is shared. */
async function sharesLocations(as: string): Promise<boolean> {
  const shared = (await ofDevice(await manager(), 'PUT', '/indoor_locations', stua())).body;
  const { inloId, rev } = shared;
  const edits = await works(as, 'PUT', `/indoor_locations`, { ...stua(), inloId, rev, name: 'Kantina' });
  expect(await works(as, 'PUT', '/indoor_locations', stua())).toBe(edits);
  return edits;
}

const firms: readonly Role[] = ['SUPERAHP', 'AHP', 'SUPERFIRM', 'FIRM'];
const users: readonly Role[] = [...firms, 'RESTRICTED_USER'];
const everybody: readonly Role[] = [...users, 'TRACKER'];
type Probe = (as: string) => Promise<boolean>;
const probes: [string, readonly Policy[], readonly Role[], Probe][] = [
  ['[C6.18 D6.021] the indoor locations of the customer', ['DEVICE_INDOOR_CUSTOMER'], firms, sharesLocations],
  [
    '[C6.17] the notification list of the customer, among its default settings',
    ['DEFAULT_SETTINGS_EVENT_SETUP'],
    firms,
    async (as) => (await call(as, 'GET', `/eventSetup/customers/${home}`)).status === 200,
  ],
  ['[C6.19] geofences of the customer', ['CUSTOMER_GEOFENCE'], firms, (as) => savesFence(as, home)],
  ['[C6.21] the transaction log', ['DEVICE_TRANSACTION_LOG'], users, (as) => works(as, 'GET', '/transactions')],
  ['[C6.22 D6.009] the logs of a device', ['DEVICE_LOGS'], users, (as) => opens(as, 'logs')],
  ['[C6.24] the general settings', ['GENERAL_SETTINGS'], users, (as) => saves(as, 'heartbeatInterval', [10, 30])],
  ['[C6.25] tracking', ['DEVICE_TRACKING'], users, (as) => saves(as, 'trackingInterval', [600, 1200])],
  ['[C6.29] the alarm centre', ['ALARM_CENTRE'], users, choosesCentre],
  ['[C6.30] control calling', ['CONTROL_CALLING'], users, testsList],
  ['[C6.31] name change', ['NAME_CHANGE'], users, (as) => works(as, 'PUT', '/name', { deviceName: 'Rom 7' })],
  ['[C6.32] the organisation of a device', ['DEVICE_ORGANIZATION'], users, (as) => works(as, 'GET', '/organisation')],
  ['[C6.32] sub-organisations, and adding them', ['SUB_ORGS', 'EDIT_SUB_ORGS'], users, arranges],
  [
    '[C6.33 D6.003] the geofences of a device',
    ['DEVICE_GEOFENCE'],
    users,
    async (as) => (await opens(as, 'geofence')) && savesFence(as, null),
  ],
  [
    '[C6.34 D6.007] the information about a device',
    ['DEVICE_INFO'],
    users,
    async (as) => (await opens(as, 'info')) && works(as, 'PUT', '/user_tag', { userTag: 'GPS' }),
  ],
  [
    '[C6.35 D6.004] indoor locations',
    ['DEVICE_INDOOR'],
    users,
    async (as) => (await opens(as, 'indoor')) && works(as, 'GET', '/indoor_locations'),
  ],
  [
    '[C6.36 D6.005] sensors',
    ['DEVICE_SENSOR'],
    users,
    async (as) =>
      (await opens(as, 'sensor', unitId)) && (await call(as, 'GET', `/devices/${unitId}/sensors`)).status === 200,
  ],
  [
    '[C6.37 D6.011] light and sound',
    ['DEVICE_LIGHT_SOUND'],
    users,
    async (as) => (await opens(as, 'lightAndSound')) && saves(as, 'volumeLevel', [50, 60]),
  ],
  [
    '[C6.38] the settings of all devices but GX-8',
    ['VARDE'],
    users,
    async (as) => (await opens(as, 'lightAndSound')) && sees(as, 'volumeLevel'),
  ],
  [
    '[C6.39 D6.017] the settings of GX-8',
    ['GX8'],
    users,
    async (as) => (await opens(as, 'battery', unitId)) && sees(as, 'batteryThreshold', unitId),
  ],
  ['[C6.40] the twin of a device', ['TWIN_DEVICE'], users, (as) => opens(as, 'twin')],
  ['[C6.42] the menu for adding devices', ['ADD_DEVICE_MENU'], users, addsDevice],
  [
    '[D6.010] deleting data',
    ['DEVICE_DELETE_DATA'],
    users,
    async (as) => (await opens(as, 'delete-device-data')) && works(as, 'DELETE', '/history'),
  ],
  ['[D6.012] positioning', ['DEVICE_POSITIONING'], users, (as) => saves(as, 'disablePositioning', [true, false])],
  [
    '[D6.013] the battery threshold',
    ['DEVICE_BATTERY_THRESHOLD'],
    users,
    async (as) => (await opens(as, 'battery', unitId)) && sees(as, 'batteryThreshold', unitId),
  ],
  [
    '[D6.016] heart rate and blood pressure',
    ['DEVICE_HEART_RATE_BLOOD_PRESSURE'],
    users,
    async (as) =>
      (await opens(as, 'heartRateBloodPressure', watchId)) &&
      (await call(as, 'GET', `/devices/${watchId}/readings`)).status === 200,
  ],
];

const all: [string, readonly Role[], Probe][] = [
  ['[C6.20] the map of a device, which trackers have too', everybody, (as) => works(as, 'GET', '/positions')],
  ['[C6.23] the settings of a device', users, (as) => works(as, 'GET', '/settings')],
  ['[C6.43] the note on a device, which trackers have too', everybody, writesNote],
  ...probes.map(([title, , held, probe]): (typeof all)[number] => [title, held, probe]),
];

test.each(all)('%s: held by these roles, and by no other [C6.04]', async (_, expected, probe) => {
  const having: Role[] = [];
  for (const { key: role } of roles) {
    const as = await server.loginAs(await createUser(server.db, { role, custId: home }));
    if (await probe(as)) having.push(role);
  }
  expect(having.sort()).toEqual([...expected].sort());
  // Whole pages are closed to those who are trackers and nothing else, whatever they hold.
  const tracker = await server.loginAs(await trackerWithRoleElsewhere());
  expect(await probe(tracker), 'of a tracker to whom no page is closed').toBe(expected.includes('TRACKER'));
});

async function trackerWithRoleElsewhere(): Promise<{ userId: number }> {
  const user = await createUser(server.db, { role: 'TRACKER', custId: home });
  const elsewhere = await createCustomer(server.db);
  await server.db.insert(userPolicies).values({ userId: user.userId, role: 'RESTRICTED_USER', custId: elsewhere });
  return user;
}

describe.each(probes)('%s', (_, asked, _roles, probe) => {
  const lent = { role: 'TRACKER', status: 'active', information: 'all' } as const;
  /** A tracker to whom the home gives everything but one policy; with a role elsewhere nothing is closed to them. */
  const login = async (missing: Policy | null) => {
    const given = (Object.keys(policies) as Policy[]).filter((policy) => policy !== missing);
    await server.db.delete(customerRolePolicies);
    await server.db.insert(customerRolePolicies).values(given.map((policy) => ({ ...lent, custId: home, policy })));
    return server.loginAs(await trackerWithRoleElsewhere());
  };

  test.each(asked)(
    'is refused to a user with every policy at the customer but %s, and open with it',
    async (policy) => {
      expect(await probe(await login(policy))).toBe(false);
      expect(await probe(await login(null))).toBe(true);
    },
  );
});
