import { readdir, readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { createPostgresDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OpenDatabase, openPglite, openPostgres, queryRows } from './database.ts';
import { migrationsFolder } from './known-migrations.ts';
import { migrate } from './migrate.ts';

const adminUrl = process.env.VARDE_TEST_POSTGRES;
const all = (await readdir(migrationsFolder)).map((file) => parse(file).name).toSorted();

/** An empty database, and a second opening of it where a second process could have one. */
async function openEmpty(): Promise<{ database: OpenDatabase; second: OpenDatabase | null }> {
  if (adminUrl === undefined) return { database: await openPglite(undefined), second: null };
  const { url, ...made } = await createPostgresDatabase(adminUrl);
  await made.db.execute(sql`drop schema public cascade`);
  await made.db.execute(sql`create schema public`);
  const [database, second] = await Promise.all([1, 2].map(() => openPostgres(url, { unlimited: true })));
  if (database === undefined || second === undefined) throw new Error('PostgreSQL was not opened twice');
  const close = async () => {
    await Promise.all([database.close(), second.close()]);
    await made.close();
  };
  return { database: { ...database, close }, second };
}

describe('migrations', () => {
  let database: OpenDatabase;
  let second: OpenDatabase | null;
  beforeEach(async () => {
    ({ database, second } = await openEmpty());
  });
  afterEach(() => database.close());

  const names = async () =>
    (await queryRows<{ name: string }>(database.db, sql`select name from migrations order by name`)).map(
      ({ name }) => name,
    );
  const tables = async () =>
    queryRows<{ relname: string }>(
      database.db,
      sql`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
  /** The state that Varde's own runner left, before node-pg-migrate. */
  const makeFormerTable = async (applied: readonly string[]) => {
    await database.db.execute(
      sql`create table migrations (name text primary key, applied_at timestamptz not null default now())`,
    );
    for (const name of applied)
      await database.db.execute(sql`insert into migrations (name) values (${name})`);
  };

  test('run once each, in order', async () => {
    expect(await migrate(database)).toEqual(all);
    expect(await migrate(database)).toEqual([]);
    expect(await names()).toEqual(all);
  });

  test.runIf(adminUrl !== undefined)('run once each when two processes start at once', async () => {
    if (second === null) throw new Error('there is no second opening');
    const done = await Promise.all([migrate(database), migrate(second)]);
    expect(done.flat().toSorted()).toEqual(all);
    expect(await names()).toEqual(all);
  });

  test('of the former runner are adopted, once', async () => {
    await migrate(database);
    const before = (await tables()).length;
    await database.db.execute(sql`drop table migrations`);
    await makeFormerTable(all.map((name) => `${name}.sql`));
    const done = await Promise.all([database, ...(second === null ? [] : [second])].map(migrate));
    expect(done.flat()).toEqual([]);
    expect(await names()).toEqual(all);
    expect(await tables()).toHaveLength(before);
    expect(await migrate(database)).toEqual([]);
  });

  test.each([
    ['the former runner', '.sql', async () => makeFormerTable(['9999-later.sql', '0001-baseline.sql'])],
    [
      'node-pg-migrate',
      '',
      async () => {
        await database.db.execute(
          sql`create table migrations (id serial primary key, name varchar(255) not null, run_on timestamp not null)`,
        );
        await database.db.execute(
          sql`insert into migrations (name, run_on) values ('0001-baseline', now()), ('9999-later', now())`,
        );
      },
    ],
  ])(
    'of another version, applied by %s, are refused by name and nothing changes',
    async (_, ending, make) => {
      await make();
      await expect(migrate(database)).rejects.toThrow(
        `the database was made by another version of Varde (it has 9999-later${ending})`,
      );
      expect(await names()).toEqual([`0001-baseline${ending}`, `9999-later${ending}`]);
      expect(await tables()).toEqual([{ relname: 'migrations' }]);
    },
  );

  test('that must come before one of the database are refused by name and nothing changes', async () => {
    await migrate(database);
    const [skipped = '', also = '', last = ''] = all.slice(-3);
    await database.db.execute(sql`delete from migrations where name in (${skipped}, ${also})`);
    await expect(migrate(database)).rejects.toThrow(
      `it has ${last}, and lacks ${skipped}, ${also}, which must come before that`,
    );
    expect(await names()).toEqual([...all.slice(0, -3), last]);
  });

  test('that fail change nothing and name the failure', async () => {
    await database.db.execute(sql`create table customers (cust_id integer)`); // in the way of the baseline
    await expect(migrate(database)).rejects.toThrow('relation "customers" already exists');
    expect((await tables()).map(({ relname }) => relname).toSorted()).toEqual(['customers', 'migrations']);
    expect(await names()).toEqual([]);
    await database.db.execute(sql`drop table customers`);
    expect(await migrate(database)).toEqual(all);
  });

  test('give each device of the baseline its identity, with its token and its contest, and its status by key', async () => {
    const baseline = await readFile(join(migrationsFolder, '0001-baseline.sql'), 'utf8');
    await database.onOneConnection((client) => client.query(baseline));
    await makeFormerTable(['0001-baseline.sql']);
    await database.db.execute(sql`insert into customers (cust_id, path, kind, firm_name)
      values (1, '{1}', 'home', 'Solhaug'), (2, '{2}', 'home', 'Bjørkelia')`);
    await database.db.execute(sql`insert into devices
      (devi_id, deha_id, cust_id, device_name, device_serial_number, protocol, identity, token_hash, flags, status)
      values (1, 23, 1, 'a', 's1', 'eview', '861', null, '{unknownWarning}', 100),
        (2, 23, 2, 'b', 's2', 'eview', '862', null, '{}', 5), (3, 30, 2, 'c', 's3', 'osmand', '861', 'hash', '{offline}', 13)`);
    await database.db.execute(sql`insert into commands (devi_id, command, state, created_at)
      values (1, '{}', 'sent', now()), (3, '{}', 'pending', now())`);
    expect(await migrate(database)).toEqual(all.slice(1));
    const identities = sql`select devi_id as id, protocol, identity, secret, contested from device_identities order by 1`;
    expect(await queryRows(database.db, identities)).toEqual([
      { id: 1, protocol: 'eview', identity: '861', secret: null, contested: true },
      { id: 2, protocol: 'eview', identity: '862', secret: null, contested: false },
      { id: 3, protocol: 'osmand', identity: '861', secret: 'hash', contested: false },
    ]);
    expect(await queryRows(database.db, sql`select status from devices order by devi_id`)).toEqual([
      { status: 'clear' },
      { status: 'alarm' },
      { status: 'offline' },
    ]);
    const sentOn = sql`select devi_id as id, sent_on as "sentOn" from commands order by 1`;
    expect(await queryRows(database.db, sentOn)).toEqual([
      { id: 1, sentOn: 'eview' },
      { id: 3, sentOn: null },
    ]);
    const twice = sql`insert into device_identities (devi_id, protocol, identity) values (3, 'eview', '861')`;
    await expect(database.db.execute(twice)).rejects.toThrow();
  });
});
