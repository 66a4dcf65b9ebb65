import type { LiveEvent } from '@varde/contract/events';
import { createCustomer, createUser } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let server: TestServer;
type Rights = Pick<Extract<LiveEvent, { type: 'rights' }>, 'userId' | 'custIds'>;
/** Published rights changes: the user (null: any user) and the customers. */
const published: Rights[] = [];
beforeAll(async () => {
  server = await startTestServer();
  server.bus.onEvents((events) => {
    for (const event of events)
      if (event.type === 'rights') published.push({ userId: event.userId, custIds: event.custIds });
  });
});
afterAll(() => server.close());

let ids: { city: number; nurse: number };
let admin: string;
let nurse: string;
beforeEach(async () => {
  await server.clear();
  const city = await createCustomer(server.db);
  admin = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: city }));
  const user = await createUser(server.db, { role: 'RESTRICTED_USER', custId: city }, 'nurse@test.example');
  nurse = await server.loginAs(user);
  ids = { city, nurse: user.userId };
  published.length = 0;
});

const call = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = admin) =>
  server.call(method, `/ajax/users/${path}`, { as, ...(body === undefined ? {} : { body }) });
const changes: [string, () => ReturnType<typeof call>][] = [
  ['details', () => call('PUT', String(ids.nurse), details())],
  ['roles', () => call('PUT', `${ids.nurse}/policies`, { policies: [{ role: 'TRACKER', custId: ids.city }] })],
  ['flags', () => call('PUT', `${ids.nurse}/flags`, { beta: true, translator: false })],
  ['deactivation', () => call('PUT', `${ids.nurse}/activation`, { active: false })],
  ['activation', () => call('PUT', `${ids.nurse}/activation`, { active: true })],
  ['deletion', () => call('DELETE', String(ids.nurse))],
];
const details = () => ({
  firstName: 'Nora',
  lastName: 'Ny',
  mobile: null,
  language: 'nb',
  custId: ids.city,
  temporaryUntil: Date.now() + 60_000,
});

test.each(changes)('a change of %s is published for that user and no other', async (_, change) => {
  expect((await change()).status).toBe(200);
  expect(published).toEqual([{ userId: ids.nurse, custIds: [] }]);
});

test('making a temporary user permanent, and restoring a user, are published too', async () => {
  await call('PUT', String(ids.nurse), details());
  await call('POST', `${ids.nurse}/promotion`);
  await call('DELETE', String(ids.nurse));
  await call('POST', `${ids.nurse}/undeletion`);
  expect(published).toEqual(Array.from({ length: 4 }, () => ({ userId: ids.nurse, custIds: [] })));
});

test.each(changes)('a refused change of %s is not published', async (_, change) => {
  const mine = admin;
  admin = nurse;
  expect((await change()).status).toBe(403);
  admin = mine;
  expect(published).toEqual([]);
});

describe('users of the customers concerned, and of no other customer, receive', () => {
  const custIdsOf = ([event]: Rights[]) => [...(event?.custIds ?? [])].sort((a, b) => a - b);
  let below: number[];
  beforeEach(async () => {
    const home = await createCustomer(server.db, { parentId: ids.city });
    below = [home, await createCustomer(server.db, { parentId: home })];
    await createCustomer(server.db);
  });

  test('a change of what a role may do: the customer with all below it', async () => {
    const body = { role: 'TRACKER', policy: 'NAME_CHANGE', status: 'active', information: null };
    const save = () => server.call('PUT', `/ajax/customers/${ids.city}/role_policies`, { as: admin, body });
    await save();
    expect(published).toMatchObject([{ userId: null }]);
    expect(custIdsOf(published)).toEqual([ids.city, ...below]);
    await save();
    expect(published).toHaveLength(1);
  });
});
