import { createAlarm, createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { webHookDeliveries, webHookEvents, webHooks } from '#domain/web-hooks/tables.ts';

const clock = createManualClock();
let server: TestServer;
let city: number;
let homes: { mine: number; other: number };
const as = { manager: '', head: '', nurse: '', neighbour: '' };

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  city = await createCustomer(db, { firmName: 'Solvik kommune' });
  homes = {
    mine: await createCustomer(db, { kind: 'home', parentId: city }),
    other: await createCustomer(db, { kind: 'home', parentId: city }),
  };
  const login = async (role: 'RESTRICTED_USER' | 'FIRM' | 'SUPERFIRM', custId: number) =>
    server.loginAs(await createUser(db, { role, custId }));
  as.manager = await login('SUPERFIRM', city);
  as.head = await login('FIRM', homes.mine);
  as.nurse = await login('RESTRICTED_USER', homes.mine);
  as.neighbour = await login('SUPERFIRM', homes.other);
});

const url = 'https://hooks.test.example/varde?key=hemmelig';
const body = { url, events: ['alarmRaised', 'alarmReset'] };
const pathOf = (custId = homes.mine, rest = '') => `/ajax/customers/${custId}/web_hooks${rest}`;
const get = async (who = as.head, custId = homes.mine) => (await server.call('GET', pathOf(custId), { as: who })).body;
const add = (changes: object = {}, { who = as.head, custId = homes.mine } = {}) =>
  server.call('POST', pathOf(custId), { as: who, body: { ...body, ...changes } });
const post = (rest: string, who = as.head, custId = homes.mine) =>
  server.call('POST', pathOf(custId, rest), { as: who });
const remove = (hookId: number, who = as.head, custId = homes.mine) =>
  server.call('DELETE', pathOf(custId, `/${hookId}`), { as: who });
const change = (hookId: number, changes: object = {}, who = as.head, custId = homes.mine) =>
  server.call('PUT', pathOf(custId, `/${hookId}`), { as: who, body: { ...body, ...changes } });
const deliveries = () => server.db.select().from(webHookDeliveries).orderBy(asc(webHookDeliveries.deliveryId));

