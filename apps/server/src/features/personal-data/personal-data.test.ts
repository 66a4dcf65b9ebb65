import { createAlarm, createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consents, users } from '#domain/accounts/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { deviceAssignments } from '#domain/devices/tables.ts';
import { queryRows } from '#platform/database/database.ts';

let server: TestServer;
let clock: ManualClock;
let home: number;
let deviId: number;
let person: { userId: number; username: string };
let manager: string;
let managerId: number;

beforeAll(async () => {
  clock = createManualClock();
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  home = await createCustomer(db, { kind: 'home', firmName: 'Solgløtt' });
  ({ deviId } = await createDevice(db, { custId: home, deviceName: 'Astrid Lie', serial: 'SN1' }));
  person = await createUser(db, { role: 'RESTRICTED_USER', custId: home }, 'kari@test.example', { isNew: true });
  const administrator = await createUser(db, { role: 'SUPERFIRM', custId: home });
  managerId = administrator.userId;
  manager = await server.loginAs(administrator);
});

const call = async (as: string, method: 'GET' | 'POST', path: string, body?: object) =>
  server.call(method, `/ajax/personal_data${path}`, { as, ...(body ? { body } : {}) });
const find = async (as: string, search: string) => (await call(as, 'GET', `?search=${search}`)).body;
const giveOn = (custId: number) =>
  server.call('POST', `/ajax/devices/${deviId}/assignments`, { as: manager, body: { custId } });
const periods = async () => (await call(manager, 'GET', `/devices/${deviId}`)).body.periods;

describe('people are found', () => {
  test('by name, username or serial number, including deleted users, and none of other customers', async () => {
    await server.db.update(users).set({ deletedAt: new Date() }).where(eq(users.userId, person.userId));
    expect(await find(manager, 'KARI@')).toMatchObject({
      users: [{ username: person.username, state: 'deleted' }],
    });
    expect(await find(manager, 'astrid')).toMatchObject({
      users: [],
      devices: [{ deviId, deviceName: 'Astrid Lie' }],
    });
    expect((await find(manager, 'sn1')).devices).toHaveLength(1);
    const other = await createCustomer(server.db);
    const stranger = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: other }));
    for (const search of ['kari', 'astrid', 'SN1', '%25'])
      expect(await find(stranger, search)).toEqual({ users: [], devices: [] });
  });

  test('unless they have more rights than the caller', async () => {
    const elsewhere = await createCustomer(server.db);
    await server.db.execute(sql`insert into user_policies values (${person.userId}, 'FIRM', ${elsewhere})`);
    expect((await find(manager, 'kari')).users).toEqual([]);
    expect((await call(manager, 'GET', `/users/${person.userId}`)).status).toBe(404);
  });

  test('after a device went to another customer, by its whole number and for the time before alone', async () => {
    const other = await createCustomer(server.db, { kind: 'home' });
    await server.db.execute(sql`update devices set cust_id = ${other}, device_name = 'Ola Berg'`);
    expect((await find(manager, 'Ola')).devices).toEqual([]);
    expect((await find(manager, 'SN1')).devices).toEqual([{ deviId, deviceName: null, deviceSNNum: 'SN1' }]);
    expect(await periods()).toMatchObject([{ custName: 'Solgløtt', beginsAt: null, mayBearName: false }]);
  });
});

