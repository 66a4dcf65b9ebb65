import { deviceEventOf } from '@varde/testing/device-events';
import { createCustomer, createDevice, createUser, type TestUser } from '@varde/testing/factories';
import { type LiveClient, openLiveClient } from '@varde/testing/live-client';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userPolicies, users } from '#domain/accounts/tables.ts';

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

const deviceEvent = (deviId: number, owner: number, battery: number) => deviceEventOf(owner, { deviId, battery });

test('an anonymous client, and a page of another site, cannot open the channel', async () => {
  await expect(connect({})).rejects.toThrow('401');
  await expect(connect({ cookie: 'varde_session=made-up' })).rejects.toThrow('401');
  await expect(connect({ cookie, origin: 'https://elsewhere.example' })).rejects.toThrow('403');
  await connect({ cookie, origin: `http://127.0.0.1:${port}` });
});

test('a subscriber gets the events of its own scope and no others', async () => {
  const foreign = await createCustomer(server.db);
  const client = await connect();
  client.send('SUBSCRIBE', { id: 'a', destination: '/topic/devices', receipt: 'r1' });
  expect((await client.next('RECEIPT')).headers['receipt-id']).toBe('r1');
  server.bus.publishEvents([deviceEvent(1, foreign, 10)]);
  server.bus.publishEvents([deviceEvent(2, custId, 20)]);
  const message = await client.next('MESSAGE');
  expect(message.headers).toMatchObject({ subscription: 'a', destination: '/topic/devices' });
  expect(JSON.parse(message.body).changes).toMatchObject([{ deviId: 2, rev: 1, battery: 20 }]);
});

test("another customer's device and a nonexistent one are refused alike, with ERROR and close", async () => {
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

test('a subscription with a malformed filter is refused with a reason', async () => {
  const client = await connect();
  client.send('SUBSCRIBE', { id: 'a', destination: '/topic/devices', query: 'status=melting' });
  expect((await client.next('ERROR')).headers).toMatchObject({ message: 'validationFailed' });
  expect(await client.closed).toBe(1008);
});

test('after UNSUBSCRIBE no message follows', async () => {
  const { deviId } = await createDevice(server.db, { custId });
  const client = await connect();
  client.send('SUBSCRIBE', { id: 'a', destination: '/topic/devices' });
  client.send('SUBSCRIBE', { id: 'b', destination: `/topic/device/${deviId}` });
  await client.next('MESSAGE'); // the device in its present state
  client.send('UNSUBSCRIBE', { id: 'a', receipt: 'gone' });
  await client.next('RECEIPT');
  server.bus.publishEvents([deviceEvent(deviId, custId, 20)]);
  expect((await client.next('MESSAGE')).headers.subscription).toBe('b');
});

test('when events may have been missed every subscriber connects again, and then has what changed', async () => {
  const { deviId } = await createDevice(server.db, { custId });
  const clients = [await connect(), await connect()];
  server.bus.missed();
  for (const { closed } of clients) expect(await closed).toBe(1012);
  const again = await connect();
  again.send('SUBSCRIBE', { id: 'a', destination: `/topic/device/${deviId}` });
  expect(JSON.parse((await again.next('MESSAGE')).body)).toMatchObject({ device: { deviId } });
});

test('logging out closes the sockets of that session and of no other', async () => {
  const other = await connect({ cookie: await server.loginAs(user) });
  const client = await connect();
  await server.call('POST', '/logout', { as: cookie });
  expect(await client.closed).toBe(4401);
  other.send('SUBSCRIBE', { id: 'a', destination: '/topic/devices', receipt: 'still here' });
  await other.next('RECEIPT');
});

test('a user who is disabled, or whose rights change, is disconnected at the next check', async () => {
  const client = await connect();
  await server.db.update(userPolicies).set({ role: 'TRACKER' }).where(eq(userPolicies.userId, user.userId));
  await server.app.live.recheck();
  expect(await client.closed).toBe(4403);
  const again = await connect();
  await server.db.update(users).set({ disabledAt: new Date() }).where(eq(users.userId, user.userId));
  await server.app.live.recheck();
  expect(await again.closed).toBe(4401);
});

test('input that is not STOMP, too long or out of order ends that connection and none of the others', async () => {
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

describe('a user with many consoles', () => {
  let few: TestServer;
  beforeAll(async () => {
    few = await startTestServer({ environment: { VARDE_LIVE_PER_USER: '3' } });
    await few.app.start();
  });
  afterAll(() => few.close());

  test('has a limit of connections, whatever the session; the next is refused, one that closes makes room, others are not affected', async () => {
    const [kari, ola] = [await createUser(few.db), await createUser(few.db)];
    const [phone, tablet, his] = [await few.loginAs(kari), await few.loginAs(kari), await few.loginAs(ola)];
    const open = (as: string) => openLiveClient(few.port(), { cookie: as });
    let hers = [await open(phone), await open(tablet), await open(phone)];
    for (let round = 0; round < 2; round += 1) {
      await expect(open(tablet)).rejects.toThrow('429');
      const theirs = await open(his);
      theirs.close();
      for (const client of hers) client.close();
      await Promise.all(hers.map(({ closed }) => closed));
      hers = await Promise.all([phone, tablet, phone].map(open));
    }
    await expect(open(phone)).rejects.toThrow('429');
  });
});

test('endless line feeds and endless WebSocket control frames end a connection and none of the others', async () => {
  const bystander = await connect();
  const feeder = await connect();
  for (let n = 0; n < 100; n += 1) feeder.sendRaw('\n');
  expect((await feeder.next('ERROR')).headers.message).toBe('tooManyFrames');
  expect(await feeder.closed).toBe(1008);
  const pinger = await connect();
  for (let n = 0; n < 2_000; n += 1) pinger.ping('x'.repeat(100));
  expect([1006, 1008]).toContain(await pinger.closed); // cut off, if it does not read the close frame
  bystander.send('SUBSCRIBE', { id: 'a', destination: '/topic/devices', receipt: 'fine' });
  await bystander.next('RECEIPT');
});
