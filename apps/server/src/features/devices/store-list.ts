import {
  type AlarmFilter,
  type AlarmFilterPredicate,
  alarmFilters,
  maintain,
} from '@varde/catalogue/alarm-filters';
import { wifiHardware } from '@varde/catalogue/hardware/index';
import { testHoldsMs } from '@varde/catalogue/last-test';
import { hasTechnicalWarning, statusKeys } from '@varde/catalogue/statuses';
import { type WarningFlag, warningFlags } from '@varde/catalogue/warning-flags';
import type { deviceListQuery } from '@varde/contract/devices';
import { and, eq, inArray, isNotNull, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { devices } from '#domain/devices/tables.ts';
import { isUnreached } from '#domain/notifications/unreached.ts';
import { cursorId, cursorText, cursorTime, decodeCursor } from '#platform/cursor.ts';
import type { Database } from '#platform/database.ts';
import { fromMicroseconds, microseconds } from '#platform/microseconds.ts';
import { withinScope } from '#platform/scope-condition.ts';
import type { Selection } from './selection.ts';
import { custName, listedColumns } from './store-columns.ts';

export type DeviceListQuery = z.output<typeof deviceListQuery>;

/** Counting stops here, and the total is marked as a lower bound. */
const totalLimit = 10_000;
const filteredTotalLimit = 1_000;
const notNarrowing = new Set<string>([
  'custId',
  'cursor',
  'limit',
  'sort',
] satisfies (keyof DeviceListQuery)[]);

// As in the indexes `devices_contact` and `devices_note`: a missing time sorts as the earliest.
const contact = sql`coalesce(${devices.lastMsgIn}, '-infinity'::timestamptz)`;
const note = sql`coalesce(${devices.noteAddedAt}, '-infinity'::timestamptz)`;
const listed = {
  device: listedColumns,
  custName,
  contact: microseconds(devices.lastMsgIn),
  note: microseconds(devices.noteAddedAt),
};

type Listed = Awaited<ReturnType<typeof selectPage>>[number];

interface Sort {
  order: SQL;
  /** The sort values of the last row in a cursor. */
  position(last: Listed): readonly (string | number | null)[];
  after(cursor: string): SQL;
}

const timePosition = z.tuple([cursorTime.nullable(), cursorId]);
const times = { contact, note };

const byTime = (key: keyof typeof times, direction: 'asc' | 'desc'): Sort => ({
  order: sql`${times[key]} ${sql.raw(direction)}, ${devices.deviId} ${sql.raw(direction)}`,
  position: (last) => [last[key], last.device.deviId],
  after: (cursor) => {
    const [time, deviId] = decodeCursor(cursor, timePosition);
    const from = time === null ? sql`'-infinity'::timestamptz` : fromMicroseconds(time);
    const comparison = sql.raw(direction === 'asc' ? '>' : '<');
    return sql`(${times[key]}, ${devices.deviId}) ${comparison} (${from}, ${deviId}::int)`;
  },
});

const cursorStatus = z.enum(statusKeys);
const sorts: Record<DeviceListQuery['sort'], Sort> = {
  default: {
    order: sql`${devices.status}, ${devices.deviceName}, ${devices.deviId}`,
    position: ({ device }) => [device.status, device.deviceName, device.deviId],
    after: (cursor) => {
      const [status, name, deviId] = decodeCursor(cursor, z.tuple([cursorStatus, cursorText, cursorId]));
      return sql`(${devices.status}, ${devices.deviceName}, ${devices.deviId}) > (${status}::device_status, ${name}::text, ${deviId}::int)`;
    },
  },
  name: {
    order: sql`${devices.deviceName}, ${devices.deviId}`,
    position: ({ device }) => [device.deviceName, device.deviId],
    after: (cursor) => {
      const [name, deviId] = decodeCursor(cursor, z.tuple([cursorText, cursorId]));
      return sql`(${devices.deviceName}, ${devices.deviId}) > (${name}::text, ${deviId}::int)`;
    },
  },
  lastContactAscending: byTime('contact', 'asc'),
  lastContactDescending: byTime('contact', 'desc'),
  notesAddedDescending: byTime('note', 'desc'),
};

/** The order of the whole list. */
export const orderOf = ({ sort }: Pick<DeviceListQuery, 'sort'>): SQL => sorts[sort].order;

/** One page of the devices in scope; `next` is the position where the next page begins, null on the last page. */
export async function listDevices(db: Database, selection: Selection, query: DeviceListQuery) {
  const sort = sorts[query.sort];
  const after = query.cursor === undefined ? undefined : sort.after(query.cursor);
  const rows = await selectPage(db, and(matching(selection, query), after), sort.order, query.limit + 1);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return { page, next: rows.length > page.length && last ? sort.position(last) : null };
}

function selectPage(db: Database, where: SQL | undefined, order: SQL, limit: number) {
  return db.select(listed).from(devices).where(where).orderBy(order).limit(limit);
}

interface Total {
  total: number;
  totalIsLowerBound: boolean;
}

/**
 * The number of matching devices, given the first page of them, which is all of them if none follows. Otherwise counted
 * only up to a limit, so that the cost does not grow with the number of devices: with a filter other than the customer,
 * each counted device is read. With a search nothing beyond the page is counted, because every device of the
 * installation whose name has the word would be visited.
 */
export async function totalOf(
  db: Database,
  selection: Selection,
  query: DeviceListQuery,
  { page, next }: Pick<Awaited<ReturnType<typeof listDevices>>, 'page' | 'next'>,
): Promise<Total> {
  if (next === null || query.search) return { total: page.length, totalIsLowerBound: next !== null };
  const isFiltered = Object.entries(query).some(([key, value]) => value && !notNarrowing.has(key));
  const most = isFiltered ? filteredTotalLimit : totalLimit;
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(devices)
    .where(matching(selection, query))
    .limit(most + 1)
    .as('some');
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(some);
  const total = row?.total ?? 0;
  return { total: Math.min(total, most), totalIsLowerBound: total > most };
}

export function matching(
  { scope, unreached, now }: Selection,
  query: Omit<DeviceListQuery, 'cursor' | 'limit'>,
): SQL | undefined {
  const { search, status, filter, dehaId, wifi } = query;
  return and(
    withinScope(devices.custId, scope),
    isNull(devices.deletedAt),
    ne(devices.twin, 'CLONE'),
    search ? withWords(search) : undefined,
    status === undefined ? undefined : eq(devices.status, status),
    filter === undefined ? undefined : passing(filterNamed(filter).predicate),
    dehaId === undefined ? undefined : eq(devices.dehaId, dehaId),
    query.userTags === undefined ? undefined : tagged(query.userTags),
    wifi === undefined ? undefined : inArray(devices.dehaId, [...wifiHardware]),
    query.maintain === undefined ? undefined : passing(maintain),
    query.testDue === undefined ? undefined : testedBefore(now - testHoldsMs),
    unreached === null
      ? undefined
      : isUnreached({ deviId: sql`${devices.deviId}`, custId: sql`${devices.custId}` }, unreached),
  );
}

/** The second condition lets the planner use the small index `devices_user_tag`. */
function tagged(tags: string): SQL | undefined {
  const wanted = tags.split(',');
  return and(
    sql`${devices.userTag} = any(${sql.param(wanted)}::text[])`,
    wanted.includes('NONE') ? undefined : sql`${devices.userTag} <> 'NONE'`,
  );
}

/** As in the index `devices_last_test`: without a test it was the earliest. */
const testedBefore = (time: number): SQL =>
  sql`coalesce(${devices.lastTestAt}, '-infinity'::timestamptz) < ${new Date(time).toISOString()}::timestamptz`;

function withWords(search: string): SQL {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`${devices.deviId} in (select devi_id from device_search where words like search_words(${pattern}))`;
}

export function filterNamed(word: NonNullable<DeviceListQuery['filter']>): AlarmFilter {
  const found = alarmFilters.find(({ key, value }) => key === word || String(value) === word);
  if (found === undefined) throw new Error(`alarm filter ${word} is not in the catalogue`);
  return found;
}

function passing(predicate: AlarmFilterPredicate): SQL | undefined {
  const { anyFlag, noFlag, charging, everInContact, technical, clear } = predicate;
  return and(
    anyFlag === undefined ? undefined : hasAny(anyFlag),
    noFlag === undefined ? undefined : not(hasAny(noFlag)),
    charging === undefined ? undefined : eq(devices.charging, charging),
    everInContact === undefined
      ? undefined
      : everInContact
        ? isNotNull(devices.lastMsgIn)
        : isNull(devices.lastMsgIn),
    technical ? isTechnical : undefined,
    clear ? eq(devices.status, 'clear') : undefined,
  );
}

/** Flags that many devices have, as in the index `devices_rare_flags`. */
const commonFlags: readonly string[] = [
  'batteryWarning',
  'outOfBatteryWarning',
  'offline',
  'offlineWarning',
  'outdatedPositionWarning',
  'generalWarning',
] satisfies WarningFlag[];

/** The second half lets the planner use one of the small indexes `devices_flagged` and `devices_rare_flags`. */
function hasAny(flags: readonly string[]): SQL {
  const isRare = !flags.some((flag) => commonFlags.includes(flag));
  const indexed = isRare
    ? sql`not ${devices.flags} <@ ${sql.raw(`'{${commonFlags.join(',')}}'`)}`
    : sql`${devices.flags} <> '{}'`;
  return sql`(${devices.flags} && ${sql.param([...flags])}::text[] and ${indexed})`;
}

const technicalFlags = (charging: boolean) =>
  warningFlags.filter((flag) => hasTechnicalWarning({ [flag]: true }, { charging }));
const isTechnical = or(
  hasAny(technicalFlags(true)),
  and(eq(devices.charging, false), hasAny(technicalFlags(false))),
);
