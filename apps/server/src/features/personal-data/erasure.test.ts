import { addTestKey } from '@varde/testing/api-keys';
import {
  createAlarm,
  createCustomer,
  createDevice,
  createTransaction,
  createUser,
  testPassword,
} from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestAccountMail } from '#domain/accounts/account-requests.ts';
import { accountRequests, consents, registrations, userPolicies, users } from '#domain/accounts/tables.ts';
import { alarms } from '#domain/alarms/tables.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { verifyAuditChain } from '#domain/audit/audit-verification.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { commands } from '#domain/commands/tables.ts';
import { customerRolePolicies } from '#domain/customers/tables.ts';
import { deviceAssignments, devices } from '#domain/devices/tables.ts';
import { overPush } from '#domain/messages/push-message.ts';
import { queueMail } from '#domain/messages/queue-mail.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { type Database, queryRows } from '#platform/database/database.ts';

let server: TestServer;
let db: Database;
let home: number;
let deviId: number;
let person: { userId: number; username: string };
let manager: string;
let admin: string;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  home = await createCustomer(db, { kind: 'home' });
  ({ deviId } = await createDevice(db, { custId: home, deviceName: 'Astrid Lie', serial: 'SN1' }));
  person = await createUser(db, { role: 'RESTRICTED_USER', custId: home }, 'kari@test.example', { isNew: true });
  await db
    .update(users)
    .set({ firstName: 'Kari', lastName: 'Dal', mobile: '+4791234567' })
    .where(eq(users.userId, person.userId));
  manager = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: home }));
  admin = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: null }));
});

const erase = (path: string, body: object, as = manager) =>
  server.call('POST', `/ajax/personal_data/${path}/erasure`, { as, body });
const eraseUser = (confirmation = person.username, as = manager) =>
  erase(`users/${person.userId}`, { confirmation }, as);
