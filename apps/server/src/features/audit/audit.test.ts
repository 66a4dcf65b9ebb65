import { createAlarm, createCustomer, createDevice, createUser, type TestUser } from '@varde/testing/factories';
import { resetOrder } from '@varde/testing/reset-order';
import { startTestServer, type TestAnswer, type TestServer } from '@varde/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noActor, recordAudit } from '#domain/audit/audit.ts';

let server: TestServer;
let ids: { city: number; home: number; other: number; deviId: number };
let nurseUser: TestUser;
let admin: string;
let manager: string;
let nurse: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const city = await createCustomer(db, { firmName: 'Solvik' });
  const home = await createCustomer(db, { kind: 'home', firmName: 'Solvik sykehjem', parentId: city });
  const other = await createCustomer(db);
  const { deviId } = await createDevice(db, { custId: home, deviceName: 'Klokke 1' });
  ids = { city, home, other, deviId };
  nurseUser = await createUser(db, { role: 'RESTRICTED_USER', custId: home });
  nurse = await server.loginAs(nurseUser);
  manager = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: city }));
  admin = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: null }));
});

const read = async (as: string, query = '') => (await server.call('GET', `/ajax/audit?${query}`, { as })).body;
const actions = async (as: string, query = '') =>
  (await read(as, query)).entries.map(({ action }: { action: string }) => action);

