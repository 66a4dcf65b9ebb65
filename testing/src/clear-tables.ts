import type { Database } from '@varde/server/platform/database/database';
import { isNoAnswer } from '@varde/server/platform/database/database-unavailable';

/**
 * Empties every table of the product and restarts its numbers: quicker than a new database for each test. Rows are
 * deleted where there are any: truncating a table takes ten milliseconds, and a test fills a few of sixty.
 */
export const clearTables = (db: Database): Promise<void> =>
  retried(() => db.execute(block(emptyAllBut([]), restartNumbers)));

/** Empties all other tables; their numbers go on. */
export const clearTablesExcept = (db: Database, kept: readonly string[]): Promise<void> =>
  retried(() => db.execute(block(emptyAllBut(kept))));

const block = (...parts: readonly string[]): string => `do $$
  declare
    each record;
    has_rows boolean;
  begin
    ${parts.join('\n')}
  end
$$`;

/** As a replica, since the audit log refuses to be emptied. */
const emptyAllBut = (kept: readonly string[]): string => `
  set local session_replication_role = replica;
  for each in select oid::regclass as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not in (${['migrations', ...kept].map((name) => `'${name}'`).join()})
  loop
    execute format('select exists (select from only %s)', each.name) into has_rows;
    if has_rows then execute format('delete from only %s', each.name); end if;
  end loop;`;

const restartNumbers = `
  for each in select format('%I', sequencename)::regclass as name, start_value from pg_sequences
    where schemaname = 'public' and last_value is not null
  loop
    perform setval(each.name, each.start_value, false);
  end loop;`;

/** Work left over from the previous test may lock rows in another order. */
async function retried(work: () => Promise<unknown>): Promise<void> {
  for (let triesLeft = 3; ; triesLeft -= 1)
    try {
      await work();
      return;
    } catch (error) {
      if (triesLeft === 0 || !isNoAnswer(error)) throw error;
    }
}
