import { randomBytes } from 'node:crypto';
import { createAlarm, createCustomer, createDevice, createTransaction } from '@varde/testing/factories';
import { createPostgresDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noActor, recordAudit } from './audit.ts';
import { createInProcessBus } from './bus.ts';
import { type Database, type OpenDatabase, openPostgres, queryRows } from './database.ts';
import { withReach } from './reach.ts';

const adminUrl = process.env.VARDE_TEST_POSTGRES;

describe.runIf(adminUrl !== undefined)('on PostgreSQL, with a database user that is no superuser', () => {
  let admin: OpenDatabase & { url: string };
  let opened: OpenDatabase;
  let db: Database;
  let mine: number;
  let foreign: number;
  const role = `varde_reach_${randomBytes(4).toString('hex')}`;

  beforeAll(async () => {
    admin = await createPostgresDatabase(adminUrl ?? '');
    await admin.db.execute(sql.raw(`create role ${role} login password 'x'`));
    await admin.db.execute(sql.raw(`grant all on all tables in schema public to ${role}`));
    await admin.db.execute(sql.raw(`grant all on all sequences in schema public to ${role}`));
    const tables = await queryRows<{ name: string }>(
      admin.db,
      sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p') and relrowsecurity`,
    );
    // As in an installation: whoever made the tables uses them.
    for (const { name } of tables) await admin.db.execute(sql.raw(`alter table ${name} owner to ${role}`));
    const url = new URL(admin.url);
    url.username = role;
    url.password = 'x';
    opened = await openPostgres(url.href);
    db = opened.db;
    mine = await createCustomer(db);
    foreign = await createCustomer(db);
    for (const custId of [mine, foreign]) {
      const { deviId } = await createDevice(db, { custId });
      const tranId = await createTransaction(db, { deviId, custId });
      await createAlarm(db, { deviId, custId, tranId });
      await db.execute(sql`insert into device_settings (devi_id, key) values (${deviId}, 'a')`);
      await db.execute(
        sql`insert into commands (devi_id, command, created_at) values (${deviId}, '{}', now())`,
      );
      await recordAudit(db, { action: 'device.read', at: new Date(), by: noActor, custId, deviId });
    }
  });
  afterAll(async () => {
    await opened?.close();
    await admin?.db.execute(sql.raw(`reassign owned by ${role} to current_user`));
    await admin?.db.execute(sql.raw(`drop owned by ${role}`));
    await admin?.db.execute(sql.raw(`drop role ${role}`));
    await admin?.close();
  });

  const count = async (table: string, on = db) =>
    Number((await queryRows<{ n: string }>(on, sql.raw(`select count(*) as n from ${table}`)))[0]?.n);

  test.each([
    'devices',
    'transactions',
    'alarms',
    'device_assignments',
    'device_settings',
    'commands',
    'audit_entries',
  ])('a query of %s that forgets its scope sees the caller’s customers and no others', async (table) => {
    expect(await count(table)).toBe(2);
    expect(await withReach([mine], () => count(table))).toBe(1);
    expect(await withReach([], () => count(table))).toBe(0);
    expect(await withReach([mine], () => db.transaction((tx) => count(table, tx)))).toBe(1);
    expect(await withReach('all', () => count(table))).toBe(2);
  });

  test('neither does one that writes, nor may it put a row where it does not reach', async () => {
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

  test('what runs side by side on few connections keeps its own reach', async () => {
    const reaches = Array.from({ length: 30 }, (_, index) =>
      index % 3 === 0 ? [mine] : index % 3 === 1 ? [] : 'all',
    );
    const counts = await Promise.all(
      reaches.map((reach) => withReach(reach as number[] | 'all', () => count('devices'))),
    );
    expect(counts).toEqual(reaches.map((reach) => (reach === 'all' ? 2 : reach.length)));
  });

  test('a connection that does not say how far it reaches sees nothing', async () => {
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
