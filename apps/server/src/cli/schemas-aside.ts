import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../platform/database.ts';
import { UserError } from './user-error.ts';

/** Varde's own tables, and the job queue's, with where they wait while a restore goes on. */
const schemas = [
  { name: 'public', aside: 'varde_before_restore' },
  { name: 'pgboss', aside: 'pgboss_before_restore' },
] as const;

/** Whether there is anything in this database that a restore would replace. */
export async function holdsTables(db: Database): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`select from pg_class where relnamespace = to_regnamespace('public') and relkind in ('r', 'p') limit 1`,
  );
  return rows.length > 0;
}

/** Moves everything of ours out of the way at once. Throws when an earlier restore was interrupted. */
export async function setSchemasAside(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { name, aside } of schemas) {
      if (await schemaExists(tx, aside))
        throw new UserError(`a restore was interrupted; what was there before is in the schema ${aside}`);
      if (await schemaExists(tx, name)) await tx.execute(sql.raw(`alter schema ${name} rename to ${aside}`));
    }
    await tx.execute(sql.raw('create schema public'));
    await moveExtensions(tx, schemas[0].aside, 'public');
  });
}

/** After a restore that failed, which leaves nothing behind. */
export async function putSchemasBack(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await moveExtensions(tx, 'public', schemas[0].aside);
    await tx.execute(sql.raw('drop schema public'));
    for (const { name, aside } of schemas)
      if (await schemaExists(tx, aside)) await tx.execute(sql.raw(`alter schema ${aside} rename to ${name}`));
  });
}

/** After a restore that succeeded. */
export async function dropSchemasAside(db: Database): Promise<void> {
  for (const { aside } of schemas) await db.execute(sql.raw(`drop schema if exists ${aside} cascade`));
}

/** An extension exists once in a database, so a backup finds the one that is there, if it is where it was. */
async function moveExtensions(tx: Database, from: string, to: string): Promise<void> {
  const extensions = await queryRows<{ name: string }>(
    tx,
    sql`select quote_ident(extname) as name from pg_extension
      where extnamespace = to_regnamespace(${from}) and extrelocatable`,
  );
  for (const { name } of extensions) await tx.execute(sql.raw(`alter extension ${name} set schema ${to}`));
}

async function schemaExists(db: Database, name: string): Promise<boolean> {
  const rows = await queryRows(db, sql`select from pg_namespace where nspname = ${name}`);
  return rows.length > 0;
}
