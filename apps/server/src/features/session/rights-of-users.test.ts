import { type Role, roles } from '@varde/catalogue/permissions';
import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

/** What SUPERFIRM, FIRM and RESTRICTED_USER have by themselves, by what each role gets from the calls. */

let server: TestServer;
let city: number;
let home: number;
let deviId: number;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  city = await createCustomer(server.db);
  home = await createCustomer(server.db, { kind: 'home', parentId: city });
  deviId = (await createDevice(server.db, { custId: home, dehaId: 23 })).deviId;
});

const ofDevice = (as: string, method: 'GET' | 'PUT' | 'POST', path: string, body?: object) =>
  server.call(method, `/ajax/devices/${deviId}${path}`, { as, ...(body && { body }) });
const works = async (...args: Parameters<typeof ofDevice>) => (await ofDevice(...args)).status === 200;
/** A tab of the device's page that is open. */
const opens = async (as: string, tab: string) =>
  (await ofDevice(as, 'GET', '')).body.tabs.some(({ key }: { key: string }) => key === tab);
const saves = (as: string, values: object) => works(as, 'PUT', '/settings', { values });
const choosesCentre = async (as: string) => {
  const url = `/ajax/eventSetup/devices/${deviId}/ahp`;
  return (await server.call('PUT', url, { as, body: { ahpId: null } })).status === 200;
};
/** A stock of devices below the home, added and shown. */
async function arranges(as: string): Promise<boolean> {
  const unknown = { orgNumber: null, reference: null, address: null, billingAddress: null, defaultAhp: null };
  const body = { ...unknown, firmName: 'Lager', market: 1, kind: 'stock', parentId: home };
  const { status } = await server.call('POST', '/ajax/customers', { as, body });
  return status === 200 && (await server.call('GET', '/ajax/customers', { as })).status === 200;
}

const users: readonly Role[] = ['SUPERAHP', 'AHP', 'SUPERFIRM', 'FIRM', 'RESTRICTED_USER'];
const everybody: readonly Role[] = [...users, 'TRACKER'];
type Probe = (as: string) => Promise<boolean>;
const probes: [string, readonly Role[], Probe][] = [
  ['[C6.20] the map of a device, which trackers have too', everybody, (as) => works(as, 'GET', '/positions')],
  ['[C6.21] the transaction log', users, (as) => works(as, 'GET', '/transactions')],
  ['[C6.22] the logs of a device', users, (as) => opens(as, 'logs')],
  ['[C6.23] the settings of a device', users, (as) => works(as, 'GET', '/settings')],
  ['[C6.24] the general settings', users, (as) => saves(as, { heartbeatInterval: 10 })],
  ['[C6.25] tracking', users, (as) => saves(as, { trackingInterval: 600 })],
  ['[C6.29] the alarm centre', users, choosesCentre],
  ['[C6.32] the organisation of a device', users, (as) => works(as, 'GET', '/organisation')],
  ['[C6.32] sub-organisations, and adding them', users, arranges],
  ['[C6.37] light and sound', users, (as) => saves(as, { volumeLevel: 50 })],
  ['[C6.40] the twin of a device', users, (as) => opens(as, 'twin')],
];

test.each(probes)('%s are for the roles that hold them by themselves [C6.04]', async (_, expected, probe) => {
  const having: Role[] = [];
  for (const { key: role } of roles) {
    const as = await server.loginAs(await createUser(server.db, { role, custId: home }));
    if (await probe(as)) having.push(role);
  }
  expect(having.sort()).toEqual([...expected].sort());
});