test('looks at a device, its positions and its log are recorded with names, time and address', async () => {
  for (const part of ['', '/positions', '/settings']) {
    const answer = await server.call('GET', `/ajax/devices/${ids.deviId}${part}`, { as: nurse });
    expect(answer.status).toBe(200);
  }
  const { entries } = await read(manager);
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    'settings.read',
    'positions.read',
    'device.read',
  ]);
  expect(entries[1]).toMatchObject({
    user: { userId: nurseUser.userId, name: expect.stringContaining('Bruker') },
    customer: { custId: ids.home, firmName: 'Solvik sykehjem' },
    device: { deviId: ids.deviId, deviceName: 'Klokke 1' },
    address: '127.0.0.1',
    context: 'PROFFWEB',
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('actions on an alarm are recorded with before and after', async () => {
  const alarmId = await createAlarm(server.db, { deviId: ids.deviId, custId: ids.home });
  const { body: claimed } = (await server.call('POST', `/ajax/alarms/${alarmId}/claim`, {
    as: nurse,
  })) as TestAnswer;
  const body = resetOrder({ claimedAt: claimed.claimedAt });
  await server.call('POST', `/ajax/alarms/${alarmId}/reset`, { as: nurse, body });
  await server.call('POST', `/ajax/alarms/${alarmId}/reset`, { as: nurse, body }); // again: it has no effect
  const { entries } = await read(manager, 'kind=changes');
  expect(entries).toHaveLength(2);
  expect(entries[0]).toMatchObject({
    action: 'alarm.reset',
    subject: { kind: 'alarm', id: alarmId },
    device: { deviId: ids.deviId },
    before: { state: 'claimed', claimedBy: nurseUser.userId },
    after: { state: 'reset', handledBy: 'Kari', outcome: 'helped' },
  });
});

test('an entry comes with the names of its numbers that the reader may see', async () => {
  const { db } = server;
  const stranger = await createUser(db, { role: 'FIRM', custId: ids.other });
  const operator = await createUser(db, { role: 'AHP', custId: ids.other });
  const { deviId } = await createDevice(db, { custId: ids.other, deviceName: 'Klokke 2' });
  await recordAudit(db, {
    action: 'user.policies',
    at: new Date(),
    by: noActor,
    custId: ids.home,
    subject: { kind: 'user', id: nurseUser.userId },
    before: { claimedBy: operator.userId, userId: stranger.userId, parentId: ids.other, defaultAhp: null },
    after: {
      given: [
        { role: 'FIRM', custId: ids.city },
        { role: 'FIRM', custId: ids.other },
      ],
      filter: { deviId },
      entries: [{ userId: nurseUser.userId }],
    },
  });
  const mentioned = async (as: string) =>
    (await read(as, 'kind=changes')).entries[0].mentions.map(
      ({ kind, id }: { kind: string; id: number }) => `${kind} ${id}`,
    );
  const { mentions } = (await read(manager, 'kind=changes')).entries[0];
  expect(mentions).toContainEqual({ kind: 'customer', id: ids.city, name: 'Solvik' });
  expect((await mentioned(manager)).sort()).toEqual(
    [`customer ${ids.city}`, `user ${nurseUser.userId}`, `user ${operator.userId}`].sort(),
  );
  expect((await mentioned(admin)).sort()).toEqual(
    [
      `customer ${ids.city}`,
      `customer ${ids.other}`,
      `device ${deviId}`,
      ...[nurseUser, operator, stranger].map(({ userId }) => `user ${userId}`),
    ].sort(),
  );
});

test('a name is given to its own entry, not to others of the page', async () => {
  const { db } = server;
  const about = { at: new Date(), by: noActor, custId: ids.home };
  await recordAudit(db, { ...about, action: 'customer.moved', after: { parentId: ids.city } });
  await recordAudit(db, { ...about, action: 'customer.changed', after: { firmName: 'Nytt navn' } });
  const { entries } = await read(manager, 'kind=changes');
  expect(entries.map(({ mentions }: { mentions: unknown[] }) => mentions)).toEqual([
    [],
    [{ kind: 'customer', id: ids.city, name: 'Solvik' }],
  ]);
});

test('a reader sees the entries of their own customers; those of the installation need global access', async () => {
  const at = new Date();
  for (const custId of [ids.home, ids.other, null])
    await recordAudit(server.db, { action: 'alarm.claimed', at, by: noActor, custId });
  expect(await actions(manager)).toEqual(['alarm.claimed']);
  expect(await actions(manager, `custId=${ids.other}`)).toEqual([]);
  expect((await actions(admin, 'action=alarm.claimed')).length).toBe(3);
  expect((await server.call('GET', '/ajax/audit', { as: nurse })).status).toBe(403);
});

test('reading the log is recorded too, with the filter, and once for a look of several pages', async () => {
  const at = new Date();
  for (let count = 0; count < 3; count++)
    await recordAudit(server.db, { action: 'alarm.claimed', at, by: noActor, custId: ids.home });
  const first = await read(manager, `custId=${ids.city}&limit=2&action=alarm.claimed`);
  const second = await read(manager, `custId=${ids.city}&limit=2&action=alarm.claimed&cursor=${first.nextCursor}`);
  expect([first.entries.length, second.entries.length, second.nextCursor]).toEqual([2, 1, null]);
  await read(manager, `custId=${ids.city}&purpose=export`);
  const { entries } = await read(admin, `custId=${ids.city}&kind=looks`);
  expect(entries.map(({ action }: { action: string }) => action)).toEqual(['audit.exported', 'audit.read']);
  expect(entries[1].after).toMatchObject({ filter: { custId: ids.city, action: 'alarm.claimed' } });
});

describe('an export', () => {
  const exportsOf = async () =>
    (await read(admin, 'action=audit.exported&limit=500')).entries as { after: unknown; address: string }[];
  const fetch = (query: string, as = manager) => read(as, `purpose=export&limit=2&custId=${ids.city}&${query}`);
  beforeEach(async () => {
    for (let count = 0; count < 7; count++)
      await recordAudit(server.db, {
        action: 'alarm.claimed',
        at: new Date(),
        by: noActor,
        custId: ids.home,
      });
  });

  test('is an entry, each time, even shortly after another; its later pages are not entries', async () => {
    for (let count = 1; count <= 3; count++) {
      let page = await fetch('');
      let got = page.entries.length;
      for (; page.nextCursor !== null; got += page.entries.length) page = await fetch(`cursor=${page.nextCursor}`);
      expect(got).toBeGreaterThanOrEqual(7);
      expect(await exportsOf()).toHaveLength(count);
    }
  });

  test('is audited whatever cursor it begins with: made up, of the list, of another user, of another filter', async () => {
    const madeUp = (...position: number[]) => Buffer.from(JSON.stringify(position)).toString('base64url');
    const mine = (await fetch('')).nextCursor;
    const others = (await fetch('', admin)).nextCursor;
    const listed = (await read(manager, `custId=${ids.city}&limit=2`)).nextCursor;
    const otherFilter = (await fetch('kind=changes')).nextCursor;
    let written = (await exportsOf()).length;
    for (const cursor of [madeUp(6), madeUp(6, 0), madeUp(6, 999_999), madeUp(6, 3), others, listed, otherFilter]) {
      expect((await fetch(`cursor=${cursor}`)).entries.length).toBeGreaterThan(0);
      expect((await exportsOf()).length, cursor).toBe(++written);
    }
    await fetch(`cursor=${mine}`);
    expect(await exportsOf()).toHaveLength(written);
  });

  test('in progress contains no entry written after it began', async () => {
    const { nextCursor } = await fetch('');
    const [, exportId] = JSON.parse(Buffer.from(nextCursor, 'base64url').toString());
    await recordAudit(server.db, { action: 'alarm.reset', at: new Date(), by: noActor, custId: ids.home });
    const top = Buffer.from(JSON.stringify([Number.MAX_SAFE_INTEGER, exportId])).toString('base64url');
    const { entries } = await fetch(`cursor=${top}`);
    expect(entries.length).toBeGreaterThan(0);
    for (const { auditId } of entries) expect(auditId).toBeLessThan(exportId);
  });
});

test('a later page of the log is a look like the first: it is audited without a first page', async () => {
  const at = new Date();
  for (let count = 0; count < 3; count++)
    await recordAudit(server.db, { action: 'alarm.claimed', at, by: noActor, custId: ids.home });
  const cursor = Buffer.from('[3]').toString('base64url');
  const looks = async () =>
    (await read(admin, 'action=audit.read')).entries.filter(
      ({ customer }: { customer: object | null }) => customer !== null,
    ).length;
  expect((await read(manager, `custId=${ids.city}&cursor=${cursor}`)).entries).toHaveLength(2);
  expect(await looks()).toBe(1);
  await read(manager, `custId=${ids.city}&kind=changes&cursor=${cursor}`);
  expect(await looks()).toBe(2);
});

test('a person is found by the name in entries, and by the username only where the reader may see the user', async () => {
  const stranger = await createUser(server.db, { role: 'AHP', custId: ids.other }, 'vakt@centre.example');
  const at = new Date();
  for (const userId of [stranger.userId, nurseUser.userId])
    await recordAudit(server.db, {
      action: 'alarm.claimed',
      at,
      by: { ...noActor, userId },
      custId: ids.home,
    });
  const found = async (as: string, user: string) =>
    (await read(as, `action=alarm.claimed&user=${encodeURIComponent(user)}`)).entries.map(
      (entry: { user: { userId: number } }) => entry.user.userId,
    );
  expect(await found(manager, 'bruker')).toEqual([nurseUser.userId, stranger.userId]);
  expect(await found(manager, nurseUser.username)).toEqual([nurseUser.userId]);
  for (const word of ['vakt@centre.example', 'vakt', '@centre']) expect(await found(manager, word), word).toEqual([]);
  expect(await found(admin, 'vakt@centre')).toEqual([stranger.userId]);
});

test('entries are found by customer with all below, device, person, action, kind and time', async () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour));
  const by = { ...noActor, userId: nurseUser.userId };
  const { db } = server;
  await recordAudit(db, { action: 'settings.saved', at: at(8), by, custId: ids.home, deviId: ids.deviId });
  await recordAudit(db, { action: 'alarm.claimed', at: at(9), by: noActor, custId: ids.city });
  await recordAudit(db, { action: 'device.read', at: at(10), by: noActor, custId: ids.other });
  expect(await actions(admin, `custId=${ids.city}&to=${+at(23)}`)).toEqual(['alarm.claimed', 'settings.saved']);
  expect(await actions(admin, `deviId=${ids.deviId}`)).toEqual(['settings.saved']);
  expect(await actions(admin, `user=${encodeURIComponent(nurseUser.username.toUpperCase())}`)).toEqual([
    'settings.saved',
  ]);
  expect(await actions(admin, 'user=%25')).toEqual([]);
  expect(await actions(admin, `from=${+at(9)}&to=${+at(10)}`)).toEqual(['alarm.claimed']);
  expect(await actions(admin, `kind=looks&to=${+at(23)}`)).toEqual(['device.read']);
  for (const query of ['action=nothing', 'custId=0', 'from=x', 'cursor=W10', 'limit=501'])
    expect((await server.call('GET', `/ajax/audit?${query}`, { as: admin })).status, query).toBe(400);
});