const eraseWearer = (body: object = {}) => erase('assignments/1', { confirmation: 'sn1', replaceName: false, ...body });
const dump = async (): Promise<string> => {
  const tables = await queryRows<{ name: string }>(
    db,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  const all = [];
  for (const { name } of tables) all.push(await queryRows(db, sql`select to_jsonb(t) as row from ${sql.raw(name)} t`));
  return JSON.stringify(all);
};
const verified = async () =>
  (await server.call('GET', '/ajax/audit/verification', { as: admin })).body as {
    intact: boolean;
    removed: number;
  };
const by = () => ({ userId: person.userId, address: '192.0.2.1', context: 'PROFFWEB' as const });
const day = (number: number) => new Date(Date.UTC(2026, 0, number));

const plannedAs = (recipient: string) =>
  JSON.stringify({ name: `Til ${recipient}`, channels: ['sms'], mobile: recipient, email: recipient });

/** An alarm that was reset, and is shared with these recipients, who were also told of it. Returns its id. */
async function sharedAlarm(at: Date, ...recipients: string[]): Promise<number> {
  const alarmId = await createAlarm(db, { deviId, custId: home, at });
  await db.update(alarms).set({ state: 'reset' });
  for (const recipient of recipients)
    for (const statement of [
      sql`insert into alarm_shares (alarm_id, token_hash, channel, recipient, with_place, shared_by, shared_at)
        values (${alarmId}, ${recipient}, 'sms', ${recipient}, true, 1, now())`,
      sql`insert into alarm_events (alarm_id, number, at, party) values (${alarmId}, 207, now(), ${recipient})`,
      recipient.startsWith('+')
        ? sql`insert into outbox (channel, alarm_id, recipient, content, created_at) values ('sms', ${alarmId}, ${recipient}, 'Alarm', now())`
        : sql`insert into outbox (channel, alarm_id, recipient, language, template, content, created_at)
            values ('email', ${alarmId}, ${recipient}, 'nb', 'sharedAlarm', '{"name":"Alarm"}', now())`,
      sql`insert into alarm_events (alarm_id, number, at, why)
        values (${alarmId}, 210, now(), jsonb_build_object('skipped', jsonb_build_array(${plannedAs(recipient)}::jsonb)))`,
      sql`insert into notification_attempts (alarm_id, round, step, channel, recipient, name, at, why)
        select ${alarmId}, 1, count(*), 'sms', ${recipient}, 'Til ' || ${recipient}::text, now(),
          jsonb_build_object('skipped', jsonb_build_array(${plannedAs(recipient)}::jsonb)) from notification_attempts`,
      sql`insert into notification_chains (alarm_id, next_at, started_at, plan)
        values (${alarmId}, now(), now(), jsonb_build_object('receivers', jsonb_build_array(${plannedAs(recipient)}::jsonb)))
        on conflict (alarm_id) do update set plan = jsonb_set(notification_chains.plan, '{receivers}',
          (notification_chains.plan -> 'receivers') || ${plannedAs(recipient)}::jsonb)`,
    ])
      await db.execute(statement);
  return alarmId;
}

/** The embedded database runs one transaction at a time. */
const onPostgres = test.runIf(process.env.VARDE_TEST_POSTGRES !== undefined);
/** Starts a call that waits for a lock, and changes data before the call gets it. */
const whileHolding = <Answer>(lock: SQL, { start, change }: { start: () => Promise<Answer>; change: SQL }) =>
  db
    .transaction(async (other) => {
      await other.execute(lock);
      const answer = start();
      await expect.poll(() => queryRows(other, sql`select from pg_locks where not granted`)).toHaveLength(1);
      await other.execute(change);
      return { answer };
    })
    .then(({ answer }) => answer);

describe('an erased user', () => {
  const consentTo = () =>
    db.insert(consents).values({
      userId: person.userId,
      custId: home,
      kind: 'email',
      state: 'given',
      saidAt: day(1),
      recordedAt: day(1),
      recordedBy: person.userId,
      note: 'Kari skrev under',
    });

  test('leaves no name, number or address anywhere, while the records of actions stay', async () => {
    const own = { custId: home, subject: { kind: 'user' as const, id: person.userId } };
    await recordAudit(db, {
      ...own,
      action: 'user.profileChanged',
      at: day(1),
      by: by(),
      before: { firstName: 'Karianne' },
      after: { firstName: 'Kari' },
    });
    await recordAudit(db, { action: 'device.read', at: day(1), by: by(), custId: home, deviId });
    await queueMail(db, {
      to: person.username,
      language: 'nb',
      template: 'gdpr',
      values: { path: '/x' },
      at: Date.now(),
    });
    await consentTo();
    const key = await addTestKey(db, person, { name: 'Karis system' });
    const after = { keyId: 1, keyName: 'Karis system' };
    await recordAudit(db, { ...own, action: 'apiKey.created', at: day(1), by: by(), after });
    const alarmId = await createAlarm(db, { deviId, custId: home });
    await db.update(alarms).set({ state: 'reset', resetBy: person.userId, handledBy: 'kari dal' });
    expect((await eraseUser()).status).toBe(200);
    const headers = { authorization: `Bearer ${key}` };
    expect((await server.call('GET', '/ajax/alarms', { headers })).status).toBe(401);
    const left = await dump();
    for (const telling of ['Kari', 'kari', 'Dal"', '+4791234567']) expect(left).not.toContain(telling);
    expect(await db.select().from(consents).where(eq(consents.kind, 'email'))).toMatchObject([
      { kind: 'email', state: 'given', note: '' },
    ]);
    expect(await db.select().from(alarms)).toMatchObject([{ alarmId, resetBy: person.userId }]);
    const actions = (await db.select().from(auditEntries).orderBy(asc(auditEntries.auditId))).map(
      ({ action }) => action,
    );
    expect(actions.filter((action) => action !== 'personalData.read')).toEqual([
      'device.read',
      'audit.erased',
      'personalData.erased',
    ]);
  });

  test('is named in no alarm that was shared with them: its links and messages end, and those of others stay', async () => {
    await db.update(users).set({ mobile: '912 34 567' }).where(eq(users.userId, person.userId));
    await sharedAlarm(day(12), person.username, '+4791234567', 'ola@test.example', '+4790000001');
    for (const statement of [
      sql`insert into notification_lists (cust_id, changed_at, changed_by) values (${home}, now(), ${person.userId})`,
      sql`insert into notification_receivers (list_id, sort, name, mobile, email, events, channels, wait_seconds)
        select list_id, 0, 'Noen', mobile, email, '{}', '{}' || channels, 0 from notification_lists, (values
          (${person.username}, null, array['email']), (null, '+4791234567', array['sms']),
          ('ola@test.example', null, array['email']), (null, '+4790000001', array['sms'])) r (email, mobile, channels)`,
      sql`insert into notification_tests (assignment_id, at, name, channel, recipient, left_out)
        select min(assignment_id), now(), 'Noen', 'sms', ${person.username}, 'deactivated' from device_assignments`,
      sql`update notification_attempts set reason = '550 <' || recipient || '>', receipt = 'for ' || recipient`,
    ])
      await db.execute(statement);
    expect((await eraseUser()).status).toBe(200);
    expect(await dump()).not.toMatch(/kari@|\+4791234567/);
    const kept = ['+4790000001', 'ola@test.example'];
    const of = async (query: SQL) => (await queryRows<{ of: string }>(db, query)).map((row) => row.of).sort();
    expect(await of(sql`select recipient as of from alarm_shares`)).toEqual(kept);
    expect(await of(sql`select party as of from alarm_events where party is not null`)).toEqual(kept);
    expect(await of(sql`select coalesce(email, mobile) as of from notification_receivers`)).toEqual(kept);
    expect(await of(sql`select recipient as of from notification_attempts where recipient is not null`)).toEqual(kept);
    expect(
      await of(sql`select r ->> 'mobile' as of from notification_chains, jsonb_array_elements(plan -> 'receivers') r
        where r ->> 'mobile' is not null`),
    ).toEqual(kept);
    expect(await queryRows(db, sql`select from notification_lists where changed_by is not null`)).toEqual([]);
    expect(await of(sql`select recipient as of from outbox`)).toEqual(kept);
  });

  test('leaves no pending mail and no registration under the username, and those of others stay', async () => {
    const ask = (kind: 'resetPassword' | 'accountLocked', username: string) =>
      requestAccountMail(db, { kind, username, address: '192.0.2.1', at: Date.now() });
    for (const username of [person.username, 'ola@test.example']) {
      await ask('resetPassword', username);
      await ask('accountLocked', username);
    }
    for (const username of [person.username, 'ola@test.example'])
      await db.insert(registrations).values({
        kind: 'firm',
        username,
        firstName: 'Kari',
        lastName: 'Dal',
        mobile: '+4791234567',
        language: 'nb',
        firmName: 'Dal AS',
        market: 1,
        orgNumber: '974760673',
        registeredFrom: '192.0.2.1',
        createdAt: day(1),
        expiresAt: day(2),
      });
    expect((await eraseUser()).status).toBe(200);
    const left = await db.select().from(accountRequests);
    expect(left.map(({ username }) => username)).toEqual(['ola@test.example', 'ola@test.example']);
    expect((await db.select().from(registrations)).map(({ username }) => username)).toEqual(['ola@test.example']);
  });

  test('cannot log in, has no session and is in no list, while the name is free', async () => {
    const session = await server.loginAs(person);
    await eraseUser();
    expect((await server.call('GET', '/ajax/session', { as: session })).status).toBe(401);
    for (const username of [person.username, `erased-${person.userId}@erased.invalid`])
      for (const password of [testPassword, '-']) {
        const login = `username=${username}&password=${password}`;
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        expect((await server.call('POST', '/perform_login', { body: login, headers })).status).toBe(401);
      }
    expect((await server.call('GET', '/ajax/deleted_users', { as: manager })).body).toMatchObject({
      users: [],
    });
    expect((await server.call('POST', `/ajax/users/${person.userId}/undeletion`, { as: manager })).status).not.toBe(
      200,
    );
    expect((await eraseUser(`erased-${person.userId}@erased.invalid`)).status).toBe(404);
    expect((await createUser(db, undefined, person.username)).userId).not.toBe(person.userId);
  });

  test('takes a private customer of the same name along, unless it has another user', async () => {
    const own = await createCustomer(db, { kind: 'private', firmName: 'Kari Dal', parentId: home });
    const other = await createUser(db, { role: 'RESTRICTED_USER', custId: own });
    await db.update(users).set({ custId: own }).where(eq(users.userId, person.userId));
    await db.execute(sql`insert into customer_settings (cust_id, deha_id, key, value, updated_at) values
      (${own}, 14, 'phoneNoWhiteList1', '"+4790000009"', now()), (${home}, 14, 'trackingInterval', '120', now())`);
    const about = { custId: own, subject: { kind: 'customer' as const, id: own } };
    const after = { dehaId: 14, phoneNoWhiteList1: '+4790000009' };
    await recordAudit(db, { ...about, action: 'defaultSettings.saved', at: day(1), by: by(), after });
    await eraseUser();
    const names = () => queryRows(db, sql`select firm_name from customers where cust_id = ${own}`);
    expect(await names()).toEqual([{ firm_name: 'Kari Dal' }]);
    expect(await dump()).toContain('+4790000009');
    await erase(`users/${other.userId}`, { confirmation: other.username });
    expect(await names()).toEqual([{ firm_name: `#${own}` }]);
    expect(await dump()).not.toContain('+4790000009');
    expect(await queryRows(db, sql`select key from customer_settings`)).toEqual([{ key: 'trackingInterval' }]);
  });

  test('is refused to a caller with a lent administration of users, when the user has more rights', async () => {
    await db
      .insert(customerRolePolicies)
      .values({ custId: home, role: 'FIRM', policy: 'USER_PRIVILEGES_ALL', status: 'active' });
    const deputy = await server.loginAs(await createUser(db, { role: 'FIRM', custId: home }));
    const chief = await createUser(db, { role: 'SUPERFIRM', custId: home });
    const refused = await erase(`users/${chief.userId}`, { confirmation: chief.username }, deputy);
    expect(refused).toMatchObject({ status: 403, body: { code: 'notAllowed' } });
    expect((await server.call('GET', `/ajax/personal_data/users/${chief.userId}`, { as: deputy })).body).toMatchObject({
      erasable: false,
    });
    expect((await eraseUser(person.username, deputy)).status).toBe(200);
  });

  test('is refused when any one of several roles is more than the caller could give', async () => {
    await db
      .insert(customerRolePolicies)
      .values({ custId: home, role: 'FIRM', policy: 'USER_PRIVILEGES_ALL', status: 'active' });
    const deputy = await server.loginAs(await createUser(db, { role: 'FIRM', custId: home }));
    for (const roles of [
      ['RESTRICTED_USER', 'SUPERFIRM'],
      ['SUPERFIRM', 'RESTRICTED_USER'],
    ] as const) {
      const [role, further] = roles;
      const chief = await createUser(db, { role, custId: home });
      await db.insert(userPolicies).values({ userId: chief.userId, role: further, custId: home });
      const refused = await erase(`users/${chief.userId}`, { confirmation: chief.username }, deputy);
      expect(refused).toMatchObject({ status: 403, body: { code: 'notAllowed' } });
    }
  });

  test('is refused with another username, for oneself, or while the user has a claimed alarm', async () => {
    expect(await eraseUser('ola@test.example')).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'confirmation' }] },
    });
    const [me] = await queryRows<{ id: number; name: string }>(
      db,
      sql`select user_id as id, username as name from users
      where user_id = (select max(user_id) - 1 from users)`,
    );
    expect((await erase(`users/${me?.id}`, { confirmation: me?.name })).status).toBe(403);
    await createAlarm(db, { deviId, custId: home });
    await db.update(alarms).set({ state: 'claimed', claimedBy: person.userId });
    expect(await eraseUser()).toMatchObject({ status: 409, body: { code: 'handlesAlarm' } });
    expect(await dump()).toContain('Kari');
  });

  test('publishes a change of rights, and nothing when it is refused', async () => {
    const published: unknown[] = [];
    server.bus.onEvents((events) => published.push(...events.filter(({ type }) => type === 'rights')));
    await eraseUser('ola@test.example');
    expect(published).toEqual([]);
    await eraseUser();
    expect(published).toEqual([{ type: 'rights', userId: person.userId, custIds: [] }]);
  });

  onPostgres('is not forgotten when they claim an alarm at the same moment', async () => {
    await createAlarm(db, { deviId, custId: home });
    const erasing = await whileHolding(sql`select from users where user_id = ${person.userId} for update`, {
      start: eraseUser,
      change: sql`update alarms set state = 'claimed', claimed_by = ${person.userId}`,
    });
    expect(erasing).toMatchObject({ status: 409, body: { code: 'handlesAlarm' } });
  });
});

