import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createUser } from '@varde/testing/factories';
import { openEmptyDatabase } from '@varde/testing/test-database';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { messageUplink, sosSample } from '@varde/testing/uplinks';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

describe.each(former)('%s', (name) => {
  let opened: OpenDatabase;
  let server: TestServer;
  let before: Record<string, string>;
  let after: Record<string, string>;
  let columns: Column[];
  beforeAll(async () => {
    opened = await openEmptyDatabase();
    const dump = gunzipSync(readFileSync(new URL(name, folder))).toString();
    await opened.onOneConnection(async (client) => {
      await client.query(`${dump}; reset all;`);
    });
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
