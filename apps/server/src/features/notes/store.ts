import type { listNotes as listed } from '@varde/contract/notes';
import { and, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type NoteRecord, noteColumns } from '#domain/devices/device-note.ts';
import type { Scope } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { fromMicroseconds, microseconds } from '#platform/database/microseconds.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { cursorId, cursorTime, decodeCursor, pageOf } from '#platform/http/cursor.ts';

interface ListedNote extends NoteRecord {
  deviId: number;
  custId: number;
  deviceName: string;
  deviceSNNum: string;
  /** Unix microseconds. */
  added: string | number;
}

const position = z.tuple([cursorTime, cursorId]);

/** A page of the notes on the devices in scope, latest first by time of adding. */
export async function listNotes(db: Database, scope: Scope, { deviIds, cursor, limit }: z.output<typeof listed.query>) {
  const wanted = deviIds === undefined ? undefined : sql`d.devi_id = any(${sql.param(deviIds.split(','))}::bigint[])`;
  const rows = await queryRows<ListedNote>(
    db,
    sql`select ${noteColumns}, d.devi_id as "deviId", d.cust_id as "custId", d.device_name as "deviceName",
        d.device_serial_number as "deviceSNNum", ${microseconds(sql`d.note_added_at`)} as added
      from devices d
        join device_assignments a on a.devi_id = d.devi_id and a.ends_at is null
        join device_notes n on n.assignment_id = a.assignment_id
      where ${and(sql`d.note_added_at is not null`, withinScope(sql`d.cust_id`, scope), wanted, after(cursor))}
      order by d.note_added_at desc, d.devi_id desc limit ${limit + 1}`,
  );
  return pageOf(rows, limit, ({ added, deviId }) => [Number(added), deviId]);
}

function after(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const [added, deviId] = decodeCursor(cursor, position);
  return sql`(d.note_added_at, d.devi_id) < (${fromMicroseconds(added)}, ${deviId}::int)`;
}
