import type { Uplink } from '@varde/contract/events';
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { byteaText, jsonRows } from '#platform/database/json-rows.ts';
import { countedAddress } from '#platform/net/address.ts';
import { keptBytes } from './kept-bytes.ts';

type UnknownMessage = Extract<Uplink, { kind: 'message' }>;

/** Maximum number of unknown devices of one address (an IPv6 network counts as one), and in total. */
export const capacityPerAddress = 200;
export const totalCapacity = 2_000;
/** Rows above the limit before the list is trimmed, since trimming reads all of it. */
const slack = 50;

/** Lists devices that call without being registered, for the administrator, and keeps the list bounded. */
export async function recordUnknownDevices(tx: Database, uplinks: readonly UnknownMessage[]): Promise<void> {
  const rows = rowsOf(uplinks);
  if (rows.length === 0) return;
  const written = await queryRows<{ added: boolean }>(
    tx,
    sql`insert into unknown_devices
        (protocol, identity, first_seen, last_seen, count, last_address, last_word, last_raw, source)
      select protocol, identity, last_seen, last_seen, count, last_address, last_word, last_raw, source
      from json_populate_recordset(null::unknown_devices, ${jsonRows(rows)})
      on conflict (protocol, identity) do update set
        last_seen = excluded.last_seen, count = unknown_devices.count + excluded.count, source = excluded.source,
        last_address = excluded.last_address, last_word = excluded.last_word, last_raw = excluded.last_raw
      returning xmax = 0 as added`,
  );
  if (written.some(({ added }) => added) && (await isOverfull(tx))) await cutBack(tx);
}

/** One row for each identity, with its last call; at most the capacity for each address. */
function rowsOf(uplinks: readonly UnknownMessage[]) {
  const rows = new Map<string, ReturnType<typeof rowOf>>();
  const ofSource = new Map<string, number>();
  for (const uplink of uplinks) {
    const key = `${uplink.protocol}\n${uplink.identity}`;
    const source = countedAddress(uplink.remoteAddress);
    const known = rows.get(key);
    const others = ofSource.get(source) ?? 0;
    if (known === undefined && others >= capacityPerAddress) continue;
    if (known === undefined) ofSource.set(source, others + 1);
    rows.set(key, rowOf(uplink, source, (known?.count ?? 0) + 1));
  }
  return [...rows.values()];
}

function rowOf(uplink: UnknownMessage, source: string, count: number) {
  return {
    protocol: uplink.protocol,
    identity: uplink.identity,
    last_seen: new Date(uplink.receivedAt),
    count,
    last_address: uplink.remoteAddress,
    last_word: uplink.word,
    last_raw: byteaText(uplink.raw.subarray(0, keptBytes)),
    source,
  };
}

async function isOverfull(tx: Database): Promise<boolean> {
  const [found] = await queryRows<{ most: string | number; all: string | number }>(
    tx,
    sql`select max(n) as most, sum(n) as all from (select count(*) as n from unknown_devices group by source) sources`,
  );
  return Number(found?.most) > capacityPerAddress + slack || Number(found?.all) > totalCapacity + slack;
}

/**
 * Half of an address's capacity is for devices that have called again, longest listed first, half for the newest:
 * made-up identities evict each other, oldest first. Above the total limit, addresses with the most entries are trimmed
 * first.
 */
async function cutBack(tx: Database): Promise<void> {
  await tx.execute(sql`
    with ranked as (
      select protocol, identity, last_seen, least(
        case when count > 1 then
          row_number() over (partition by source, count > 1 order by first_seen, protocol, identity) * 2 - 1
        end,
        row_number() over (partition by source order by last_seen desc, protocol, identity) * 2
      ) as nth from unknown_devices
    ), placed as (
      select protocol, identity, nth, row_number() over (order by nth, last_seen desc, protocol, identity) as place
      from ranked
    )
    delete from unknown_devices u using placed p
    where u.protocol = p.protocol and u.identity = p.identity
      and (p.nth > ${capacityPerAddress}::int or p.place > ${totalCapacity}::int)`);
}
