import type { Database } from '@varde/server/platform/database/database';

/**
 * Tables that change without a change of data: reads are audited, sessions note their use, and attempts are counted.
 */
const leftOut = ['migrations', 'audit_entries', 'audit_chain', 'audit_head', 'attempts'];

/** A digest of the content of each table of the product, by its name: equal when nothing was changed. */
export async function contentOfTables(db: Database): Promise<Record<string, string>> {
  const named = (await db.execute(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition and relname not in (${leftOut.map((name) => `'${name}'`).join(', ')}) order by relname`,
  )) as { rows: { name: string }[] };
  const content: Record<string, string> = {};
  for (const { name } of named.rows) {
    const row = name === 'sessions' ? "(to_jsonb(t) - 'last_seen_at')::text" : 't::text';
    const { rows } = (await db.execute(
      `select count(*) || ' rows ' || coalesce(md5(string_agg(${row}, e'\\n' order by ${row})), '') as content from "${name}" t`,
    )) as { rows: { content: string }[] };
    content[name] = rows[0]?.content ?? '';
  }
  return content;
}
