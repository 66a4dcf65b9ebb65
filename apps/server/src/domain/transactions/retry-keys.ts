import { sql } from 'drizzle-orm';
import { columnArray } from '#platform/column-arrays.ts';
import { type Database, queryRows } from '#platform/database.ts';

/** Identifies one message of a device. Keys with the prefix `u` are known for a minute only. */
export interface RetryKey {
  deviId: number;
  retryKey: string;
  receivedAt: Date;
}

export const nameOfRetryKey = ({ deviId, retryKey }: RetryKey): string => `${deviId}:${retryKey}`;

/**
 * Stores these keys, which must be distinct. Returns the names of the new ones: a key with the prefix `u` that was
 * received more than a minute ago, or in the future by a clock that was set back since, counts as new again.
 */
export async function storeRetryKeys(tx: Database, keys: readonly RetryKey[]): Promise<Set<string>> {
  const deviIds = keys.map(({ deviId }) => deviId);
  const retryKeys = keys.map(({ retryKey }) => retryKey);
  const times = keys.map(({ receivedAt }) => receivedAt);
  const fresh = await queryRows<{ key: string }>(
    tx,
    sql`insert into retry_keys (devi_id, retry_key, rec_ts)
        select * from unnest(
          ${columnArray(deviIds, 'int')}, ${columnArray(retryKeys, 'text')}, ${columnArray(times, 'timestamptz')})
        on conflict (devi_id, retry_key) do update set rec_ts = excluded.rec_ts
        where retry_keys.retry_key like 'u%' and (retry_keys.rec_ts < excluded.rec_ts - interval '60 seconds'
          or retry_keys.rec_ts > excluded.rec_ts)
        returning devi_id || ':' || retry_key as key`,
  );
  return new Set(fresh.map(({ key }) => key));
}
