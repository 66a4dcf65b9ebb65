import { type AlarmFilter, type AlarmFilterPredicate, alarmFilters } from '@varde/catalogue/alarm-filters';
import { hasTechnicalWarning, statusKeys } from '@varde/catalogue/statuses';
import { warningFlags } from '@varde/catalogue/warning-flags';
import type { DeviceFilter, deviceListQuery } from '@varde/contract/devices';
import { and, eq, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { customers } from '#domain/customers/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { cursorId, cursorText, cursorTime, decodeCursor } from '#platform/cursor.ts';
import type { Database } from '#platform/database.ts';
import type { Scope } from '#platform/http/caller.ts';
import { fromMicroseconds, microseconds } from '#platform/microseconds.ts';
import { withinScope } from '#platform/scope-condition.ts';
import { custName, listedColumns } from './store-columns.ts';

export type DeviceListQuery = z.output<typeof deviceListQuery>;

/** The count of a list stops here, and the total is marked as a lower bound. */
const totalLimit = 10_000;
const searchedTotalLimit = 1_000;

// As in the index `devices_contact`: a device that was never in contact is the one that was silent longest.
const contact = sql`coalesce(${devices.lastMsgIn}, '-infinity'::timestamptz)`;
const listed = { device: listedColumns, custName, contact: microseconds(devices.lastMsgIn) };

type Listed = Awaited<ReturnType<typeof selectPage>>[number];

interface Sort {
  order: SQL;
  /** What a cursor holds of the last row. */
  position(last: Listed): readonly (string | number | null)[];
  after(cursor: string): SQL;
}

const contactPosition = z.tuple([cursorTime.nullable(), cursorId]);
const byContact = (order: SQL, comparison: SQL): Sort => ({
  order,
  position: ({ device, contact }) => [contact, device.deviId],
  after: (cursor) => {
    const [time, deviId] = decodeCursor(cursor, contactPosition);
    const from = time === null ? sql`'-infinity'::timestamptz` : fromMicroseconds(time);
    return sql`(${contact}, ${devices.deviId}) ${comparison} (${from}, ${deviId}::int)`;
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
  lastContactAscending: byContact(sql`${contact}, ${devices.deviId}`, sql.raw('>')),
  lastContactDescending: byContact(sql`${contact} desc, ${devices.deviId} desc`, sql.raw('<')),
};

/**
 * The scope without what is not asked for: with a customer, only it and everything below it in the tree. As a list of
 * its own and not as a part of the query, so that the planner sees how few customers there are.
 */
export async function askedScope(db: Database, scope: Scope, { custId }: DeviceFilter): Promise<Scope> {
  if (custId === undefined) return scope;
  const rows = await db
    .select({ custId: customers.custId })
    .from(customers)
    .where(and(sql`${customers.path} @> array[${custId}::int]`, withinScope(customers.custId, scope)));
  return rows.map((row) => row.custId);
}

/** One page of the devices in scope; `next` is the position to go on from, null on the last page. */
export async function listDevices(db: Database, scope: Scope, query: DeviceListQuery) {
  const sort = sorts[query.sort];
  const after = query.cursor === undefined ? undefined : sort.after(query.cursor);
  const rows = await selectPage(db, and(matching(scope, query), after), sort.order, query.limit + 1);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return { page, next: rows.length > page.length && last ? sort.position(last) : null };
}

function selectPage(db: Database, where: SQL | undefined, order: SQL, limit: number) {
  return db.select(listed).from(devices).where(where).orderBy(order).limit(limit);
}

/**
 * How many devices match, counted so far only that the cost does not grow with the number of devices: a search looks at
 * the words of each device that it counts.
 */
export async function countDevices(
  db: Database,
  scope: Scope,
  query: DeviceListQuery,
): Promise<{ total: number; totalIsLowerBound: boolean }> {
  const most = query.search ? searchedTotalLimit : totalLimit;
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(devices)
    .where(matching(scope, query))
    .limit(most + 1)
    .as('some');
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(some);
  const total = row?.total ?? 0;
  return { total: Math.min(total, most), totalIsLowerBound: total > most };
}

function matching(scope: Scope, { search, status, filter }: DeviceListQuery): SQL | undefined {
  return and(
    withinScope(devices.custId, scope),
    search ? withWords(search) : undefined,
    status === undefined ? undefined : eq(devices.status, status),
    filter === undefined ? undefined : passing(filterNamed(filter).predicate),
  );
}

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

/** The second half lets the planner use the small index `devices_flagged`. */
function hasAny(flags: readonly string[]): SQL {
  return sql`(${devices.flags} && ${sql.param([...flags])}::text[] and ${devices.flags} <> '{}')`;
}

const technicalFlags = (charging: boolean) =>
  warningFlags.filter((flag) => hasTechnicalWarning({ [flag]: true }, { charging }));
const isTechnical = or(
  hasAny(technicalFlags(true)),
  and(eq(devices.charging, false), hasAny(technicalFlags(false))),
);
