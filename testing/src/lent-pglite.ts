import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aroundPglite, type OpenDatabase, openPglite } from '@varde/server/platform/database/database';
import { openEmbedded } from '@varde/server/platform/database/embedded-postgres';
import { migrate } from '@varde/server/platform/database/migrate';
import { clearTables } from './clear-tables.ts';
import { migrationsDigest } from './migrations-digest.ts';

type PGlite = NonNullable<OpenDatabase['pglite']>;

interface Engine {
  pglite: PGlite;
  /** As it was opened. */
  structure: unknown;
}

/** Engines of this process that test files have given back: opening one takes longer than most files. */
const idle: Engine[] = [];

/** A migrated database for a test file; `close` gives the engine to the next one, emptied. */
export async function lendPglite(): Promise<OpenDatabase> {
  const engine = idle.pop() ?? (await openEngine());
  let isReturned = false;
  const lent = new Proxy(engine.pglite, {
    get: (pglite, name) => {
      if (isReturned) throw new Error('the test file has closed its database');
      const value: unknown = Reflect.get(pglite, name);
      return typeof value === 'function' ? value.bind(pglite) : value;
    },
  });
  return {
    ...aroundPglite(lent),
    close: async () => {
      isReturned = true;
      await takeBack(engine);
    },
  };
}

async function openEngine(): Promise<Engine> {
  const pglite = await openEmbedded(undefined, { dump: await dumped() });
  return { pglite, structure: await structureOf(pglite) };
}

/** An engine whose structure a test has changed, or that has stopped, is of no further use. */
async function takeBack(engine: Engine): Promise<void> {
  const { pglite, structure } = engine;
  try {
    await pglite.exec('rollback');
    await pglite.exec('discard all');
    await clearTables(aroundPglite(pglite).db);
    await vacuum(pglite);
    if ((await structureOf(pglite)) === structure) {
      idle.push(engine);
      return;
    }
  } catch {
    // as after a panic that a test caused
  }
  await pglite.close();
}

/** Without the space of deleted rows new ones are found in the order in which they were added, as a fresh database has it. */
async function vacuum(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ used: string | null }>(
    `select string_agg(oid::regclass::text, ', ') as used from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`,
  );
  const used = rows[0]?.used;
  if (used) await pglite.exec(`vacuum ${used}`);
}

const catalogs = [
  ...['pg_class', 'pg_attribute', 'pg_attrdef', 'pg_index', 'pg_constraint', 'pg_type'],
  ...['pg_trigger', 'pg_proc', 'pg_policy', 'pg_namespace', 'pg_authid', 'migrations'],
];

/** Equal as long as nothing is created, altered or dropped. */
async function structureOf(pglite: PGlite): Promise<unknown> {
  const versions = catalogs.map((name) => `select '${name} ' || ctid || ' ' || xmin as version from ${name}`);
  const { rows } = await pglite.query<{ digest: string }>(
    `select md5(string_agg(version, ',' order by version)) as digest from (${versions.join(' union all ')}) versions`,
  );
  return rows[0]?.digest;
}

/** A data folder as an earlier start has left it, with an empty, migrated database: quicker than a first start. */
export async function makeDataFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await (await openPglite(join(path, 'database'), { dump: await dumped() })).close();
}

async function dumped(): Promise<Blob> {
  const path = join(tmpdir(), `varde-test-database-${await migrationsDigest()}.tar`);
  if (!existsSync(path)) await makeDump(path);
  return new Blob([await readFile(path)]);
}

/** Each test file unpacks the dump: without the templates of databases it has half the size and a third of the files. */
const shrinking = [
  'update pg_database set datistemplate = false, datallowconn = true',
  'drop database template0',
  'drop database template1',
  'checkpoint',
];

async function makeDump(path: string): Promise<void> {
  const database = await openPglite(undefined);
  await migrate(database);
  for (const statement of shrinking) await database.db.execute(statement);
  const dump = await database.pglite?.dumpDataDir('none');
  await database.close();
  if (dump === undefined) throw new Error('PGlite made no dump');
  const own = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(own, new Uint8Array(await dump.arrayBuffer()));
  await rename(own, path); // test files run concurrently: the last one wins, all are equal
}