describe('a consent', () => {
  const body = { kind: 'email', state: 'given', saidAt: null, note: 'Signert skjema' };
  const ofUser = (changes: object = {}) =>
    call(manager, 'POST', `/users/${person.userId}/consents`, { ...body, ...changes });

  test('of a user is kept with all earlier answers, their authors and times', async () => {
    await ofUser();
    clock.advance(1000);
    const { body: shown } = await ofUser({ state: 'withdrawn', note: '' });
    expect(shown.consents).toMatchObject([
      { state: 'withdrawn', kind: 'email', saidAt: clock.now() },
      {
        state: 'given',
        note: 'Signert skjema',
        saidAt: clock.now() - 1000,
        recordedBy: expect.stringMatching(/^Test/),
      },
    ]);
    const entries = await server.db.select().from(auditEntries).orderBy(asc(auditEntries.auditId));
    expect(entries.map(({ action }) => action)).toEqual(['consent.given', 'consent.withdrawn']);
    expect(entries[0]?.content).not.toContain('Signert');
  });

  test('of a wearer belongs to that assignment', async () => {
    const [first] = await periods();
    const path = `/assignments/${first.assignmentId}/consents`;
    await call(manager, 'POST', path, { ...body, kind: 'positions' });
    await giveOn(home);
    expect((await periods()).map((period: { consents: [] }) => period.consents.length)).toEqual([0, 1]);
    expect((await call(manager, 'POST', path, { ...body, kind: 'terms' })).status).toBe(400);
  });

  test.each([
    [{ saidAt: 8_000_000_000_000 }, 'saidAt'],
    [{ kind: 'health' }, 'kind'],
    [{ state: 'maybe' }, 'state'],
    [{ note: 'x'.repeat(501) }, 'note'],
    [{ note: '\u0007' }, 'note'],
  ])('with %j is refused at the field', async (changes, path) => {
    expect(await ofUser(changes)).toMatchObject({
      status: 400,
      body: { errors: [expect.objectContaining({ path })] },
    });
  });

  test('has a time in the past or now, not in the future', async () => {
    expect((await ofUser({ saidAt: clock.now() + 1 })).body.errors).toMatchObject([{ path: 'saidAt' }]);
    expect((await ofUser({ saidAt: clock.now() - 86_400_000 })).status).toBe(200);
  });

  test('cannot be changed or removed', async () => {
    await ofUser();
    for (const statement of [
      "update consents set state = 'withdrawn'",
      "update consents set note = 'x'",
      'delete from consents',
    ])
      await expect(server.db.execute(statement)).rejects.toThrow();
    expect(await server.db.select().from(consents).where(eq(consents.userId, person.userId))).toHaveLength(1);
  });
});

test('looking at the data, and exporting it, is audited', async () => {
  const [period] = await periods();
  await call(manager, 'GET', `/users/${person.userId}`);
  await call(manager, 'GET', `/users/${managerId}`);
  await call(manager, 'GET', `/users/${managerId}`);
  await call(manager, 'GET', `/assignments/${period.assignmentId}/export`);
  const entries = await queryRows<{ action: string; subject: string; id: number }>(
    server.db,
    sql`select action, content::jsonb ->> 'subject' as subject, (content::jsonb ->> 'subjectId')::int as id
      from audit_entries order by audit_id`,
  );
  expect(entries).toEqual([
    { action: 'personalData.read', subject: 'device', id: deviId },
    { action: 'personalData.read', subject: 'user', id: person.userId },
    { action: 'personalData.read', subject: 'user', id: managerId },
    { action: 'personalData.exported', subject: 'device', id: deviId },
  ]);
});

test('the right is that of an administrator of users, not that of a user of devices', async () => {
  for (const role of ['FIRM', 'RESTRICTED_USER', 'TRACKER'] as const) {
    const as = await server.loginAs(await createUser(server.db, { role, custId: home }));
    expect((await call(as, 'GET', '?search=kari')).status).toBe(403);
    expect((await call(as, 'GET', `/users/${person.userId}/export`)).status).toBe(403);
  }
});

test('an assignment that is handed over twice has three times of its own', async () => {
  await createAlarm(server.db, { deviId, custId: home, at: new Date(clock.now()) });
  expect((await giveOn(home)).status).toBe(409);
  await server.db.execute(sql`update alarms set state = 'reset'`);
  for (let n = 0; n < 2; n++) {
    clock.advance(60_000);
    await giveOn(home);
  }
  expect(await server.db.select().from(deviceAssignments)).toHaveLength(3);
  expect((await periods()).map(({ mayBearName }: { mayBearName: boolean }) => mayBearName)).toEqual([
    false,
    true,
    false,
  ]);
});
