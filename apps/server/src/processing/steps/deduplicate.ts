import { sql } from 'drizzle-orm';
import { queryRows } from '#platform/database.ts';
import { type Batch, type MessageEntry, openMessages, type UplinkOf } from '../batch.ts';
import { columnArray } from '../column-arrays.ts';
import { credibleTime } from '../device-time.ts';
import { holdsAlarm } from '../next-batch.ts';

/**
 * A device repeats a message until it is acknowledged; it is stored once. A message with its own time is known for
 * as long as keys are kept. One without, or with a time that cannot be right, is known for a minute, counted from the
 * first: the same bytes after that are a second press of the button, and a press is never lost. A first one that lies
 * in the future was received before the clock was set back, nobody knows how long ago, and does not count. What holds
 * an alarm has keys of its own, so that no other message can swallow it. The first two letters of a key tell the kinds
 * apart. Decision 0008.
 */
export async function deduplicate(batch: Batch): Promise<void> {
  const candidates = new Map<string, { entry: MessageEntry; row: KeyRow }>();
  for (const entry of openMessages(batch)) {
    const row = keyRow(entry);
    if (row === null) continue;
    const key = `${row.devi_id}:${row.retry_key}`;
    if (candidates.has(key)) entry.verdict = 'duplicate';
    else candidates.set(key, { entry, row });
  }
  if (candidates.size === 0) return;
  const rows = [...candidates.values()].map(({ row }) => row);
  const deviIds = rows.map(({ devi_id }) => devi_id);
  const retryKeys = rows.map(({ retry_key }) => retry_key);
  const times = rows.map(({ rec_ts }) => rec_ts);
  const fresh = await queryRows<{ key: string }>(
    batch.tx,
    sql`insert into retry_keys (devi_id, retry_key, rec_ts)
        select * from unnest(
          ${columnArray(deviIds, 'int')}, ${columnArray(retryKeys, 'text')}, ${columnArray(times, 'timestamptz')})
        on conflict (devi_id, retry_key) do update set rec_ts = excluded.rec_ts
        where retry_keys.retry_key like 'u%' and (retry_keys.rec_ts < excluded.rec_ts - interval '60 seconds'
          or retry_keys.rec_ts > excluded.rec_ts)
        returning devi_id || ':' || retry_key as key`,
  );
  const stored = new Set(fresh.map(({ key }) => key));
  for (const [key, { entry }] of candidates) if (!stored.has(key)) entry.verdict = 'duplicate';
}

interface KeyRow {
  devi_id: number;
  retry_key: string;
  rec_ts: Date;
}

function keyRow({ uplink, device }: MessageEntry): KeyRow | null {
  if (uplink.retryKey === null) return null;
  const validity = uplink.timed && saysWhen(uplink) ? 't' : 'u';
  const kind = holdsAlarm(uplink) ? 'a' : '-';
  return {
    devi_id: device.before.deviId,
    retry_key: `${validity}${kind}${uplink.retryKey}`,
    rec_ts: new Date(uplink.receivedAt),
  };
}

/** A clock that was never set, or runs ahead, stands still or starts anew: its time makes no message unique. */
function saysWhen({ report, receivedAt }: UplinkOf<'message'>): boolean {
  return report.samples
    .flatMap(({ at, events }) => [at, ...events.map((event) => event.at)])
    .some((at) => credibleTime(at, receivedAt) !== null);
}
