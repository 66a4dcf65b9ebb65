import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from './database.ts';

export const migrationsFolder = join(import.meta.dirname, '../../migrations');

/** The database has migrations that this version of Varde does not know. */
export class UnknownMigrations extends Error {
  constructor(names: readonly string[]) {
    super(
      `the database was made by another version of Varde (it has ${names.join(', ')}). Start that version, or restore a backup of this one`,
    );
  }
}

/**
 * Applies the migrations that have not run yet, in order of their names, each in its own transaction, and returns their
 * names. Throws `UnknownMigrations` before it changes anything.
 */
export async function migrate(db: Database): Promise<string[]> {
  await db.execute(
    sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`,
  );
  const applied = (await queryRows<{ name: string }>(db, sql`select name from migrations order by name`)).map(
    ({ name }) => name,
  );
  const names = await migrationNames();
  const unknown = applied.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new UnknownMigrations(unknown);
  const done: string[] = [];
  for (const name of names.filter((each) => !applied.includes(each))) {
    const text = await readFile(join(migrationsFolder, name), 'utf8');
    await db.transaction(async (tx) => {
      // Of two processes that do it at once, the second one waits here, and finds it done.
      const mine = sql`insert into migrations (name) values (${name}) on conflict do nothing returning name`;
      if ((await queryRows(tx, mine)).length === 0) return;
      for (const statement of statementsOf(text)) await tx.execute(sql.raw(statement));
      done.push(name);
    });
  }
  return done;
}

const migrationNames = async (): Promise<string[]> =>
  (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort();

/** Statements end in `;` at the end of a line. Function bodies stand between `$$` and hold statements of their own. */
function statementsOf(text: string): string[] {
  const inBody = '\u0001';
  return text
    .split('$$')
    .map((part, index) => (index % 2 === 1 ? part.replaceAll(';', inBody) : part))
    .join('$$')
    .split(/;\s*$/m)
    .map((statement) => statement.replaceAll(inBody, ';').trim())
    .filter((statement) => statement.replaceAll(/^--.*$/gm, '').trim() !== '');
}