describe('an erased wearer', () => {
  beforeEach(async () => {
    await db.update(deviceAssignments).set({ beginsAt: day(10), endsAt: day(20) });
    await db.insert(deviceAssignments).values({ deviId, custId: home, beginsAt: day(20) });
  });

  async function liveThere(): Promise<void> {
    for (const received of [1, 10, 19, 20]) await createTransaction(db, { deviId, custId: home, recTs: day(received) });
    const known = { posLati: 59.9, posLong: 10.7, place: 'Stua', note: 'Falt', handledBy: 'Datteren' };
    for (const at of [day(12), day(22)]) {
      await createAlarm(db, { deviId, custId: home, at });
      await db.update(alarms).set({ ...known, state: 'reset', outcome: 'helped' });
    }
    for (const [at, key, value] of [
      [day(13), 'phoneNoWhiteList1', '+4711111111'],
      [day(23), 'phoneNoWhiteList2', '+4722222222'],
      [day(13), 'heartbeatInterval', 10],
    ] as const) {
      await db.execute(sql`insert into device_settings (devi_id, key, desired, updated_at)
        values (${deviId}, ${key}, ${JSON.stringify(value)}::jsonb, ${at.toISOString()})`);
      await db.execute(sql`insert into commands (devi_id, command, created_at)
        values (${deviId}, ${JSON.stringify({ [key]: value })}::jsonb, ${at.toISOString()})`);
      await recordAudit(db, {
        action: 'settings.saved',
        at,
        by: by(),
        custId: home,
        deviId,
        after: { [key]: value },
      });
    }
    await recordAudit(db, {
      action: 'device.renamed',
      at: day(13),
      by: by(),
      custId: home,
      deviId,
      before: { deviceName: 'Olga Dahl' },
    });
    await db.execute(sql`insert into device_images
      select assignment_id, devi_id, 'image/png', '\\xab' from device_assignments`);
    await db.execute(sql`insert into device_known_macs (assignment_id, devi_id, mac_address, type, location, address)
      select assignment_id, devi_id, '02:ad:24:49:ea:60', 'W', 'Rom ' || assignment_id, '' from device_assignments`);
    await db.execute(sql`insert into health_readings (assignment_id, log_date, heart_rate)
      select assignment_id, now(), 71 from device_assignments`);
    await db.execute(sql`insert into step_days (assignment_id, date, steps, counts)
      select assignment_id, '2026-01-13', 4200, '[]' from device_assignments`);
    await db.execute(sql`insert into indoor_locations (assignment_id, devi_id, name, lat, lng, address)
      select assignment_id, devi_id, 'Stue ' || assignment_id, 59.9, 10.7, '' from device_assignments`);
    await db.execute(sql`insert into geofences (assignment_id, devi_id, name, kind, radius, vertices, enabled,
        enabled_time, enabled_time_from, enabled_time_to, delay_minutes)
      select assignment_id, devi_id, 'Sone ' || assignment_id, 'circle', 200, '[]', true, false, 0, 0, 0
      from device_assignments`);
    await db.insert(consents).values({
      assignmentId: 1,
      custId: home,
      kind: 'positions',
      state: 'given',
      saidAt: day(10),
      recordedAt: day(10),
      recordedBy: person.userId,
      note: 'Astrid selv',
    });
  }

  test('removes the messages that were sent to the wearer, and no others, whatever the clock said', async () => {
    for (const [assignment, text, sentOn] of [
      [1, 'Til den første', day(21)],
      [2, 'Til den andre', day(15)],
    ] as const)
      await db.execute(sql`insert into commands (devi_id, assignment_id, command, created_at)
        values (${deviId}, ${assignment}, ${JSON.stringify({ kind: 'message', text })}::jsonb, ${sentOn.toISOString()})`);
    await eraseWearer();
    const left = await db.select().from(commands);
    expect(left.map(({ command }) => command)).toEqual([{ kind: 'message', text: 'Til den andre' }]);
  });

  test('leaves no test of the list of that time, and other times are unchanged', async () => {
    for (const [assignmentId, recipient] of [
      [1, '+4711111111'],
      [2, '+4722222222'],
    ] as const)
      await db.execute(sql`with sent as (insert into outbox (channel, recipient, language, template, content, created_at)
          values ('sms', ${recipient}, null, null, 'PRØVE', now()),
            ('email', ${`${recipient}@test.example`}, 'nb', 'alarmTest', '{}', now()) returning message_id, channel)
        insert into notification_tests (assignment_id, at, name, channel, recipient, message_id)
          select ${assignmentId}::int, now(), 'Kari', channel, ${recipient}, message_id from sent`);
    await db.execute(sql`insert into notification_tests (assignment_id, at, name, channel, recipient, left_out)
      select assignment_id, at, name, channel, recipient, 'noAccess' from notification_tests where channel = 'sms'`);
    const before = await dump();
    await eraseWearer();
    const [then, now] = [/\+4711111111/g, /\+4722222222/g].map(
      (number) => (text: string) => text.match(number)?.length,
    );
    const left = await dump();
    expect([then?.(before), then?.(left)]).toEqual([5, undefined]);
    expect([now?.(before), now?.(left)]).toEqual([5, 5]);
  });

  test('leaves no push message that says that an alarm of that time is over, and other times are unchanged', async () => {
    for (const [time, name] of [
      [day(12), 'Astrid'],
      [day(22), 'Berit'],
    ] as const) {
      const alarmId = await sharedAlarm(time);
      const words = {
        ...{ kind: 'Fall', name, at: time.getTime(), timeZone: 'Europe/Oslo' },
        ...{ place: '', placeName: '', note: '' },
      };
      const content = JSON.stringify(overPush('nb', alarmId, words));
      await db.execute(sql`insert into outbox (channel, recipient, content, created_at)
        values ('push', 'Chrome', ${content}, now())`);
    }
    expect((await eraseWearer()).status).toBe(200);
    expect(await queryRows(db, sql`select content::jsonb ->> 'title' as title from outbox`)).toEqual([
      { title: 'Fall: Berit' },
    ]);
  });

  test('leaves no share of an alarm of that time, nor its mail and SMS, and other times are unchanged', async () => {
    await sharedAlarm(day(12), '+4711111111', 'then@test.example');
    await sharedAlarm(day(22), '+4722222222', 'now@test.example');
    expect((await eraseWearer()).status).toBe(200);
    const left = await dump();
    expect(left).not.toMatch(/\+4711111111|then@test/);
    for (const [table, count] of [
      ['alarm_shares', 2],
      ['outbox', 2],
      ['notification_attempts', 2],
      ['notification_chains', 1],
    ] as const)
      expect(await queryRows(db, sql`select from ${sql.raw(table)}`), table).toHaveLength(count);
    expect(await queryRows(db, sql`select from alarm_events where number = 207`)).toHaveLength(4);
  });

  test('leaves no position, text or number of that time, and other times are unchanged', async () => {
    await liveThere();
    const { body } = await eraseWearer();
    expect(body).toMatchObject({ periods: [{ erasedAt: null }, { erasedAt: expect.any(Number) }] });
    const left = await db.select().from(transactions).orderBy(asc(transactions.recTs));
    expect(left.map(({ recTs }) => recTs.getUTCDate())).toEqual([1, 20]);
    const [then, now] = await db.select().from(alarms).orderBy(asc(alarms.happenedAt));
    const gone = { posLati: null, posLong: null, place: null, note: null, handledBy: null };
    expect(then).toMatchObject({ ...gone, outcome: 'helped', state: 'reset' });
    expect(now).toMatchObject({ place: 'Stua', note: 'Falt', handledBy: 'Datteren' });
    const everything = await dump();
    expect(everything).not.toContain('+4711111111');
    expect(everything).not.toContain('Olga Dahl');
    expect(await queryRows(db, sql`select assignment_id as id from device_images`)).toEqual([{ id: 2 }]);
    for (const table of [sql`health_readings`, sql`step_days`])
      expect(await queryRows(db, sql`select assignment_id as id from ${table}`)).toEqual([{ id: 2 }]);
    expect(everything).not.toContain('Rom 1');
    expect(everything).not.toContain('Sone 1');
    expect(everything).toContain('Rom 2');
    expect(everything).not.toContain('Stue 1');
    expect(everything).toContain('Stue 2');
    expect(everything).toContain('+4722222222');
    expect(await queryRows(db, sql`select key from device_settings order by key`)).toEqual([
      { key: 'heartbeatInterval' },
      { key: 'phoneNoWhiteList2' },
    ]);
    expect(await db.select().from(consents).where(isNotNull(consents.assignmentId))).toMatchObject([
      { kind: 'positions', state: 'given', note: '' },
    ]);
  });

  test('leaves nothing of what was written about a reset that was undone, and the entries of the next wearer stay', async () => {
    const written = { handledBy: 'Datteren', outcome: 'helped', note: 'Falt i gangen' };
    for (const at of [day(12), day(22)]) {
      const id = await createAlarm(db, { deviId, custId: home, at });
      await db.update(alarms).set({ state: 'reset', outcome: 'cancelled' });
      const entry = { at, by: by(), custId: home, deviId, subject: { kind: 'alarm' as const, id } };
      await recordAudit(db, { ...entry, action: 'alarm.reset', after: { state: 'reset', ...written } });
      await recordAudit(db, { ...entry, action: 'alarm.reopened', before: { state: 'reset', ...written } });
    }
    expect((await eraseWearer()).status).toBe(200);
    const left = await db.select().from(auditEntries).orderBy(asc(auditEntries.auditId));
    const telling = left.filter(({ content }) => /Falt i gangen|Datteren/.test(content));
    expect(telling.map(({ action, at }) => [action, Number(at)])).toEqual([
      ['alarm.reset', day(22).getTime()],
      ['alarm.reopened', day(22).getTime()],
    ]);
    expect(await verified()).toMatchObject({ intact: true, removed: 2 });
  });

  test('leaves nothing of a late alarm either, wherever it was published, and no copy at another customer keeps it', async () => {
    const elsewhere = await createCustomer(db);
    const late = { deviId, assignmentId: 1, at: day(22), happenedAt: day(19) };
    const own = await createAlarm(db, { ...late, custId: home });
    await createAlarm(db, { ...late, custId: elsewhere });
    expect(await eraseWearer()).toMatchObject({ status: 409, body: { code: 'openAlarm' } });
    await db.update(alarms).set({ posLati: 59.9, note: 'Falt i hagen' });
    await db.update(alarms).set({ state: 'reset' }).where(eq(alarms.alarmId, own));
    for (const [id, assignmentId] of [
      [own, 1],
      [await createAlarm(db, { ...late, custId: home, assignmentId: 2 }), 2],
    ] as const) {
      await createTransaction(db, { deviId, custId: home, assignmentId, recTs: day(22) });
      const subject = { kind: 'alarm' as const, id };
      const after = { note: `Falt igjen ${assignmentId}` };
      await recordAudit(db, {
        action: 'alarm.reset',
        at: day(23),
        by: by(),
        custId: home,
        deviId,
        subject,
        after,
      });
    }
    expect((await eraseWearer()).status).toBe(200);
    const left = await dump();
    expect(left).not.toContain('Falt i hagen');
    expect(left).not.toContain('Falt igjen 1');
    expect(left).toContain('Falt igjen 2');
    const gone = { posLati: null, note: null };
    expect(await db.select().from(alarms).where(eq(alarms.assignmentId, 1))).toMatchObject([gone, gone]);
    expect(await db.select().from(transactions)).toMatchObject([{ assignmentId: 2 }]);
    expect(await verified()).toMatchObject({ intact: true });
  });

  test('also removes the device’s name on request, and consoles are notified', async () => {
    const heard: unknown[] = [];
    server.bus.onEvents((events) => heard.push(...events));
    await eraseWearer();
    expect(await db.select().from(devices)).toMatchObject([{ deviceName: 'Astrid Lie' }]);
    await eraseWearer({ replaceName: true });
    expect(await db.select().from(devices)).toMatchObject([{ deviceName: 'SN1' }]);
    expect(heard).toMatchObject([{ type: 'device', deviId, device: { deviceName: 'SN1' } }]);
    expect(await queryRows(db, sql`select from device_search where words like '%astrid%'`)).toEqual([]);
  });

  test('is refused while the device is worn, or an alarm of that time is open, or with another number', async () => {
    expect(await eraseWearer({ confirmation: 'SN2' })).toMatchObject({ status: 400 });
    expect(await erase('assignments/2', { confirmation: 'SN1', replaceName: false })).toMatchObject({
      status: 409,
      body: { code: 'periodRunning' },
    });
    await createTransaction(db, { deviId, custId: home, recTs: day(12) });
    await createAlarm(db, { deviId, custId: home, at: day(12) });
    expect(await eraseWearer()).toMatchObject({ status: 409, body: { code: 'openAlarm' } });
    expect(await db.select().from(transactions)).toHaveLength(1);
    await db.update(alarms).set({ state: 'reset' });
    expect((await eraseWearer()).status).toBe(200);
  });

  test.each([
    [
      'an alarm of the time is raised',
      409,
      'openAlarm',
      () => sql`insert into alarms (devi_id, cust_id, tran_id, mety_id, code, happened_at, received_at, last_signal_at,
          tran_source, rev)
        values (${sql.raw(String(deviId))}, ${sql.raw(String(home))}, 1, 1, 'sos', '2026-01-12', now(), now(), 1, 1)
        on conflict do nothing`,
    ],
    [
      'the device is worn again',
      409,
      'periodRunning',
      () => sql`delete from device_assignments where assignment_id = 2;
        update device_assignments set ends_at = null where assignment_id = 1`,
    ],
    [
      'the period becomes another customer’s',
      404,
      'notFound',
      () => sql`update device_assignments set cust_id = ${sql.raw(String(elsewhere))} where assignment_id = 1`,
    ],
  ] as const)('is refused when %s while the positions are deleted', async (_what, status, code, change) => {
    elsewhere = await createCustomer(db);
    await liveThere();
    await db.execute(sql`create function meanwhile() returns trigger language plpgsql as $$
      begin ${change()}; return null; end $$`);
    await db.execute(
      sql`create trigger meanwhile after delete on transactions for each statement execute function meanwhile()`,
    );
    const answer = await eraseWearer();
    await db.execute(sql`drop trigger meanwhile on transactions`);
    await db.execute(sql`drop function meanwhile`);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(await db.select().from(transactions)).toHaveLength(4);
    expect(await dump()).toContain('+4711111111');
  });
  let elsewhere: number;

  test('is erased completely or not at all', async () => {
    await liveThere();
    await db.execute(
      sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
    );
    await db.execute(sql`create trigger fail before update on device_assignments for each row execute function fail()`);
    expect((await eraseWearer()).status).toBe(500);
    await db.execute(sql`drop trigger fail on device_assignments`);
    await db.execute(sql`drop function fail`);
    expect(await db.select().from(transactions)).toHaveLength(4);
    expect(await dump()).toContain('+4711111111');
  });

  onPostgres('is not forgotten when an alarm of the time is raised while the device is waited for', async () => {
    const late = await createAlarm(db, { deviId, custId: home, at: day(12) });
    await db.update(alarms).set({ state: 'reset' });
    const erasing = await whileHolding(sql`select from devices where devi_id = ${deviId} for update`, {
      start: eraseWearer,
      change: sql`update alarms set state = 'open' where alarm_id = ${late}`,
    });
    expect(erasing).toMatchObject({ status: 409, body: { code: 'openAlarm' } });
  });

  onPostgres(
    'is forgotten without holding the device while its positions go: the alarms of who wears it now wait for nobody',
    async () => {
      await createTransaction(db, { deviId, custId: home, recTs: day(12) });
      await db.transaction(async (other) => {
        await other.execute(sql`select from transactions for update`);
        let status: number | undefined;
        const erasing = eraseWearer().then((answer) => {
          status = answer.status;
        });
        await expect.poll(() => queryRows(other, sql`select from pg_locks where not granted`)).toHaveLength(1);
        await db.execute(sql`select from devices where devi_id = ${deviId} for update nowait`);
        // A transaction that idles for long would be cut.
        await expect.poll(() => other.execute(sql`select 1`).then(() => status)).toBe(503);
        await erasing;
      });
      expect((await eraseWearer()).status).toBe(200);
    },
  );

  test('is erased for years of positions', async () => {
    await db
      .update(deviceAssignments)
      .set({ beginsAt: new Date(Date.UTC(2020, 0, 1)) })
      .where(eq(deviceAssignments.assignmentId, 1));
    await db.execute(sql`insert into transactions (tran_id, rec_ts, devi_id, deha_id, cust_id, mety_id, tran_source)
      select n, '2020-01-01'::timestamptz + n * interval '1 day', ${deviId}, 23, ${home}, 5, 1 from generate_series(0, 2300) n`);
    await eraseWearer();
    const [left] = await queryRows<{ first: string; count: number }>(
      db,
      sql`select to_char(min(rec_ts) at time zone 'utc', 'YYYY-MM-DD') as first, count(*)::int as count from transactions`,
    );
    expect(left?.first).toBe('2026-01-20');
  });
});

