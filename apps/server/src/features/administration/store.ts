import type { malformedReasons } from '@varde/catalogue/malformed-reasons';
import { and, desc, eq, gte, max, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { malformedFrames, unknownDevices } from '#domain/devices/tables.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { fromMicroseconds, microseconds } from '#platform/database/microseconds.ts';
import { cursorText, cursorTime, decodeCursor, pageOf } from '#platform/http/cursor.ts';

const { lastSeen, protocol, identity } = unknownDevices;
const position = z.tuple([cursorTime, cursorText, cursorText]);

/** A page of the unregistered devices that called, latest first. They belong to no customer. */
export async function listUnknownDevices(db: Database, query: { cursor?: string | undefined; limit: number }) {
  const rows = await db
    .select({
      protocol,
      identity,
      firstSeen: unknownDevices.firstSeen,
      lastSeen,
      count: unknownDevices.count,
      lastAddress: unknownDevices.lastAddress,
      lastWord: unknownDevices.lastWord,
      seen: microseconds(lastSeen),
    })
    .from(unknownDevices)
    .where(and(query.cursor === undefined ? undefined : before(query.cursor)))
    .orderBy(desc(lastSeen), desc(protocol), desc(identity))
    .limit(query.limit + 1);
  return pageOf(rows, query.limit, ({ seen, protocol, identity }) => [seen, protocol, identity]);
}

function before(cursor: string): SQL {
  const [seen, itsProtocol, itsIdentity] = decodeCursor(cursor, position);
  return sql`(${lastSeen}, ${protocol}, ${identity}) < (${fromMicroseconds(seen)}, ${itsProtocol}::text, ${itsIdentity}::text)`;
}

export interface MalformedGroup {
  protocol: string;
  remoteAddress: string;
  identity: string | null;
  reason: string;
  count: number;
  /** Unix microseconds. */
  first: number;
  last: number;
}

const groupPosition = z.tuple([cursorTime, cursorText, cursorText, cursorText, cursorText]);

/**
 * A page of what could not be read, latest first: one row for each cause at an address, so that whoever sends much of it
 * does not hide the others. What is recorded is bounded, by age and number.
 */
export async function listMalformed(db: Database, query: { cursor?: string | undefined; limit: number }) {
  const { protocol: port, remoteAddress, identity: name, reason, receivedAt } = malformedFrames;
  const seen = sql`(extract(epoch from max(${receivedAt})) * 1000000)::float8`;
  const key = sql`${port}, ${remoteAddress}, ${reason}, coalesce(${name}, '')`;
  const rows = await queryRows<MalformedGroup>(
    db,
    sql`select ${port}, ${remoteAddress} as "remoteAddress", ${name}, ${reason}, sum(1 + ${malformedFrames.repeats})::int as count,
        (extract(epoch from min(${receivedAt})) * 1000000)::float8 as first, ${seen} as last
      from ${malformedFrames}
      group by ${port}, ${remoteAddress}, ${reason}, ${name}
      ${query.cursor === undefined ? sql`` : sql`having (${seen}, ${key}) < ${groupBefore(query.cursor)}`}
      order by max(${receivedAt}) desc, ${port} desc, ${remoteAddress} desc, ${reason} desc, coalesce(${name}, '') desc
      limit ${query.limit + 1}`,
  );
  return pageOf(rows, query.limit, (end) => {
    return [end.last, end.protocol, end.remoteAddress, end.reason, end.identity ?? ''];
  });
}

/** The brokers elsewhere that have lost Varde's session since, and when they last did, latest first. */
export async function listLostSessions(db: Database, since: Date): Promise<{ broker: string; at: Date }[]> {
  const { remoteAddress: broker, receivedAt, reason } = malformedFrames;
  const at = max(receivedAt);
  const rows = await db
    .select({ broker, at })
    .from(malformedFrames)
    .where(and(gte(receivedAt, since), eq(reason, 'sessionLost' satisfies (typeof malformedReasons)[number])))
    .groupBy(broker)
    .orderBy(desc(at));
  return rows.flatMap((row) => (row.at === null ? [] : [{ broker: row.broker, at: row.at }]));
}

function groupBefore(cursor: string): SQL {
  const [seen, ...key] = decodeCursor(cursor, groupPosition);
  return sql`(${seen}::float8, ${sql.join(
    key.map((text) => sql`${text}::text`),
    sql`, `,
  )})`;
}
