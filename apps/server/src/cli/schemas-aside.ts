import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../platform/database/database.ts';
import { UserError } from './user-error.ts';

/** The schema of Varde's tables, and its name during a restore. */
const own = { name: 'public', aside: 'varde_before_restore' };

/** Whether this database holds anything that a restore would replace. */
export async function holdsTables(db: Database): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`select from pg_class where relnamespace = to_regnamespace('public') and relkind in ('r', 'p') limit 1`,
  );
  return rows.length > 0;
}

/** Moves everything of ours aside at once. Throws when an earlier restore was interrupted. */
export async function setSchemasAside(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    if (await schemaExists(tx, own.aside))
      throw new UserError(`a restore was interrupted; what was there before is in the schema ${own.aside}`);
    await tx.execute(sql.raw(`create schema ${own.aside}`));
    await moveObjects(tx, own.name, own.aside);
  });
}

/** After a failed restore, which leaves nothing behind. */
export async function putSchemasBack(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await moveObjects(tx, own.aside, own.name);
    await tx.execute(sql.raw(`drop schema ${own.aside}`));
  });
}

/** After a successful restore. */
export async function dropSchemasAside(db: Database): Promise<void> {
  await db.execute(sql.raw(`drop schema if exists ${own.aside} cascade`));
}

/**
 * Moves tables, sequences, functions, enumerations and statistics, and leaves extensions in place: one exists once in a database, a
 * backup expects it in its place, and only a superuser may move it. Objects owned by a table move with it.
 */
async function moveObjects(tx: Database, from: string, to: string): Promise<void> {
  const moves = await queryRows<{ statement: string }>(
    tx,
    sql`select format('alter %s %s set schema ' || quote_ident(${to}), o.kind, o.name) as statement
      from (
        select oid, case relkind when 'S' then 'sequence' else 'table' end as kind, oid::regclass::text as name
        from pg_class where relnamespace = ${from}::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
        union all
        select oid, 'routine', oid::regprocedure::text from pg_proc where pronamespace = ${from}::regnamespace
        union all
        select oid, 'type', oid::regtype::text from pg_type where typnamespace = ${from}::regnamespace and typtype = 'e'
        union all
        select oid, 'statistics', format('%I.%I', ${from}::text, stxname)
        from pg_statistic_ext where stxnamespace = ${from}::regnamespace
      ) o
      where not exists (
        select from pg_depend d where d.objid = o.oid
          and (d.deptype = 'e' or o.kind = 'sequence' and d.deptype in ('a', 'i'))
      )`,
  );
  for (const { statement } of moves) await tx.execute(sql.raw(statement));
}

async function schemaExists(db: Database, name: string): Promise<boolean> {
  const rows = await queryRows(db, sql`select from pg_namespace where nspname = ${name}`);
  return rows.length > 0;
}
