import type { DeviceCommand } from '@varde/catalogue/report';
import { sameValue } from '@varde/catalogue/settings/same-value';
import type { SettingValue } from '@varde/catalogue/settings/types';
import { settingByKey } from '@varde/catalogue/settings/vocabulary';
import type { CommandState } from '@varde/contract/commands';
import type { ChangedSettings } from '@varde/contract/settings';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { SettingsDevice } from '#domain/settings/device-settings.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { cursorId, decodeCursor, pageOf } from '#platform/http/cursor.ts';

interface Asked {
  device: SettingsDevice;
  /** The settings that the caller may see. */
  keys: readonly string[];
  limit: number;
  cursor: string | undefined;
}

/**
 * A page of the changes of settings in the present assignment, newest first, as the audit log has them, with the way of
 * each value to the device as the commands tell it.
 */
export async function settingChanges(db: Database, asked: Asked) {
  const { page, nextCursor } = pageOf(await entriesOf(db, asked), asked.limit, ({ auditId }) => [auditId]);
  const oldest = page.at(-1);
  const writes = oldest === undefined ? [] : await writesSince(db, asked.device.deviId, oldest.at);
  const entries = page.map(({ before, after, action, ...entry }): ChangedSettings => {
    const kept = action === 'settings.kept';
    const changes = Object.entries(after)
      .filter(([key]) => asked.keys.includes(key))
      .map(([key, to]) => ({
        ...{ key, from: before?.[key] ?? null, to },
        delivery: kept ? null : deliveryOf(writes, { key, to, at: entry.at }),
      }));
    return { ...entry, kept, changes };
  });
  return { entries, nextCursor };
}

type Values = Record<string, SettingValue | null>;

interface Entry {
  auditId: number;
  at: number;
  action: string;
  by: string | null;
  program: string | null;
  before: Values | null;
  after: Values;
}

async function entriesOf(db: Database, { device, keys, limit, cursor }: Asked): Promise<Entry[]> {
  const below = cursor === undefined ? null : decodeCursor(cursor, z.tuple([cursorId]))[0];
  const rows = await queryRows<Omit<Entry, 'before' | 'after'> & { before: string | null; after: string }>(
    db,
    sql`select e.audit_id::float8 as "auditId", e.at::float8 as at, e.action, name_of_user(e.user_id) as by,
        name_of_api_key((e.content::jsonb ->> 'keyId')::integer) as program,
        e.content::jsonb ->> 'before' as before, e.content::jsonb ->> 'after' as after
      from audit_entries e join device_assignments a on a.devi_id = e.devi_id and a.ends_at is null
      where e.devi_id = ${device.deviId} and e.cust_id = ${device.custId}
        and e.action in ('settings.saved', 'settings.kept')
        and e.at >= floor(extract(epoch from a.begins_at) * 1000)
        and e.content::jsonb -> 'after' ?| ${sql.param([...keys])}::text[]
        and (${below}::bigint is null or e.audit_id < ${below}::bigint)
      order by e.audit_id desc limit ${limit + 1}`,
  );
  // Read as text: drizzle would parse a telephone number in a JSON string a second time.
  return rows.map(({ before, after, ...row }) => ({
    ...row,
    before: before === null ? null : JSON.parse(before),
    after: JSON.parse(after),
  }));
}

interface Write {
  command: DeviceCommand;
  state: CommandState;
  reason: string | null;
  createdAt: number;
  sentAt: number | null;
  endedAt: number | null;
}

/** The commands with settings since then, oldest first. */
function writesSince(db: Database, deviId: number, since: number): Promise<Write[]> {
  const time = (column: string) => sql`(extract(epoch from ${sql.raw(column)}) * 1000)::float8`;
  return queryRows(
    db,
    sql`select command, state, reason, ${time('created_at')} as "createdAt", ${time('sent_at')} as "sentAt",
        ${time('ended_at')} as "endedAt"
      from commands where devi_id = ${deviId} and command -> 'values' is not null
        and created_at >= to_timestamp(${since}::float8 / 1000) - interval '1 millisecond'
      order by command_id`,
  );
}

/**
 * The delivery of a value that was saved at a time: by the first command since that has it, or by the one that took its
 * place and has it too.
 */
function deliveryOf(
  writes: readonly Write[],
  { key, to, at }: { key: string; to: SettingValue | null; at: number },
): ChangedSettings['changes'][number]['delivery'] {
  const definition = settingByKey(key);
  if (definition === undefined || definition.keptByServer) return null;
  let last: Write | undefined;
  for (const write of writes) {
    const values = 'values' in write.command ? write.command.values : {};
    if (write.createdAt < at || !Object.hasOwn(values, key)) continue;
    const isSame = definition.secret || sameValue(definition, values[key] ?? null, to);
    if (!isSame && last !== undefined) break;
    if (!isSame) continue;
    last = write;
    if (write.reason !== 'superseded') break;
  }
  if (last === undefined) return null;
  const { state, reason, sentAt, endedAt } = last;
  return { state, reason, sentAt, endedAt };
}
