import { sql } from 'drizzle-orm';
import { arrayText } from '#platform/database/column-arrays.ts';
import type { Database } from '#platform/database/database.ts';
import { idsNamed, prepared } from '#platform/database/prepared.ts';

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
  const fresh = await store(tx, {
    deviIds: arrayText(keys.map(({ deviId }) => deviId)),
    retryKeys: arrayText(keys.map(({ retryKey }) => retryKey)),
    times: arrayText(keys.map(({ receivedAt }) => receivedAt)),
  });
  return new Set(fresh.map(({ key }) => key));
}

const store = prepared<{ key: string }>(
  'store_retry_keys',
  sql`insert into retry_keys (devi_id, retry_key, rec_ts)
      select * from unnest(${idsNamed('deviIds')}, ${sql.placeholder('retryKeys')}::text[],
        ${sql.placeholder('times')}::timestamptz[])
      on conflict (devi_id, retry_key) do update set rec_ts = excluded.rec_ts
      where retry_keys.retry_key like 'u%' and (retry_keys.rec_ts < excluded.rec_ts - interval '60 seconds'
        or retry_keys.rec_ts > excluded.rec_ts)
      returning devi_id || ':' || retry_key as key`,
);
