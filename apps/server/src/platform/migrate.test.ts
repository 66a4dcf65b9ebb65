import { readdir } from 'node:fs/promises';
import { createPostgresDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openPglite, openPostgres, queryRows } from './database.ts';
import { migrate, migrationsFolder } from './migrate.ts';

test.runIf(process.env.VARDE_TEST_POSTGRES !== undefined)(
  'two processes that migrate at once do each migration once',
  async () => {
    const empty = await createPostgresDatabase(process.env.VARDE_TEST_POSTGRES ?? '');
    await empty.db.execute(sql`drop schema public cascade`);
    await empty.db.execute(sql`create schema public`);
    await empty.db.execute(
      sql`create table migrations (name text primary key, applied_at timestamptz default now())`,
    );
    const open = () => openPostgres(empty.url, { unlimited: true });
    const [first, second] = await Promise.all([open(), open()]);
    const done = await Promise.all([migrate(first.db), migrate(second.db)]);
    const names = done.flat();
    expect(names).toEqual([...new Set(names)]);
    expect(names.toSorted()).toEqual((await readdir(migrationsFolder)).toSorted());
    await Promise.all([first.close(), second.close()]);
    await empty.close();
  },
);

test('a database of another version is refused by name, and left as it is', async () => {
  const { db, close } = await openPglite(undefined);
  await db.execute(sql`create table migrations (name text primary key)`);
  await db.execute(sql`insert into migrations values ('0001-foundation.sql'), ('9999-later.sql')`);
  await expect(migrate(db)).rejects.toThrow(
    'the database was made by another version of Varde (it has 0001-foundation.sql, 9999-later.sql)',
  );
  const tables = sql`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  expect(await queryRows(db, tables)).toEqual([{ relname: 'migrations' }]);
  await close();
});
