import { openTestDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { queryRows } from './database.ts';

// Of the tests' own tools: a database that one file has used may be given to the next.

const columns = sql`select column_name as name from information_schema.columns
  where table_name = 'devices' order by column_name`;
const users = sql`select from users`;

test.each([
  ['a renamed column', 'alter table devices rename column device_name to something_else'],
  ['a new default', "alter table customers alter column firm_name set default 'x'"],
  ['a disabled trigger', 'alter table audit_entries disable trigger all'],
  ['a forgotten migration', 'delete from migrations'],
  ['a row', "insert into users (username, password_hash, first_name, last_name) values ('a', '-', 'b', 'c')"],
  ['a setting', 'set default_transaction_read_only = on'],
  ['an open transaction', "begin; insert into attempts values ('x', 1, now(), null)"],
])('a test file does not meet %s of an earlier one', async (_name, change) => {
  const earlier = await openTestDatabase();
  const before = await queryRows(earlier.db, columns);
  await earlier.onOneConnection((client) => client.query(change));
  await earlier.close();
  const later = await openTestDatabase();
  expect(await queryRows(later.db, columns)).toEqual(before);
  expect(await queryRows(later.db, users)).toEqual([]);
  const [state] = await queryRows(
    later.db,
    sql`select (select count(*)::int from migrations) > 0 as migrated,
      (select count(*)::int from attempts) as attempts,
      (select bool_and(tgenabled = 'O') from pg_trigger where tgrelid = 'audit_entries'::regclass) as triggers,
      (select column_default from information_schema.columns
        where table_name = 'customers' and column_name = 'firm_name') as default,
      current_setting('default_transaction_read_only') as read_only`,
  );
  expect(state).toEqual({ migrated: true, attempts: 0, triggers: true, default: null, read_only: 'off' });
  await later.close();
});

test('a test file that has closed its database cannot use it any more', async () => {
  const { db, close } = await openTestDatabase();
  await close();
  await expect(db.execute('select 1')).rejects.toThrow();
});
