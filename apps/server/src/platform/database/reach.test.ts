import { createAlarm, createCustomer, createDevice, createTransaction, createUser } from '@varde/testing/factories';
import { createPostgresDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noActor, recordAudit } from '#domain/audit/audit.ts';
import { createInProcessBus } from '../bus/bus.ts';
import { type Database, type OpenDatabase, queryRows } from './database.ts';
import { withReach } from './reach.ts';

const adminUrl = process.env.VARDE_TEST_POSTGRES;

describe.runIf(adminUrl !== undefined)('on PostgreSQL, with a database user that is no superuser', () => {
  let opened: OpenDatabase;
  let db: Database;
  let mine: number;
  let foreign: number;

  beforeAll(async () => {
    opened = await createPostgresDatabase(adminUrl ?? '');
    db = opened.db;
    [mine, foreign] = [await fill(db, 'mine'), await fill(db, 'foreign')];
  });
  afterAll(() => opened.close());

  test('row-level security applies to the tests themselves', async () => {
    const [user] = await queryRows(db, sql`select rolsuper, rolbypassrls from pg_roles where rolname = current_user`);
    expect(user).toEqual({ rolsuper: false, rolbypassrls: false });
  });

  const count = async (table: string, on = db) =>
    Number((await queryRows<{ n: string }>(on, sql.raw(`select count(*) as n from ${table}`)))[0]?.n);

  /** The number of rows that the caller sees of the two: rows of the server alone are hidden from all others. */
  const tables = {
    address_lookups: 1,
    address_searches: 1,
    address_sources: 0,
    addresses: 1,
    alarm_events: 1,
    alarm_shares: 1,
    alarm_signals: 1,
    alarms: 1,
    api_keys: 1,
    audit_entries: 1,
    commands: 1,
    confirmed_numbers: 1,
    consents: 1,
    coupon_codes: 1,
    customer_geofences: 1,
    customer_images: 1,
    customer_role_policies: 1,
    customer_settings: 1,
    customers: 1,
    device_assignments: 1,
    device_counts: 1,
    device_identities: 1,
    device_images: 1,
    device_known_macs: 1,
    device_notes: 1,
    device_settings: 1,
    devices: 1,
    health_readings: 1,
    indoor_location_devices: 1,
    indoor_locations: 1,
    geofences: 1,
    message_costs: 1,
    notification_attempts: 1,
    notification_chains: 1,
    notification_lists: 1,
    notification_receivers: 1,
    notification_tests: 1,
    outbox: 1,
    partner_prices: 1,
    position_deletions: 1,
    push_browsers: 1,
    pushed_alarms: 1,
    retry_keys: 0,
    saved_views: 1,
    sensor_images: 1,
    sensors: 1,
    step_days: 1,
    transactions: 1,
    user_policies: 1,
    users: 1,
    wearer_messages: 1,
    web_hook_deliveries: 1,
    web_hook_events: 1,
    web_hook_results: 1,
    web_hooks: 1,
  };

  test('every table that has a policy is tested here', async () => {
    const named = await queryRows<{ name: string }>(
      db,
      sql`select relname as name from pg_class where relrowsecurity and relforcerowsecurity order by 1`,
    );
    expect(named.map(({ name }) => name)).toEqual([...Object.keys(tables), 'push_keys'].sort());
  });

  test('the one key of push messages is for the server alone', async () => {
    await db.execute(sql`insert into push_keys (private_key) values ('secret')`);
    expect(await count('push_keys')).toBe(1);
    expect(await withReach([mine], () => count('push_keys'))).toBe(0);
  });

  test.each(Object.entries(tables))(
    'a query of %s without its scope returns the caller’s customers and no others',
    async (table, own) => {
      expect(await count(table)).toBe(2);
      expect(await withReach([mine], () => count(table))).toBe(own);
      expect(await withReach([], () => count(table))).toBe(0);
      expect(await withReach([mine], () => db.transaction((tx) => count(table, tx)))).toBe(own);
      expect(await withReach('all', () => count(table))).toBe(2);
    },
  );

  test('a mail about an alarm is for those who see the alarm, and one to an account concerns no customer', async () => {
    const mails = () => count("outbox where channel = 'email'");
    const queue = (alarms: string) =>
      db.execute(`insert into outbox (channel, alarm_id, recipient, template, language, content, created_at)
        select 'email', alarm_id, 'kari@test.example', 'alarm', 'nb', '{}', now() from ${alarms}`);
    await queue(`alarms where cust_id = ${foreign}`);
    expect(await withReach([mine], mails)).toBe(0);
    await queue(`alarms where cust_id = ${mine}`);
    expect(await withReach([mine], mails)).toBe(1);
    await withReach([mine], async () => await queue('(select null::int as alarm_id) none'));
    expect(await withReach([], mails)).toBe(1);
    expect(await mails()).toBe(3);
    await db.execute("delete from outbox where channel = 'email'");
  });

  test('the same holds for writes, and no row may be inserted out of reach', async () => {
    const move = sql`update devices set cust_id = ${foreign} where cust_id = ${mine}`;
    await expect(withReach([mine], async () => await db.execute(move))).rejects.toThrow();
    await withReach([mine], async () => {
      await db.execute(sql`update devices set device_name = 'changed'`);
    });
    const names = await queryRows<{ name: string }>(
      db,
      sql`select device_name as name from devices where cust_id = ${foreign}`,
    );
    expect(names).not.toContainEqual({ name: 'changed' });
  });

  test('ancestors of the caller’s customers are readable and never changed, and new children are included', async () => {
    const below = await createCustomer(db, { parentId: mine });
    const within = <Result>(work: () => Promise<Result>) => withReach([below], work);
    expect(await within(() => count('customers'))).toBe(2);
    expect(await within(() => count('customer_role_policies'))).toBe(1);
    expect(await within(() => count('customer_images'))).toBe(1);
    expect(await within(() => count('customer_settings'))).toBe(1);
    expect(await within(() => count('coupon_codes'))).toBe(0);
    for (const change of [
      sql`update customers set firm_name = 'changed'`,
      sql`delete from customer_role_policies`,
      sql`delete from customer_images`,
      sql`delete from customer_settings`,
      sql`update customer_settings set value = '2'`,
    ])
      await within(async () => await db.execute(change));
    expect(await count("customers where firm_name = 'changed'")).toBe(1);
    expect(await count('customer_role_policies')).toBe(2);
    expect(await count("customer_settings where value = '1'")).toBe(2);
    await within(() => createCustomer(db, { parentId: below }));
    await expect(within(() => createCustomer(db, { parentId: mine }))).rejects.toThrow();
    await expect(within(() => createCustomer(db, { parentId: null }))).rejects.toThrow();
    await db.execute(sql`delete from customers where path @> array[${below}::int]`);
  });

  test('a user is visible with all roles, also those held elsewhere, or not at all; the names of users who acted, and of their keys, are visible to all', async () => {
    const roles = () => queryRows<{ role: string }>(db, sql`select role from user_policies order by role`);
    await db.execute(
      sql`insert into user_policies (user_id, role, cust_id) select user_id, 'TRACKER', ${mine} from users where cust_id = ${foreign}`,
    );
    expect(await withReach([mine], roles)).toHaveLength(3);
    expect(await withReach([foreign], roles)).toHaveLength(2);
    const [found] = await withReach([foreign], () =>
      queryRows<{ name: string; hidden: string }>(
        db,
        sql`select name_of_user(1) as name, (select count(*) from users where user_id = 1) as hidden`,
      ),
    );
    expect(found).toEqual({ name: expect.stringContaining('Test'), hidden: '0' });
    const [named] = await withReach([foreign], () =>
      db.transaction(async (tx) => {
        const [key] = await queryRows<{ name: string }>(tx, sql`select name_of_api_key(1) as name`);
        return [{ name: key?.name, seen: await count('api_keys', tx) }];
      }),
    );
    expect(named).toEqual({ name: 'Sentralen', seen: 1 });
    await db.execute(sql`delete from user_policies where role = 'TRACKER'`);
  });

  test('concurrent work on few connections keeps its own reach', async () => {
    const reaches = Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? [mine] : index % 3 === 1 ? [] : 'all'));
    const counts = await Promise.all(
      reaches.map((reach) => withReach(reach as number[] | 'all', () => count('devices'))),
    );
    expect(counts).toEqual(reaches.map((reach) => (reach === 'all' ? 2 : reach.length)));
  });

  test('a connection without a declared reach sees nothing', async () => {
    const [row] = await db.transaction(async (tx) => {
      await tx.execute(sql`set local varde.reach to default`);
      return queryRows<{ n: string }>(tx, sql`select count(*) as n from devices`);
    });
    expect(Number(row?.n)).toBe(0);
  });

  test('processing, which a caller wakes over the bus, reaches everything', async () => {
    const bus = createInProcessBus();
    const seen = new Promise<number>((resolve, reject) => {
      bus.onCommandsChanged(() => void count('devices').then(resolve, reject));
    });
    withReach([mine], () => bus.publishCommandsChanged(1));
    expect(await seen).toBe(2);
  });
});

