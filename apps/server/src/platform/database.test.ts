import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { migrate, openPglite } from './database.ts';
import * as schema from './schema.ts';

test('the migrations make every table and column that the schema names, and a second run does nothing', async () => {
  const { db, close } = await openPglite(undefined);
  expect(await migrate(db)).not.toEqual([]);
  expect(await migrate(db)).toEqual([]);
  for (const table of Object.values(schema).filter((value) => is(value, PgTable))) {
    const columns = Object.values(getTableColumns(table)).map((column) => sql.identifier(column.name));
    const statement = sql`select ${sql.join(columns, sql`, `)} from ${sql.identifier(getTableName(table))}`;
    await expect(db.execute(statement), getTableName(table)).resolves.toBeDefined();
  }
  await close();
});
