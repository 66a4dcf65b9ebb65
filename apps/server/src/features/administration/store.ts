import { and, desc, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { unknownDevices } from '#domain/devices/tables.ts';
import { cursorText, cursorTime, decodeCursor } from '#platform/cursor.ts';
import type { Database } from '#platform/database.ts';
import { fromMicroseconds, microseconds } from '#platform/microseconds.ts';

const { lastSeen, protocol, identity } = unknownDevices;
const position = z.tuple([cursorTime, cursorText, cursorText]);

/** A page of the unregistered devices that called, latest first. They belong to no customer. */
export async function listUnknownDevices(
  db: Database,
  query: { cursor?: string | undefined; limit: number },
) {
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
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return { page, next: rows.length > page.length && last ? [last.seen, last.protocol, last.identity] : null };
}

function before(cursor: string): SQL {
  const [seen, itsProtocol, itsIdentity] = decodeCursor(cursor, position);
  return sql`(${lastSeen}, ${protocol}, ${identity}) < (${fromMicroseconds(seen)}, ${itsProtocol}::text, ${itsIdentity}::text)`;
}
