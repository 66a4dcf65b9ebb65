import type { DeviceListQuery } from '@varde/contract/devices';
import { ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { devices } from '#domain/devices/tables.ts';
import { fromMicroseconds, microseconds } from '#platform/database/microseconds.ts';
import { cursorId, cursorText, cursorTime, decodeCursor } from '#platform/http/cursor.ts';

/** In a condition on a row of `devices`: the other unit of its pair of twins. */
export const other = alias(devices, 'other');
export const hasOther = (condition: SQL): SQL =>
  sql`exists (select from devices ${other} where ${other.deviId} = ${devices.twinDevice} and ${condition})`;

// As in the indexes `devices_contact` and `devices_note`: a missing time sorts as the earliest.
const contactOf = ({ lastMsgIn }: Pick<typeof devices | typeof other, 'lastMsgIn'>) =>
  sql`coalesce(${lastMsgIn}, '-infinity'::timestamptz)`;
const note = sql`coalesce(${devices.noteAddedAt}, '-infinity'::timestamptz)`;

/** What a cursor is made of. */
export const positionColumns = {
  deviId: devices.deviId,
  entryPriority: devices.entryPriority,
  sortName: devices.sortName,
  entryId: devices.entryId,
  contact: microseconds(devices.lastMsgIn),
  note: microseconds(devices.noteAddedAt),
};

interface Position {
  deviId: number;
  entryPriority: number;
  sortName: string;
  entryId: number;
  contact: number | null;
  note: number | null;
}

interface Sort {
  order: SQL;
  /** The unit of a pair with the pair's place in this order; null: both have it. */
  unit: SQL | null;
  /** The sort values of the last row in a cursor. */
  position(last: Position): readonly (string | number | null)[];
  after(cursor: string): SQL;
}

const timePosition = z.tuple([cursorTime.nullable(), cursorId]);

interface TimeSort {
  time: SQL;
  key: 'contact' | 'note';
  direction: 'asc' | 'desc';
  unit: SQL;
}

const byTime = ({ time, key, direction, unit }: TimeSort): Sort => ({
  order: sql`${time} ${sql.raw(direction)}, ${devices.deviId} ${sql.raw(direction)}`,
  unit,
  position: (last) => [last[key], last.deviId],
  after: (cursor) => {
    const [at, deviId] = decodeCursor(cursor, timePosition);
    const from = at === null ? sql`'-infinity'::timestamptz` : fromMicroseconds(at);
    const comparison = sql.raw(direction === 'asc' ? '>' : '<');
    return sql`(${time}, ${devices.deviId}) ${comparison} (${from}, ${deviId}::int)`;
  },
});

/** A pair is as silent as the unit that has been silent for longer. */
const byContact = (direction: 'asc' | 'desc'): Sort => {
  const time = contactOf(devices);
  const isSilenter = sql`(${contactOf(other)}, ${other.deviId}) < (${time}, ${devices.deviId})`;
  return byTime({ time, key: 'contact', direction, unit: sql`not ${hasOther(isSilenter)}` });
};

export const sorts: Record<DeviceListQuery['sort'], Sort> = {
  default: {
    order: sql`${devices.entryPriority}, ${devices.sortName}, ${devices.entryId}`,
    unit: null,
    position: (last) => [last.entryPriority, last.sortName, last.entryId],
    after: (cursor) => {
      const [priority, name, id] = decodeCursor(cursor, z.tuple([cursorPriority, cursorText, cursorId]));
      return sql`(${devices.entryPriority}, ${devices.sortName}, ${devices.entryId}) > (${priority}::smallint, ${name}::text, ${id}::int)`;
    },
  },
  name: {
    order: sql`${devices.sortName}, ${devices.entryId}`,
    unit: null,
    position: (last) => [last.sortName, last.entryId],
    after: (cursor) => {
      const [name, id] = decodeCursor(cursor, z.tuple([cursorText, cursorId]));
      return sql`(${devices.sortName}, ${devices.entryId}) > (${name}::text, ${id}::int)`;
    },
  },
  lastContactAscending: byContact('asc'),
  lastContactDescending: byContact('desc'),
  // The note of a pair is the master's.
  notesAddedDescending: byTime({
    time: note,
    key: 'note',
    direction: 'desc',
    unit: ne(devices.twin, 'CLONE'),
  }),
};

const cursorPriority = z.int().min(0).max(32_767);

/** The order of the whole list. */
export const orderOf = ({ sort }: Pick<DeviceListQuery, 'sort'>): SQL => sorts[sort].order;