test('the retention of entries is the customer’s own, else the nearest ancestor’s, else the installation’s', async () => {
  const path = (custId: number) => `/ajax/customers/${custId}/audit_retention`;
  const days = async (custId: number) => (await server.call('GET', path(custId), { as: manager })).body;
  const save = (custId: number, value: unknown, as = manager) =>
    server.call('PUT', path(custId), { as, body: { days: value } });
  expect(await days(ids.home)).toMatchObject({ own: null, days: 1825 });
  expect((await save(ids.city, 400)).body).toMatchObject({ own: 400, days: 400 });
  expect(await days(ids.home)).toMatchObject({ own: null, days: 400 });
  await save(ids.home, 90);
  expect(await days(ids.home)).toMatchObject({ own: 90, days: 90 });
  await save(ids.home, null);
  expect(await days(ids.home)).toMatchObject({ own: null, days: 400 });
  for (const value of [29, 36_501, 90.5, '90', undefined])
    expect((await save(ids.home, value)).status, String(value)).toBe(400);
  expect((await save(ids.other, 90)).status).toBe(404);
  expect((await save(ids.home, 90, nurse)).status).toBe(403);
  expect(await days(ids.home)).toMatchObject({ changeable: true });
  expect(await actions(manager, 'kind=changes')).toEqual(Array.from({ length: 3 }, () => 'audit.retention'));
});