describe('the audit chain', () => {
  test('verifies after erasures, and gives the number of removed entries', async () => {
    const entry = { action: 'user.changed' as const, at: day(1), by: by(), custId: home };
    for (let n = 0; n < 3; n++)
      await recordAudit(db, {
        ...entry,
        subject: { kind: 'user', id: person.userId },
        after: { mobile: `+479999999${n}` },
      });
    await eraseUser();
    expect(await verified()).toMatchObject({ intact: true, removed: 3 });
    const [erased] = await db.select().from(auditEntries).where(eq(auditEntries.action, 'audit.erased'));
    expect(JSON.parse(erased?.content ?? '')).toMatchObject({
      custId: home,
      after: { entries: [{ action: 'user.changed', userId: person.userId }, {}, {}] },
    });
  });

  test('allows no other entry to be removed, and not the one that records the removal', async () => {
    for (let n = 0; n < 2; n++)
      await recordAudit(db, {
        action: 'user.changed',
        at: day(1),
        by: by(),
        custId: home,
        subject: { kind: 'user', id: person.userId + n },
        after: { mobile: '1' },
      });
    await eraseUser();
    for (const action of ['user.changed', 'audit.erased', 'personalData.erased'])
      await expect(db.delete(auditEntries).where(eq(auditEntries.action, action))).rejects.toThrow();
    expect(await verified()).toMatchObject({ intact: true });
  });

  test('is broken by an entry that was removed with a claim of erasure at another customer', async () => {
    const elsewhere = await createCustomer(db);
    await recordAudit(db, { action: 'user.changed', at: day(1), by: by(), custId: home });
    const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.action, 'user.changed'));
    const entries = [{ auditId: entry?.auditId }];
    await recordAudit(db, {
      action: 'audit.erased',
      at: day(2),
      by: by(),
      custId: elsewhere,
      after: { entries },
    });
    await expect(db.delete(auditEntries).where(eq(auditEntries.action, 'user.changed'))).rejects.toThrow();
    await db.transaction(async (tx) => {
      await tx.execute('set local session_replication_role = replica');
      await tx.delete(auditEntries).where(eq(auditEntries.action, 'user.changed'));
    });
    expect(await verifyAuditChain(db)).toMatchObject({ intact: false, fault: { reason: 'missing' } });
  });
});
