import { createAlarm, createCustomer, createDevice, createTransaction, createUser } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { consents, users } from '#domain/accounts/tables.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { deviceAssignments } from '#domain/devices/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { notExported } from './not-exported.ts';
import { userParts } from './user-parts.ts';
import { wearerParts } from './wearer-parts.ts';

let server: TestServer;
let db: Database;
let home: number;
let deviId: number;
let identity: string;
let person: { userId: number; username: string };
let manager: string;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  home = await createCustomer(db, { kind: 'private', firmName: 'Kari Dal' });
  ({ deviId, identity } = await createDevice(db, { custId: home, deviceName: 'Astrid Lie', serial: 'SN1' }));
  person = await createUser(db, { role: 'RESTRICTED_USER', custId: home }, 'kari@test.example');
  manager = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: home }));
});

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
/** The device had one wearer from the 10th to the 20th, and has another one since. */
async function giveOn(): Promise<number> {
  await db.update(deviceAssignments).set({ beginsAt: day(10), endsAt: day(20) });
  const [now] = await db
    .insert(deviceAssignments)
    .values({ deviId, custId: home, beginsAt: day(20) })
    .returning();
  return now?.assignmentId ?? 0;
}

const exported = async (path: string) => {
  const answer = await server.call('GET', `/ajax/personal_data/${path}/export`, { as: manager });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="varde-[a-z0-9-]+\.json"$/);
  return answer.body;
};

