import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createUser } from '@varde/testing/factories';
import { openEmptyDatabase } from '@varde/testing/test-database';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { messageUplink, sosSample } from '@varde/testing/uplinks';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultsOf } from '#domain/settings/default-settings.ts';
import { settingsOf } from '#domain/settings/device-settings.ts';
import { type Database, type OpenDatabase, queryRows } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';

/**
 * Databases of former versions, by their last migration: the demo organisation, with a position and an alarm of each of
 * some devices, of which one is taken and some are told. Made with `pg_dump --inserts --no-owner --no-privileges`, without
 * the lines of `psql`. Each version that is landed with new migrations may add its own.
 */
const folder = new URL('../../../testing/data/', import.meta.url);
const former = readdirSync(folder).filter((name) => /^database-\d+\.sql\.gz$/.test(name));

interface Column {
  table: string;
  column: string;
}

/** Counts and digests of what these columns hold, by table. */
async function contentOf(db: Database, columns: readonly Column[]): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for (const [table, its] of Map.groupBy(columns, (each) => each.table)) {
    const row = sql.raw(`row(${its.map(({ column }) => `t."${column}"`).join(', ')})::text`);
    const [found] = await queryRows<{ text: string }>(
      db,
      sql`select count(*) || ' ' || coalesce(md5(string_agg(${row}, e'\n' order by ${row})), '') as text
        from ${sql.identifier(table)} t`,
    );
    content[table] = found?.text ?? '';
  }
  return content;
}

/** Of the tables that hold something, without the sort keys, which follow from names. */
async function filledColumns(db: Database): Promise<Column[]> {
  const columns = await queryRows<Column>(
    db,
    sql`select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> 'migrations' and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> 'sort_name'
      order by c.relname, a.attnum`,
  );
  const content = await contentOf(db, columns);
  return columns.filter(({ table }) => !content[table]?.startsWith('0 '));
}

async function openFormer(name: string): Promise<OpenDatabase> {
  const opened = await openEmptyDatabase();
  const dump = gunzipSync(readFileSync(new URL(name, folder))).toString();
  await opened.onOneConnection(async (client) => {
    await client.query(`${dump}; reset all;`);
  });
  return opened;
}

describe.each(former)('%s', (name) => {
  let opened: OpenDatabase;
  let server: TestServer;
  let before: Record<string, string>;
  let after: Record<string, string>;
  let columns: Column[];
  beforeAll(async () => {
    opened = await openFormer(name);
    columns = await filledColumns(opened.db);
    before = await contentOf(opened.db, columns);
    await migrate(opened);
    after = await contentOf(opened.db, columns);
    server = await startTestServer({ database: opened });
    await server.app.start();
  });
  afterAll(() => server.close());

  const openAlarms = async () => {
    const as = await server.loginAs(await createUser(server.db, { role: 'SUPERAHP', custId: null }));
    const { status, body } = await server.call('GET', '/ajax/alarms', { as });
    expect(status).toBe(200);
    return body.alarms as { alarmId: number; state: string; deviId: number; signalCount: number }[];
  };

  test('opens in this version with all that it held', () => {
    expect(Object.keys(before)).toEqual(expect.arrayContaining(['alarms', 'devices', 'notification_chains', 'users']));
    expect(after).toEqual(before);
  });

  test('shows its open alarms, rings them again, and raises others', async () => {
    const alarms = await openAlarms();
    expect(new Set(alarms.map(({ state }) => state))).toEqual(new Set(['open', 'claimed']));
    const [first] = alarms;
    const pendants = await queryRows<{ identity: string; deviId: number }>(
      server.db,
      sql`select identity, devi_id as "deviId" from device_identities where protocol = 'eview' order by devi_id`,
    );
    const [theirs, quiet] = [
      pendants.find(({ deviId }) => deviId === first?.deviId),
      pendants.find(({ deviId }) => alarms.every((alarm) => alarm.deviId !== deviId)),
    ];
    for (const pendant of [theirs, quiet])
      await server.bus.publishUplink(messageUplink(pendant?.identity ?? '', Date.now(), [sosSample()]));
    const now = await openAlarms();
    expect(now).toHaveLength(alarms.length + 1);
    expect(now.find(({ alarmId }) => alarmId === first?.alarmId)).toMatchObject({
      state: 'open',
      signalCount: (first?.signalCount ?? 0) + 1,
    });
  });
});

test('who had turned tracking during alarms on or off has it so, and no device goes quiet for that', async () => {
  const opened = await openFormer('database-0015.sql.gz');
  try {
    const { db } = opened;
    const [off, on] = await queryRows<Record<'deviId' | 'custId' | 'dehaId', number>>(
      db,
      sql`select devi_id as "deviId", cust_id as "custId", deha_id as "dehaId" from devices order by devi_id limit 2`,
    );
    if (off === undefined || on === undefined) throw new Error('the dump holds devices');
    await db.execute(sql`insert into device_settings (devi_id, key, desired, updated_at)
      values (${off.deviId}, 'autoTracking', 'false', now()), (${on.deviId}, 'autoTracking', 'true', now())`);
    await db.execute(sql`insert into customer_settings (cust_id, deha_id, key, value, updated_at)
      values (${off.custId}, ${off.dehaId}, 'autoTracking', 'false', now())`);
    await migrate(opened);
    for (const [{ deviId }, desired] of [
      [off, false],
      [on, true],
    ] as const) {
      const settings = await settingsOf(db, deviId);
      expect(settings.get('alarmTracking')).toMatchObject({ desired });
      expect(settings.has('autoTracking')).toBe(false);
    }
    const defaults = await defaultsOf(db, off);
    expect(defaults.get('alarmTracking')).toMatchObject({ own: false });
    expect(defaults.has('autoTracking')).toBe(false);
  } finally {
    await opened.close();
  }
});
