import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrationsFolder, openPglite } from '#platform/database.ts';

const name = '0037-registrations.sql';

test('where firms shared a number before, the first that is confirmed keeps it, and the others have it as a reference', async () => {
  const { pglite, close } = await openPglite(undefined);
  if (pglite === null) throw new Error('the embedded database is none');
  const apply = (file: string) => pglite.exec(readFileSync(join(migrationsFolder, file), 'utf8'));
  for (const file of readdirSync(migrationsFolder).sort()) {
    if (file === name) break;
    await apply(file);
  }
  await pglite.exec(`
    insert into customers (cust_id, path, kind, firm_name, org_number, reference) values
      (1, '{1}', 'firm', 'Ubekreftet', '974760673', 'Ref'),
      (2, '{2}', 'firm', 'Bekreftet', '974760673', null),
      (3, '{3}', 'firm', 'Enda en', '974760673', null),
      (4, '{4}', 'firm', 'Alene', '923609016', null),
      (5, '{5}', 'firm', 'Uten', null, null),
      (6, '{6}', 'municipality', 'Kommune', '974760673', null),
      (7, '{7}', 'municipality', 'Samme kommune', '974760673', null);
    insert into users (username, password_hash, first_name, last_name, cust_id, email_validated_at) values
      ('a@test.example', '-', '', '', 1, null), ('b@test.example', '-', '', '', 2, now());`);
  await apply(name);
  const { rows } = await pglite.query('select org_number, reference from customers order by cust_id', [], {
    rowMode: 'array',
  });
  await close();
  expect(rows).toEqual([
    [null, 'Ref 974760673'],
    ['974760673', null],
    [null, '974760673'],
    ['923609016', null],
    [null, null],
    ['974760673', null],
    ['974760673', null],
  ]);
});