describe('a web hook', () => {
  test('is added with a secret that is shown only then, and has nothing to show yet', async () => {
    const added = await add();
    const hook = { url, events: body.events, createdAt: clock.now(), waiting: 0, dead: 0, deliveries: [] };
    expect(added.body).toEqual({
      hook: { hookId: expect.any(Number), ...hook },
      secret: expect.stringMatching(/^varde_[\w-]{43}$/),
    });
    expect(await get()).toEqual({ hooks: [added.body.hook], mayEdit: true });
    expect(JSON.stringify(await get())).not.toContain(added.body.secret);
    const other = await add();
    expect(other.body.secret).not.toBe(added.body.secret);
  });

  test('belongs to one customer: those above see it there, those below and beside it do not', async () => {
    const { hook } = (await add({}, { who: as.manager, custId: city })).body;
    expect((await get(as.manager, city)).hooks).toEqual([hook]);
    expect((await get(as.manager)).hooks).toEqual([]);
    expect((await get()).hooks).toEqual([]);
    for (const [who, status] of [
      [as.head, 404],
      [as.neighbour, 404],
      [as.nurse, 403],
    ] as const) {
      expect((await server.call('GET', pathOf(city), { as: who })).status).toBe(status);
      expect((await add({}, { who, custId: city })).status).toBe(status);
      expect((await post(`/${hook.hookId}/test`, who, city)).status).toBe(status);
      expect((await remove(hook.hookId, who, city)).status).toBe(status);
      expect((await change(hook.hookId, {}, who, city)).status).toBe(status);
    }
    // By a customer that the caller may administer.
    expect((await post(`/${hook.hookId}/test`)).status).toBe(404);
    expect((await remove(hook.hookId)).status).toBe(404);
    expect((await change(hook.hookId)).status).toBe(404);
    expect(await server.db.select().from(webHooks)).toMatchObject([{ url }]);
    expect(await deliveries()).toEqual([]);
  });

  test.each([
    ['http', { url: 'http://hooks.test.example/' }, 'url'],
    ['an address of the server’s own network', { url: 'https://10.0.0.5/' }, 'url'],
    ['no address', { url: 'hooks' }, 'url'],
    ['more than 500 characters', { url: `https://hooks.test.example/${'x'.repeat(480)}` }, 'url'],
    ['no event', { events: [] }, 'events'],
    ['an unknown event', { events: ['alarmLost'] }, 'events.0'],
  ])('with %s is refused at the field', async (_what, changes, path) => {
    const refused = { status: 400, body: { errors: [expect.objectContaining({ path })] } };
    expect(await add(changes)).toMatchObject(refused);
    expect(await server.db.select().from(webHooks)).toEqual([]);
  });

  test('asks for an event once, and is one of at most ten of its customer', async () => {
    const added = await add({ events: ['alarmReset', 'alarmReset'] });
    expect(added.body.hook.events).toEqual(['alarmReset']);
    for (let more = 1; more < 10; more++) expect((await add()).status).toBe(200);
    expect(await add()).toMatchObject({ status: 400, body: { errors: [{ path: 'url' }] } });
    expect((await add({}, { who: as.neighbour, custId: homes.other })).status).toBe(200);
  });

  test('is changed: it keeps its secret and what waits for it, and the others stay as they are', async () => {
    const { hook, secret } = (await add()).body;
    const other = (await add()).body.hook;
    await post(`/${hook.hookId}/test`);
    const moved = { url: 'https://elsewhere.test.example/x', events: ['alarmClaimed', 'alarmClaimed'] };
    const changed = { ...hook, ...moved, events: ['alarmClaimed'], waiting: 1 };
    expect((await change(hook.hookId, moved)).body.hooks).toEqual([
      { ...changed, deliveries: [expect.objectContaining({ event: 'test', state: 'waiting' })] },
      other,
    ]);
    const rows = await server.db.select().from(webHooks).orderBy(asc(webHooks.hookId));
    expect(rows[0]).toMatchObject({ url: moved.url, secret });
  });

  test('that is changed tries at once what waits for it, and nothing of another one', async () => {
    const hookIds = [(await add()).body.hook.hookId, (await add()).body.hook.hookId];
    const nextTryAt = new Date(clock.now() + 3_600_000);
    const at = new Date(clock.now());
    const waits = hookIds.map((hookId) => ({
      hookId,
      event: 'test' as const,
      at,
      queuedAt: at,
      nextTryAt,
      tries: 9,
    }));
    await server.db.insert(webHookDeliveries).values(waits);
    await change(hookIds[0]);
    expect(await deliveries()).toMatchObject([{ nextTryAt: null, tries: 9 }, { nextTryAt }]);
  });

  test.each([
    ['http', { url: 'http://hooks.test.example/' }, 'url'],
    ['an address of the server’s own network', { url: 'https://10.0.0.5/' }, 'url'],
    ['no event', { events: [] }, 'events'],
  ])('is not changed to %s', async (_what, changes, path) => {
    const { hook } = (await add()).body;
    const refused = { status: 400, body: { errors: [expect.objectContaining({ path })] } };
    expect(await change(hook.hookId, changes)).toMatchObject(refused);
    expect((await get()).hooks).toEqual([hook]);
  });

  test('is tested once at a time', async () => {
    const { hookId } = (await add()).body.hook;
    const tested = await post(`/${hookId}/test`);
    const test = { event: 'test', alarmId: null, state: 'waiting', tries: 0, status: null, lastError: null };
    expect(tested.body.hooks).toMatchObject([{ hookId, waiting: 1, dead: 0, deliveries: [test] }]);
    expect((await post(`/${hookId}/test`)).body).toEqual(tested.body);
  });

  test('is removed with what waits for it', async () => {
    const { hookId } = (await add()).body.hook;
    await post(`/${hookId}/test`);
    expect((await remove(hookId)).body).toEqual({ hooks: [], mayEdit: true });
    expect(await deliveries()).toEqual([]);
    expect((await remove(hookId)).status).toBe(404);
  });

  test('is audited, without its secret and the query of its address', async () => {
    const { hook, secret } = (await add()).body;
    await post(`/${hook.hookId}/test`);
    await post(`/${hook.hookId}/test`);
    await change(hook.hookId, {
      url: 'https://elsewhere.test.example/x?key=hemmelig',
      events: ['alarmReset'],
    });
    await remove(hook.hookId);
    const entries = await server.db.select().from(auditEntries).orderBy(auditEntries.auditId);
    expect(entries.map(({ action, custId }) => [action, custId])).toEqual([
      ['webHook.added', homes.mine],
      ['webHook.tested', homes.mine],
      ['webHook.changed', homes.mine],
      ['webHook.removed', homes.mine],
    ]);
    expect(JSON.parse(entries[2]?.content ?? '')).toMatchObject({
      before: { url: 'https://hooks.test.example/varde', events: body.events },
      after: { url: 'https://elsewhere.test.example/x', events: ['alarmReset'] },
    });
    expect(JSON.stringify(entries)).toContain('https://hooks.test.example/varde');
    expect(JSON.stringify(entries)).not.toContain('hemmelig');
    expect(JSON.stringify(entries)).not.toContain(secret);
  });
});

