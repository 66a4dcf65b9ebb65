import { sql } from 'drizzle-orm';
import { malformedFrames } from '#platform/schema.ts';
import type { Batch, Entry, UplinkOf } from '../batch.ts';
import { insertRows } from '../column-arrays.ts';
import { byteaText, jsonRows } from '../json-rows.ts';

/** Enough to see what a frame was; one of the largest would fill the table with itself. */
export const keptBytes = 4096;

/**
 * Keeps what cannot be used, for the administrator: frames that nobody could read, messages with a wrong token, and
 * devices that nobody has registered. The last are not acknowledged: once registered, they send what they kept.
 * What arrives here never makes a device.
 */
export async function recordRejected(batch: Batch): Promise<void> {
  const malformed = batch.entries.flatMap((entry) => malformedRow(entry) ?? []);
  await insertRows(batch.tx, malformedFrames, malformed);
  await recordUnknown(batch);
  for (const entry of batch.entries) if (entry.uplink.kind === 'malformed') entry.verdict = 'recorded';
}

function malformedRow({ uplink, verdict }: Entry) {
  if (uplink.kind !== 'malformed' && !(uplink.kind === 'message' && verdict === 'wrongToken')) return null;
  return {
    protocol: uplink.protocol,
    identity: uplink.identity,
    remoteAddress: uplink.remoteAddress,
    receivedAt: new Date(uplink.receivedAt),
    reason: uplink.kind === 'malformed' ? uplink.reason : 'wrongToken',
    raw: uplink.raw.subarray(0, keptBytes),
  };
}

async function recordUnknown(batch: Batch): Promise<void> {
  const seen = new Map<string, ReturnType<typeof unknownRow>>();
  for (const entry of batch.entries) {
    const { uplink } = entry;
    if (entry.device !== null || uplink.kind === 'malformed') continue;
    if (uplink.kind !== 'message') {
      entry.verdict = 'recorded';
      continue;
    }
    entry.verdict = 'unknownDevice';
    const key = `${uplink.protocol}\n${uplink.identity}`;
    seen.set(key, unknownRow(uplink, (seen.get(key)?.count ?? 0) + 1));
  }
  if (seen.size === 0) return;
  await batch.tx.execute(sql`
    insert into unknown_devices
      (protocol, identity, first_seen, last_seen, count, last_address, last_word, last_raw)
    select protocol, identity, last_seen, last_seen, count, last_address, last_word, last_raw
    from json_populate_recordset(null::unknown_devices, ${jsonRows([...seen.values()])})
    on conflict (protocol, identity) do update set
      last_seen = excluded.last_seen, count = unknown_devices.count + excluded.count,
      last_address = excluded.last_address, last_word = excluded.last_word, last_raw = excluded.last_raw`);
}

function unknownRow(uplink: UplinkOf<'message'>, count: number) {
  return {
    protocol: uplink.protocol,
    identity: uplink.identity,
    last_seen: new Date(uplink.receivedAt),
    count,
    last_address: uplink.remoteAddress,
    last_word: uplink.word,
    last_raw: byteaText(uplink.raw.subarray(0, keptBytes)),
  };
}
