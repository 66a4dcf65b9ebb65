import { openTestDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { queryRows } from './database.ts';

/** Tables with an owner for their rows but without row-level security, and the reason. */
const reasons: Record<string, string> = {
  audit_chain: 'holds hashes; every new entry is linked to the last one, of any customer',
  device_search: 'asked for ids within `devices` only; behind a policy its index for parts of words is out of use',
  sensor_search:
    'asked for ids within `devices` and `sensors` only; behind a policy its index for parts of words is out of use',
  sessions: 'found by the hash of a token, before it is known who calls',
  account_tokens: 'found by the hash of a token, before it is known who calls',
  recovery_codes: 'asked for while somebody logs in, before it is known who calls',
};

test('every table with an owner for its rows has row-level security, or a reason to have none', async () => {
  const { db, close } = await openTestDatabase();
  const tables = await queryRows<{ name: string; held: boolean }>(
    db,
    sql`select c.relname as name, c.relrowsecurity and c.relforcerowsecurity
          and exists (select from pg_policy p where p.polrelid = c.oid) as held
        from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and exists (select from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
            and a.attname in ('cust_id', 'devi_id', 'user_id', 'alarm_id', 'assignment_id'))
        order by c.relname`,
  );
  await close();
  expect(tables.filter(({ held }) => !held).map(({ name }) => name)).toEqual(Object.keys(reasons).sort());
});
