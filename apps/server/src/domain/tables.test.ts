import { rankOf, storedStatusKeys } from '@varde/catalogue/statuses';
import { rooms } from '@varde/testing/rooms-of-tables';
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { openPglite, queryRows } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { attempts } from '#platform/limits/attempt-limits.ts';

test('the migrations create every table and column that the code names, and the statuses in order with their priorities; a second run does nothing', async () => {
  const database = await openPglite(undefined);
  expect(await migrate(database)).not.toEqual([]);
  expect(await migrate(database)).toEqual([]);
  const tables = rooms.flatMap((room) => Object.values<unknown>(room)).filter((value) => is(value, PgTable));
  expect(tables.length).toBeGreaterThan(20);
  for (const table of [...tables, attempts]) {
    const columns = Object.values(getTableColumns(table)).map((column) => sql.identifier(column.name));
    const statement = sql`select ${sql.join(columns, sql`, `)} from ${sql.identifier(getTableName(table))}`;
    await expect(database.db.execute(statement), getTableName(table)).resolves.toBeDefined();
  }
  const [order] = await queryRows<{ keys: string[] }>(
    database.db,
    sql`select enum_range(null::device_status)::text[] as keys`,
  );
  expect(order?.keys).toEqual(storedStatusKeys);
  const places = await queryRows<{ key: string; place: number }>(
    database.db,
    sql`select status as key, status_priority(status) as place from unnest(enum_range(null::device_status)) status`,
  );
  expect(places).toEqual(storedStatusKeys.map((key) => ({ key, place: rankOf(key) })));
  await database.close();
});