/** A row about the device or the user in every table, as the product writes them. */
async function fillEverything(): Promise<void> {
  const { userId, username } = person;
  const by = { userId, address: '192.0.2.1', context: 'PROFFWEB' as const };
  const tranId = await createTransaction(db, { deviId, custId: home, recTs: day(12) });
  const alarmId = await createAlarm(db, { deviId, custId: home, tranId, at: day(12) });
  const statements: SQL[] = [
    sql`update alarms set claimed_by = ${userId}, claimed_at = now(), note = 'Falt på badet'`,
    sql`insert into alarm_events (alarm_id, number, at, user_id, party) values (${alarmId}, 201, ${day(12).toISOString()}, ${userId}, 'Pårørende')`,
    sql`insert into alarm_shares (alarm_id, token_hash, channel, recipient, with_place, shared_by, shared_at) values (${alarmId}, 'secret-token', 'email', 'datter@test.example', true, ${userId}, now())`,
    sql`insert into notification_lists (assignment_id, devi_id, changed_at, changed_by) select assignment_id, devi_id, now(), ${userId} from device_assignments where devi_id = ${deviId}`,
    sql`insert into notification_receivers (list_id, sort, name, mobile, email, events, channels, wait_seconds) select list_id, sort, 'Mottaker', '+4791234568', mail, '{}', '{sms}', 60 from notification_lists, (values (0, ${username}), (1, 'sonn@test.example')) r (sort, mail)`,
    sql`insert into confirmed_numbers (number, cust_id, token_hash) values ('+4790000009', ${home}, 'secret-token')`,
    sql`insert into notification_chains (alarm_id, next_at, started_at) values (${alarmId}, now(), now())`,
    sql`insert into notification_attempts (alarm_id, round, step, channel, recipient, name, at) values (${alarmId}, 1, 0, 'email', ${username}, 'Mottaker', now()), (${alarmId}, 1, 1, 'email', 'sonn@test.example', 'Mottaker', now())`,
    sql`insert into web_hook_results (alarm_id, delivery_id, cust_id, host, event, number, at) values (${alarmId}, 1, ${home}, 'hooks.test.example', 'alarmRaised', 12, now())`,
    sql`insert into alarm_signals values (${alarmId}, ${tranId}, 'sos', ${day(12).toISOString()}, now())`,
    sql`insert into commands (devi_id, command, created_by, created_at) values (${deviId}, '{"kind":"locate"}', ${userId}, ${day(13).toISOString()})`,
    sql`insert into device_settings (devi_id, key, desired, updated_by, updated_at) values (${deviId}, 'phoneNoWhiteList1', '"+4791234567"', ${userId}, ${day(13).toISOString()})`,
    sql`insert into customer_geofences (cust_id, deha_id, fences, changed_by) values (${home}, 23, '[]', ${userId})`,
    sql`insert into customer_settings (cust_id, deha_id, key, value, updated_by, updated_at) values (${home}, 23, 'phoneNoWhiteList1', '"+4791234567"', ${userId}, now())`,
    sql`insert into device_notes (assignment_id, note, sms, last_changed, changed_by) select assignment_id, 'Bor alene', true, now(), ${userId} from device_assignments`,
    sql`insert into device_images select assignment_id, devi_id, 'image/png', '\\xab' from device_assignments where devi_id = ${deviId}`,
    sql`insert into device_known_macs (assignment_id, devi_id, mac_address, type, location, address) select assignment_id, devi_id, '02:ad:24:49:ea:60', 'W', 'Kjøkkenet', 'Storgata 1' from device_assignments where devi_id = ${deviId}`,
    sql`insert into sensors (devi_id, gateway_id, name, saved) values (${deviId}, 'RF-1', 'Ytterdør', true)`,
    sql`insert into health_readings (assignment_id, log_date, heart_rate) select assignment_id, ${day(13).toISOString()}, 71 from device_assignments where devi_id = ${deviId}`,
    sql`insert into step_days (assignment_id, date, steps, counts) select assignment_id, '2026-01-13', 4200, '[]' from device_assignments where devi_id = ${deviId}`,
    sql`insert into indoor_locations (assignment_id, devi_id, name, lat, lng, address) select assignment_id, devi_id, 'Stua', 59.9, 10.7, 'Storgata 1' from device_assignments where devi_id = ${deviId}`,
    sql`insert into indoor_location_devices (inlo_id, type, mac_address, name) select inlo_id, 'W', '02:ad:24:49:ea:60', '' from indoor_locations`,
    sql`insert into geofences (assignment_id, devi_id, name, kind, radius, vertices, enabled, enabled_time, enabled_time_from, enabled_time_to, delay_minutes, changed_by) select assignment_id, devi_id, 'Hjem', 'circle', 200, '[]', true, false, 0, 0, 0, ${userId} from device_assignments where devi_id = ${deviId}`,
    sql`insert into malformed_frames (protocol, identity, remote_address, received_at, reason, raw) values ('eview', ${identity}, '192.0.2.1', ${day(14).toISOString()}, 'checksum', '\xab')`,
    sql`insert into saved_views (user_id, name, content, changed_at) values (${userId}, 'Min', '{}', now())`,
    sql`insert into sessions (token_hash, user_id, context, created_at, last_seen_at, expires_at) values ('secret-hash', ${userId}, 'PROFFWEB', now(), now(), now())`,
    sql`insert into api_keys (user_id, name, key_hash, context, created_at) values (${userId}, 'Sentralen', 'secret-hash', 'PROFFWEB', now())`,
    sql`insert into push_browsers (user_id, endpoint, p256dh, auth, ends_at_logout, created_at) values (${userId}, 'https://push.test.example/secret', 'secret-key', 'secret-auth', true, now())`,
    sql`insert into account_tokens values ('secret-token', ${userId}, 'resetPassword', now(), now())`,
    sql`insert into account_requests values ('gdpr', ${username}, '192.0.2.1', now())`,
    sql`insert into outbox (channel, recipient, language, template, content, created_at, report_token) values ('email', ${username}, 'nb', 'gdpr', '{"path":"/secret-path"}', now(), '5ec2e700-0000-4000-8000-000000000000')`,
    sql`insert into registrations (kind, username, password_hash, first_name, last_name, mobile, language, firm_name, market, org_number, registered_from, token_hash, created_at, expires_at) values ('firm', ${username}, 'secret-hash', 'Test', 'Test', '1', 'nb', 'Firma', 1, '974760673', '192.0.2.1', 'secret-token', now(), now())`,
    sql`insert into coupon_codes (code, cust_id, max_uses, created_by, created_at) values ('KUPONG22', ${home}, 1, ${userId}, now())`,
    sql`update users set two_factor_secret = 'SECRETBASE32', browser_key = 'secret-key', cust_id = ${home}, mobile = '+4790000009' where user_id = ${userId}`,
  ];
  for (const statement of statements) await db.execute(statement);
  const consent = {
    kind: 'email',
    state: 'given' as const,
    saidAt: day(12),
    recordedAt: day(12),
    recordedBy: userId,
  };
  const [assignment] = await db.select().from(deviceAssignments);
  await db.insert(consents).values([
    { ...consent, userId },
    { ...consent, assignmentId: assignment?.assignmentId },
  ]);
  await recordAudit(db, {
    action: 'settings.saved',
    at: day(13),
    by,
    custId: home,
    deviId,
    after: { phoneNoWhiteList1: '+4791234567' },
  });
}

