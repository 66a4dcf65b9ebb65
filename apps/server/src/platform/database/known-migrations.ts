import { readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { ClientBase } from 'pg';

export const migrationsFolder = join(import.meta.dirname, '../../../migrations');

/** This version of Varde cannot work with the database now; the message tells the operator why. */
export class UnfitDatabase extends Error {}

/** The database has migrations that this version of Varde does not know. */
export class UnknownMigrations extends UnfitDatabase {
  constructor(names: readonly string[]) {
    super(
      `the database was made by another version of Varde (it has ${names.join(', ')}). Start that version, or restore a backup of this one`,
    );
  }
}

/** The database lacks migrations that come before one that it has. */
export class MigrationsOutOfOrder extends UnfitDatabase {
  constructor(missing: readonly string[], later: string) {
    super(
      `the database was made by a version of Varde that was never released: it has ${later}, and lacks ${missing.join(', ')}, which must come before that. Restore a backup of a released version, or begin with an empty database`,
    );
  }
}

/**
 * Migrations of the database that this version does not know, of this version that the database lacks, and the last one
 * of the database; empty when it has none.
 */
export async function migrationsOf(
  client: Pick<ClientBase, 'query'>,
  folder = migrationsFolder,
): Promise<{ unknown: string[]; missing: string[]; last: string }> {
  const applied = await appliedTo(client);
  const known = (await readdir(folder)).map((file) => parse(file).name);
  return {
    unknown: applied.filter((name) => !known.includes(name)),
    missing: known.filter((name) => !applied.includes(name)).toSorted(),
    last: applied.at(-1) ?? '',
  };
}

async function appliedTo(client: Pick<ClientBase, 'query'>): Promise<string[]> {
  const exists = "select from pg_tables where schemaname = 'public' and tablename = 'migrations'";
  if ((await client.query(exists)).rows.length === 0) return [];
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}