describe('the deliveries of a web hook', () => {
  const at = () => new Date(clock.now());
  const queued = (hookId: number) => ({ hookId, event: 'test' as const, at: at(), queuedAt: at() });
  const ended = (state: 'dead' | 'delivered') => ({ state, endedAt: at() });

  test('are shown dead ones first, then waiting ones, then the latest, at most twenty, all counted', async () => {
    const { hookId } = (await add()).body.hook;
    const many = Array.from({ length: 25 }, () => ({
      ...queued(hookId),
      ...ended('delivered'),
      status: 204,
    }));
    const dead = { ...queued(hookId), ...ended('dead'), status: 500, lastError: 'answered 500' };
    await server.db.insert(webHookDeliveries).values([dead, queued(hookId), ...many]);
    const [hook] = (await get()).hooks;
    expect(hook).toMatchObject({ waiting: 1, dead: 1 });
    expect(hook.deliveries).toHaveLength(20);
    const ids = hook.deliveries.map((each: { deliveryId: number }) => each.deliveryId);
    const all = (await deliveries()).map(({ deliveryId }) => deliveryId);
    expect(ids).toEqual([all[0], all[1], ...all.slice(-18).reverse()]);
    expect(hook.deliveries[0]).toMatchObject({ state: 'dead', status: 500, lastError: 'answered 500' });
  });

  test('are queued again when they wait or are dead, and not when they were delivered, or are another hook’s', async () => {
    const { hookId } = (await add()).body.hook;
    const { hookId: other } = (await add()).body.hook;
    const later = { tries: 7, nextTryAt: new Date(clock.now() + 3_600_000) };
    const rows = [
      { ...queued(hookId), ...ended('dead') },
      { ...queued(hookId), ...later },
      { ...queued(hookId), ...ended('delivered') },
    ];
    const made = await server.db.insert(webHookDeliveries).values(rows).returning();
    const [dead, waiting, delivered] = made.map(({ deliveryId }) => deliveryId);
    const replay = (deliveryId = 0, of = hookId) => post(`/${of}/deliveries/${deliveryId}/replay`);
    expect((await replay(dead, other)).status).toBe(404);
    expect((await replay(delivered)).status).toBe(404);
    expect((await deliveries())[0]).toMatchObject({ state: 'dead' });
    clock.advance(1000);
    expect((await replay(dead)).body.hooks).toMatchObject([{ waiting: 2, dead: 0 }, {}]);
    expect((await replay(waiting)).status).toBe(200);
    const anew = { state: 'waiting', tries: 0, nextTryAt: null, queuedAt: at() };
    expect(await deliveries()).toMatchObject([anew, anew, { state: 'delivered' }]);
    const entries = await server.db.select().from(auditEntries);
    expect(entries.filter(({ action }) => action === 'webHook.replayed')).toHaveLength(2);
  });
});

test('what users do with an alarm is queued in the same call, also below the customer that has the hook', async () => {
  await add({}, { who: as.manager, custId: city });
  const { deviId } = await createDevice(server.db, { custId: homes.mine });
  const alarmId = await createAlarm(server.db, { deviId, custId: homes.mine });
  const claim = () => server.call('POST', `/ajax/alarms/${alarmId}/claim`, { as: as.nurse });
  expect((await claim()).status).toBe(200);
  await claim(); // claimed already
  expect(await server.db.select().from(webHookEvents)).toMatchObject([
    { alarmId, event: 'alarmClaimed', at: new Date(clock.now()) },
  ]);
});