test('a data controller is given the log, and by a right of its own how long it and positions are kept, for their customers alone', async () => {
  const reader = await server.loginAs(await createUser(server.db, { role: 'FIRM', custId: ids.home }));
  const give = (policy: string) =>
    server.call('PUT', `/ajax/customers/${ids.city}/role_policies`, {
      as: manager,
      body: { role: 'FIRM', policy, status: 'active', information: 'all' },
    });
  const path = `/ajax/customers/${ids.home}/audit_retention`;
  const save = () => server.call('PUT', path, { as: reader, body: { days: 30 } });
  await give('AUDIT_LOG');
  expect((await server.call('GET', path, { as: reader })).body).toMatchObject({ changeable: false });
  expect(await save()).toMatchObject({ status: 403, body: { code: 'notAllowed' } });
  await give('RETENTION');
  expect((await server.call('GET', path, { as: reader })).body).toMatchObject({ changeable: true });
  expect(await save()).toMatchObject({ status: 200, body: { days: 30 } });
  const positions = `/ajax/customers/${ids.home}/position_retention`;
  expect(await server.call('PUT', positions, { as: reader, body: { days: 60 } })).toMatchObject({ status: 200 });
  for (const custId of [ids.city, ids.other])
    for (const kind of ['audit', 'position'])
      expect([
        kind,
        (await server.call('PUT', `/ajax/customers/${custId}/${kind}_retention`, { as: reader, body: { days: 60 } }))
          .status,
      ]).toEqual([kind, 404]);
});

test('the chain is verified for users with access to everything', async () => {
  await recordAudit(server.db, { action: 'alarm.claimed', at: new Date(), by: noActor, custId: ids.home });
  const verify = (as: string) => server.call('GET', '/ajax/audit/verification', { as });
  expect((await verify(manager)).status).toBe(403);
  expect((await verify(admin)).body).toMatchObject({ intact: true, fault: null, entries: 1, removed: 0 });
});