/** A row in each protected table, for a customer of its own. Returns its id. */
async function fill(db: Database, name: string): Promise<number> {
  const custId = await createCustomer(db);
  const { deviId } = await createDevice(db, { custId });
  const tranId = await createTransaction(db, { deviId, custId });
  const alarmId = await createAlarm(db, { deviId, custId, tranId });
  const { userId } = await createUser(db, { role: 'FIRM', custId }, undefined, { isNew: true });
  await recordAudit(db, { action: 'device.read', at: new Date(), by: noActor, custId, deviId });
  for (const statement of [
    sql`insert into device_settings (devi_id, key) values (${deviId}, 'a')`,
    sql`insert into device_images (assignment_id, devi_id, media_type, image)
      select assignment_id, devi_id, 'image/png', '' from device_assignments where devi_id = ${deviId}`,
    sql`insert into device_known_macs (assignment_id, devi_id, mac_address, type, location, address)
      select assignment_id, devi_id, '02:ad:24:49:ea:60', 'W', 'Stua', '' from device_assignments where devi_id = ${deviId}`,
    sql`insert into geofences (assignment_id, devi_id, name, kind, radius, vertices, enabled, enabled_time,
        enabled_time_from, enabled_time_to, delay_minutes, shared_cust_id)
      select assignment_id, devi_id, 'Hjem', 'circle', 200, '[{"lat": 60, "lng": 10}]', true, false, 0, 0, 0, cust_id
      from device_assignments where devi_id = ${deviId}`,
    sql`insert into device_notes (assignment_id, note, sms, last_changed)
      select assignment_id, 'a', false, now() from device_assignments where devi_id = ${deviId}`,
    sql`insert into health_readings (assignment_id, log_date, heart_rate)
      select assignment_id, now(), 70 from device_assignments where devi_id = ${deviId}`,
    sql`insert into indoor_locations (assignment_id, devi_id, name, lat, lng, address)
      select assignment_id, devi_id, 'Stua', 59, 10, '' from device_assignments where devi_id = ${deviId}`,
    sql`insert into indoor_location_devices (inlo_id, type, mac_address, name)
      select inlo_id, 'W', '02:ad:24:49:ea:60', '' from indoor_locations where devi_id = ${deviId}`,
    sql`insert into sensors (devi_id, gateway_id, saved) values (${deviId}, 'RF-1', true)`,
    sql`insert into sensor_images (dese_id, devi_id, media_type, image, received_at)
      select dese_id, devi_id, 'image/png', '', now() from sensors where devi_id = ${deviId}`,
    sql`insert into step_days (assignment_id, date, steps, counts)
      select assignment_id, now(), 0, '[]' from device_assignments where devi_id = ${deviId}`,
    sql`insert into commands (devi_id, command, created_at) values (${deviId}, '{}', now())`,
    sql`insert into outbox (channel, devi_id, command_id, recipient, content, created_at)
      select 'sms', devi_id, command_id, '+4790000001', 'x', now() from commands where devi_id = ${deviId}`,
    sql`insert into alarm_signals (alarm_id, tran_id, code, happened_at, received_at)
      values (${alarmId}, ${tranId}, 'sos', now(), now())`,
    sql`insert into alarm_events (alarm_id, number, at) values (${alarmId}, 201, now())`,
    sql`insert into notification_lists (assignment_id, devi_id, changed_at)
      select assignment_id, devi_id, now() from device_assignments where devi_id = ${deviId}`,
    sql`insert into notification_receivers (list_id, sort, name, mobile, events, channels, wait_seconds)
      select list_id, 0, 'Kari', '+4790000001', '{}', '{sms}', 60 from notification_lists where devi_id = ${deviId}`,
    sql`insert into confirmed_numbers (number, cust_id) values ('+4790000001', ${custId})`,
    sql`insert into notification_chains (alarm_id, next_at, started_at) values (${alarmId}, now(), now())`,
    sql`insert into notification_attempts (alarm_id, round, step, channel, recipient, name, at)
      values (${alarmId}, 1, 0, 'sms', '+4790000001', 'Kari', now())`,
    sql`insert into notification_tests (assignment_id, at, name, channel, recipient, message_id)
      select a.assignment_id, now(), 'Kari', 'sms', s.recipient, s.message_id
      from device_assignments a join outbox s on s.devi_id = a.devi_id where a.devi_id = ${deviId}`,
    sql`insert into wearer_messages (command_id, alarm_id, taken_at)
      select command_id, ${alarmId}::int, now() from commands where devi_id = ${deviId}`,
    sql`insert into web_hooks (cust_id, url, secret, events, created_at)
      values (${custId}, 'https://hooks.test.example/', 'secret', '{alarmRaised}', now())`,
    sql`insert into web_hook_events (alarm_id, event, at) values (${alarmId}, 'alarmRaised', now())`,
    sql`insert into web_hook_deliveries (hook_id, alarm_id, event, at, queued_at)
      select hook_id, ${alarmId}::int, 'alarmRaised', now(), now() from web_hooks where cust_id = ${custId}`,
    sql`insert into web_hook_results (alarm_id, delivery_id, cust_id, host, event, number, at)
      values (${alarmId}, 1, ${custId}, 'hooks.test.example', 'alarmRaised', 12, now())`,
    sql`insert into alarm_shares (alarm_id, token_hash, channel, recipient, with_place, shared_by, shared_at)
      values (${alarmId}, ${name}, 'email', 'a@test.example', true, ${userId}, now())`,
    sql`insert into retry_keys (devi_id, retry_key, rec_ts) values (${deviId}, 'a', now())`,
    sql`insert into consents (user_id, kind, state, said_at, recorded_at, recorded_by)
      values (${userId}, 'email', 'given', now(), now(), ${userId})`,
    sql`insert into coupon_codes (code, cust_id, max_uses, created_at) values (upper(${name}), ${custId}, 1, now())`,
    sql`insert into customer_role_policies (cust_id, role, policy, status)
      values (${custId}, 'TRACKER', 'NAME_CHANGE', 'active')`,
    sql`insert into customer_settings (cust_id, deha_id, key, value, updated_at)
      values (${custId}, 23, 'a', '1', now())`,
    sql`insert into saved_views (user_id, cust_id, name, content, changed_at)
      values (${userId}, ${custId}, ${name}, '{}', now())`,
    sql`insert into api_keys (user_id, name, key_hash, context, created_at)
      values (${userId}, 'Sentralen', ${`hash-${userId}`}, 'PROFFWEB', now())`,
    sql`insert into push_browsers (user_id, endpoint, p256dh, auth, ends_at_logout, created_at)
      values (${userId}, ${`https://push.test.example/${name}`}, 'a', 'a', false, now())`,
    sql`insert into pushed_alarms (browser_id, alarm_id)
      select browser_id, ${alarmId}::int from push_browsers where user_id = ${userId}`,
    sql`insert into message_costs (message_id, number, cust_id, at, channel, provider, outcome)
      values (${custId}, 1, ${custId}, now(), 'sms', '46elks', 'sent')`,
    sql`insert into partner_prices (cust_id, deha_id, service, amount) values (${custId}, 23, 'rent', 1)`,
    sql`insert into customer_geofences (cust_id, deha_id, fences) values (${custId}, 23, '[]')`,
    sql`insert into position_deletions (cust_id, day, kept_days, before, transactions, alarms, devices)
      values (${custId}, now(), 7, now(), 1, 0, 0)`,
    sql`insert into addresses (lat, lng, cust_id, address, kept_until) values (1, 1, ${custId}, 'Stua', now())`,
    sql`insert into address_lookups (lat, lng, cust_id, user_id, asked_at) values (${custId}, 1, ${custId}, ${userId}, now())`,
    sql`insert into address_searches (kind, words, cust_id, user_id, asked_at, kept_until)
      values ('search', ${name}, ${custId}, ${userId}, now(), now())`,
    sql`insert into address_sources (source, free_at) values (${name}, now())`,
    sql`insert into customer_images (cust_id, media_type, image, updated_at)
      values (${custId}, 'image/png', '', now())`,
  ])
    await db.execute(statement);
  return custId;
}
