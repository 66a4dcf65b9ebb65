import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { openTestDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, queryRows } from '#platform/database/database.ts';

// A row that is locked `for update` excludes every insert that refers to it, and so deadlocks with transactions that
// have inserted and now want what its holder has.

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const source = join(import.meta.dirname, '..');
/** Of rows that are about to be deleted. */
const deleting = [
  'features/personal-data/store-find.ts',
  'jobs/invitation-expiry.ts',
  'platform/database/delete-old.ts',
];

test('rows are locked so that others may refer to them meanwhile', () => {
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
  const strong = files.filter((file) =>
    /(?<!no key) for update\b|\.for\('update'/.test(readFileSync(join(source, file), 'utf8')),
  );
  expect(strong.map((file) => file.replaceAll(sep, '/')).sort()).toEqual(deleting);
});

test('no change of a device or an alarm is one of a key, which others could refer to', async () => {
  const keys = await queryRows<{ columns: string }>(
    opened.db,
    sql`select pg_get_indexdef(indexrelid) as columns from pg_index
      where indrelid in ('devices'::regclass, 'alarms'::regclass)
        and indisunique and not indisprimary and indpred is null and indexprs is null`,
  );
  expect(keys).toEqual([]);
});