test.each([
  ['', 'varde-bruker'],
  ['?language=nb', 'varde-bruker'],
  ['?language=en', 'varde-user'],
])('the name of the file is in the language of its reader: %j', async (query, name) => {
  const { userId } = person;
  const answer = await server.call('GET', `/ajax/personal_data/users/${userId}/export${query}`, { as: manager });
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="${name}-${userId}.json"`);
});

test('all data about a user is in the file, without login secrets', async () => {
  await fillEverything();
  const file = await exported(`users/${person.userId}`);
  expect(file).toMatchObject({
    format: 'varde-personal-data/1',
    user: { userId: person.userId },
    complete: true,
  });
  expect(file.tables.users).toMatchObject([{ username: person.username, first_name: 'Test' }]);
  for (const [table, rows] of Object.entries(file.tables)) expect(rows, table).not.toHaveLength(0);
  for (const secret of ['secret', 'SECRETBASE32', 'argon2', '5ec2e700'])
    expect(JSON.stringify(file)).not.toContain(secret);
});

test('a user’s file lists the user’s actions, without the persons concerned', async () => {
  await fillEverything();
  const file = await exported(`users/${person.userId}`);
  expect(file.tables.audit_entries).toMatchObject([
    { action: 'settings.saved', deviId },
    { action: 'personalData.exported' },
  ]);
  for (const others of ['+4791234567', 'Falt på badet', 'datter@test.example', 'sonn@test.example'])
    expect(JSON.stringify(file)).not.toContain(others);
});

test('all data about a wearer is in the file, including the received frames', async () => {
  await fillEverything();
  await db.update(transactions).set({ raw: new Uint8Array([0xab, 0xcd]), posLati: 59.9, posLong: 10.7 });
  await db.execute(sql`insert into device_settings (devi_id, key, desired, reported, updated_at)
    values (${deviId}, 'smsPassword', '"865309"', '"865309"', ${day(13).toISOString()})`);
  await db.execute(sql`insert into commands (devi_id, command, created_at) values
    (${deviId}, '{"kind":"writeSettings","values":{"smsPassword":"865309","timeZone":60}}', ${day(13).toISOString()})`);
  const file = await exported('assignments/1');
  expect(file.tables.device_settings).toMatchObject([{ desired: '+4791234567' }, { key: 'smsPassword' }]);
  expect(file.tables.commands).toMatchObject([
    { command: { kind: 'locate' } },
    { command: { kind: 'writeSettings', values: { timeZone: 60 } } },
  ]);
  expect(JSON.stringify(file)).not.toContain('865309');
  expect(file.tables.transactions).toMatchObject([{ raw: '\\xabcd', pos_lati: 59.9, pos_long: 10.7 }]);
  expect(file.tables.alarm_shares).toMatchObject([{ recipient: 'datter@test.example' }]);
  expect(file.tables.notification_receivers).toMatchObject([
    { email: person.username },
    { email: 'sonn@test.example' },
  ]);
  expect(file.tables.notification_attempts).toMatchObject([
    { recipient: person.username },
    { recipient: 'sonn@test.example' },
  ]);
  expect(JSON.stringify(file)).not.toMatch(/secret-token|"token_hash"|"pin_hash"|"pins"/);
  for (const [table, rows] of Object.entries(file.tables)) expect(rows, table).not.toHaveLength(0);
});

test('[C3.25 C3.49] the settings in the file are in the form of the specification: silent alarm 0 or 1, the battery threshold 0 to 3', async () => {
  const values = [
    ...[10, 20, 30, 40].map((percent) => ['batteryThreshold', percent]),
    ['silentAlarm', true],
    ['silentAlarm', false],
  ];
  const read = [];
  for (const [key, value] of values) {
    await db.execute(sql`insert into device_settings (devi_id, key, desired, reported, updated_at) values
      (${deviId}, ${key}, ${JSON.stringify(value)}::jsonb, ${JSON.stringify(value)}::jsonb, ${day(13).toISOString()})
      on conflict (devi_id, key) do update set desired = excluded.desired, reported = excluded.reported`);
    const file = await exported('assignments/1');
    const [row] = file.tables.device_settings.filter((one: { key: string }) => one.key === key);
    read.push([row.desired, row.reported]);
  }
  expect(read).toEqual([...[0, 1, 2, 3].map((code) => [code, code]), ['1', '1'], ['0', '0']]);
});

test('a wearer’s file holds that time alone, including later messages about it, and not the present wearer', async () => {
  const now = await giveOn();
  for (const received of [9, 10, 19, 20, 21])
    await createTransaction(db, { deviId, custId: home, recTs: day(received) });
  await db.execute(sql`update transactions set historical = true, device_time = ${day(15).toISOString()}
    where rec_ts = ${day(21).toISOString()}`);
  const days = async (assignmentId: number) => {
    const { tables } = await exported(`assignments/${assignmentId}`);
    return tables.transactions.map((row: { rec_ts: string }) => new Date(row.rec_ts).getUTCDate());
  };
  expect(await days(1)).toEqual([10, 19, 21]);
  expect(await days(now)).toEqual([20]);
  expect(JSON.stringify(await exported('assignments/1'))).not.toContain('Astrid');
  expect(JSON.stringify(await exported(`assignments/${now}`))).toContain('Astrid');
});

test('a late alarm, and its handling, is exported for the wearer of its own time', async () => {
  const now = await giveOn();
  const elsewhere = await createCustomer(db);
  const late = { deviId, assignmentId: 1, at: day(21), happenedAt: day(19) };
  const own = await createAlarm(db, { ...late, custId: home });
  const foreignAlarm = await createAlarm(db, { ...late, custId: elsewhere });
  const present = await createAlarm(db, { ...late, custId: home, assignmentId: now });
  await createTransaction(db, { deviId, custId: home, assignmentId: 1, recTs: day(21) });
  const by = { userId: person.userId, address: '192.0.2.1', context: 'PROFFWEB' as const };
  for (const [id, custId] of [
    [own, home],
    [foreignAlarm, elsewhere],
    [present, home],
  ] as const) {
    const subject = { kind: 'alarm' as const, id };
    await recordAudit(db, { action: 'alarm.reset', at: day(22), by, custId, deviId, subject });
    await db.execute(sql`insert into alarm_signals values (${id}, 1, 'sos', now(), now())`);
  }
  const alarmsIn = async (assignmentId: number) => {
    const { tables } = await exported(`assignments/${assignmentId}`);
    const idsOf = (rows: Record<string, unknown>[], key: string) => rows.map((row) => row[key]);
    const resets = tables.audit_entries.filter(({ action }: { action: string }) => action === 'alarm.reset');
    expect(idsOf(tables.alarm_signals, 'alarm_id')).toEqual(idsOf(tables.alarms, 'alarm_id'));
    expect(idsOf(resets, 'subjectId')).toEqual(idsOf(tables.alarms, 'alarm_id'));
    return [idsOf(tables.alarms, 'alarm_id'), tables.transactions.length];
  };
  expect(await alarmsIn(1)).toEqual([[own], 1]);
  expect(await alarmsIn(now)).toEqual([[present], 0]);
});

test('a message to a device is in the file of the wearer that it was sent to, also when the clock was wrong', async () => {
  const now = await giveOn();
  for (const [assignment, text, sentOn] of [
    [1, 'Til den første', day(21)],
    [now, 'Til den andre', day(15)],
  ] as const)
    await db.execute(sql`insert into commands (devi_id, assignment_id, command, created_at)
      values (${deviId}, ${assignment}, ${JSON.stringify({ kind: 'message', text })}::jsonb, ${sentOn.toISOString()})`);
  const textsIn = async (assignmentId: number) =>
    (await exported(`assignments/${assignmentId}`)).tables.commands.map(
      ({ command }: { command: { text: string } }) => command.text,
    );
  expect(await textsIn(1)).toEqual(['Til den første']);
  expect(await textsIn(now)).toEqual(['Til den andre']);
});

test('more rows than one read returns come in order, each once', async () => {
  await db.execute(sql`insert into transactions (tran_id, rec_ts, devi_id, deha_id, cust_id, mety_id, tran_source)
    select n, ${day(12).toISOString()}::timestamptz + (n / 3) * interval '7 microseconds', ${deviId}, 23, ${home}, 2, 1
    from generate_series(1, 1203) n`);
  const { tables } = await exported('assignments/1');
  const ids = tables.transactions.map((row: { tran_id: number }) => row.tran_id);
  expect(ids).toEqual(Array.from({ length: 1203 }, (_, index) => index + 1));
});

test('actions of a user at customers that the caller does not administer are not in the file', async () => {
  const elsewhere = await createCustomer(db);
  const by = { userId: person.userId, address: null, context: null };
  for (const custId of [home, elsewhere, null])
    await recordAudit(db, { action: 'device.read', at: day(1), by, custId });
  await db.update(users).set({ custId: home }).where(eq(users.userId, person.userId));
  const { tables } = await exported(`users/${person.userId}`);
  expect(tables.audit_entries.map((entry: { custId: number }) => entry.custId)).toEqual([home, null, home]);
});

/** Columns that refer to users, devices or wearers, by the schema or by name. */
const pointers = sql`
  select c.table_name || '.' || c.column_name as name
  from information_schema.columns c
  join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace and not t.relispartition
  where c.table_schema = 'public' and (
    c.column_name in ('devi_id', 'user_id', 'assignment_id', 'username', 'recipient', 'identity')
    or c.column_name like '%\_by'
    or exists (
      select from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any(f.conkey)
      where f.contype = 'f' and f.conrelid = t.oid and a.attname = c.column_name
        and f.confrelid in ('users'::regclass, 'devices'::regclass, 'device_assignments'::regclass)))
  order by 1`;

test('every column of the database that refers to a user or a device is exported, or left out for a reason', async () => {
  const found = (await queryRows<{ name: string }>(db, pointers)).map(({ name }) => name);
  const period = {
    assignmentId: 1,
    deviId,
    custId: home,
    begins: '-infinity',
    ends: 'infinity',
    running: true,
  };
  const parts = [
    ...userParts({ userId: 1, username: 'x', name: 'x', custId: home, numbers: [] }, 'all'),
    ...wearerParts(period),
  ];
  const covered = new Set(parts.flatMap(({ table, by }) => Object.keys(by).map((column) => `${table}.${column}`)));
  // These tables, found by one of these columns or through another row, are exported with all columns.
  const whole = [
    'users.username',
    'device_identities.identity',
    'malformed_frames.identity',
    'consents.assignment_id',
    'transactions.assignment_id',
    'alarms.assignment_id',
    'commands.assignment_id',
    'device_assignments.devi_id',
  ];
  const missing = found.filter((name) => !covered.has(name) && !whole.includes(name) && !(name in notExported));
  expect(missing).toEqual([]);
  expect(Object.keys(notExported).filter((name) => !found.includes(name) || covered.has(name))).toEqual([]);
});
