import { createCustomer, createDevice, createUser, type TestUser } from '@varde/testing/factories';
import { type LiveClient, openLiveClient } from '@varde/testing/live-client';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { userPolicies, users } from '../schema.ts';

let server: TestServer;
let port: number;
let custId: number;
let user: TestUser;
let cookie: string;
let clients: LiveClient[] = [];

beforeAll(async () => {
  server = await startTestServer();
  await server.app.start();
  port = server.port();
});
beforeEach(async () => {
  await server.clear();
  custId = await createCustomer(server.db);
  user = await createUser(server.db, { role: 'FIRM', custId });
  cookie = await server.loginAs(user);
});
afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});
afterAll(() => server.close());

async function connect(options: Parameters<typeof openLiveClient>[1] = { cookie }): Promise<LiveClient> {
  const client = await openLiveClient(port, options);
  clients.push(client);
  return client;
}

const deviceEvent = (deviId: number, owner: number, battery: number) => ({
  type: 'device' as const,
  deviId,
  custId: owner,
  change: { deviId, rev: 1, battery },
});

test('who is not logged in, and a page of another site, cannot open the channel', async () => {
  await expect(connect({})).rejects.toThrow('401');
  await expect(connect({ cookie: 'varde_session=made-up' })).rejects.toThrow('401');
  await expect(connect({ cookie, origin: 'https://elsewhere.example' })).rejects.toThrow('403');
  await connect({ cookie, origin: `http://127.0.0.1:${port}` });
});

test('a subscriber hears of what it may see and of nothing else', async () => {
  const foreign = await createCustomer(server.db);
  const client = await connect();
  client.send('SUBSCRIBE', { id: 'a', destination: '/topic/devices', receipt: 'r1' });
  expect((await client.next('RECEIPT')).headers['receipt-id']).toBe('r1');
  server.bus.publishEvents([deviceEvent(1, foreign, 10)]);
  server.bus.publishEvents([deviceEvent(2, custId, 20)]);
  const message = await client.next('MESSAGE');
  expect(message.headers).toMatchObject({ subscription: 'a', destination: '/topic/devices' });
  expect(JSON.parse(message.body).changes).toEqual([{ deviId: 2, rev: 1, battery: 20 }]);
});

test("another customer's device and a device that does not exist are refused alike, with ERROR and the end", async () => {
  const foreign = await createCustomer(server.db);
  const { deviId } = await createDevice(server.db, { custId: foreign });
  for (const destination of [`/topic/device/${deviId}`, '/topic/device/999999', '/topic/nothing']) {
    const client = await connect();
    client.send('SUBSCRIBE', { id: 'a', destination, receipt: 'r1' });
    const error = await client.next('ERROR');
    expect(error.headers).toMatchObject({ message: 'notAllowed', subscription: 'a', 'receipt-id': 'r1' });
    expect(await client.closed).toBe(1008);
  }
});

test('after UNSUBSCRIBE nothing comes any more', async () => {
  const client = await connect();
  client.send('SUBSCRIBE', { id: 'a', destination: '/topic/devices' });
  client.send('SUBSCRIBE', { id: 'b', destination: '/topic/devices' });
  client.send('UNSUBSCRIBE', { id: 'a', receipt: 'gone' });
  await client.next('RECEIPT');
  server.bus.publishEvents([deviceEvent(2, custId, 20)]);
  expect((await client.next('MESSAGE')).headers.subscription).toBe('b');
});

test('logging out closes the sockets of that session and of no other', async () => {
  const other = await connect({ cookie: await server.loginAs(user) });
  const client = await connect();
  await server.call('POST', '/logout', { as: cookie });
  expect(await client.closed).toBe(4401);
  other.send('SUBSCRIBE', { id: 'a', destination: '/topic/devices', receipt: 'still here' });
  await other.next('RECEIPT');
});

test('a user who is disabled, or whose rights change, is let go at the next check', async () => {
  const client = await connect();
  await server.db.update(userPolicies).set({ role: 'TRACKER' }).where(eq(userPolicies.userId, user.userId));
  await server.app.live.recheck();
  expect(await client.closed).toBe(4403);
  const again = await connect();
  await server.db.update(users).set({ disabledAt: new Date() }).where(eq(users.userId, user.userId));
  await server.app.live.recheck();
  expect(await again.closed).toBe(4401);
});

test('what is no STOMP, too long or out of order ends that connection and none of the others', async () => {
  const bystander = await connect();
  const hostile = [
    'HELLO\n\n\0',
    'SEND\ndestination:/topic/alarms\n\n\0',
    'CONNECT\naccept-version:1.0\n\n\0',
    `SUBSCRIBE\nid:${'x'.repeat(20_000)}`,
    'SUBSCRIBE\ndestination:/topic/devices\n\n\0',
  ];
  for (const text of hostile) {
    const client = await connect({ cookie, connect: text.startsWith('CONNECT') === false });
    client.sendRaw(text);
    expect((await client.next('ERROR')).headers.message).toMatch(/^[a-zA-Z]+$/);
    expect(await client.closed).toBe(1008);
  }
  bystander.send('SUBSCRIBE', { id: 'a', destination: '/topic/devices', receipt: 'fine' });
  await bystander.next('RECEIPT');
});
