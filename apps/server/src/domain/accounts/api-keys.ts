import { mostApiKeys } from '@varde/contract/api-key-limits';
import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { AppError } from '#platform/app-error.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { type HolderRecord, holdersOf, timestamp } from './holders.ts';
import { apiKeys } from './tables.ts';

export type StoredKey = typeof apiKeys.$inferSelect;

export interface KeyRecord extends HolderRecord {
  keyId: number;
  /** Unix milliseconds; null: it has not been used yet. */
  lastUsedAt: number | null;
}

/** The user of the valid key with this hash, with their present policies; null when there is none. */
export async function findKey(db: Database, keyHash: string, now: number): Promise<KeyRecord | null> {
  const living = sql`select k.key_id, k.user_id, k.context, k.last_used_at, 
      null::timestamptz as positions_confirmed_at from api_keys k
    where k.key_hash = ${keyHash} and (k.expires_at is null or k.expires_at > ${timestamp(now)})`;
  const own = sql`s.key_id as "keyId", (extract(epoch from s.last_used_at) * 1000)::float8 as "lastUsedAt"`;
  const [found] = await queryRows<KeyRecord>(db, holdersOf(living, own, now));
  return found ?? null;
}

/** Marks a key as used. */
export async function touchKey(db: Database, keyId: number, now: number): Promise<void> {
  await db
    .update(apiKeys)
    .set({ lastUsedAt: new Date(now) })
    .where(eq(apiKeys.keyId, keyId));
}

const livingOf = (userId: number) => and(eq(apiKeys.userId, userId), isNotNull(apiKeys.keyHash));

/** The user's keys that have not been ended, the latest first; also those that have expired. */
export const keysOf = (db: Database, userId: number): Promise<StoredKey[]> =>
  db.select().from(apiKeys).where(livingOf(userId)).orderBy(desc(apiKeys.keyId)).execute();

type NewKey = Pick<StoredKey, 'userId' | 'name' | 'context' | 'createdAt' | 'expiresAt'> & {
  keyHash: string;
};

/** Adds a key, and returns its number. Throws `tooManyKeys`. In a transaction. */
export async function addKey(tx: Database, key: NewKey): Promise<number> {
  // Counted one after the other.
  await tx.execute(sql`select from users where user_id = ${key.userId} for no key update`);
  if ((await tx.$count(apiKeys, livingOf(key.userId))) >= mostApiKeys) throw new AppError('tooManyKeys');
  const [added] = await tx.insert(apiKeys).values(key).returning({ keyId: apiKeys.keyId });
  if (added === undefined) throw new Error('the database returned no key');
  return added.keyId;
}

/** Ends one of the user's keys, or all of them; returns those that have ended now. */
export function endKeys(
  tx: Database,
  userId: number,
  { at, keyIds }: { at: Date; keyIds?: readonly number[] },
): Promise<Pick<StoredKey, 'keyId' | 'name'>[]> {
  const chosen = keyIds === undefined ? undefined : inArray(apiKeys.keyId, [...keyIds]);
  return tx
    .update(apiKeys)
    .set({ keyHash: null, endedAt: at })
    .where(and(livingOf(userId), chosen))
    .returning({ keyId: apiKeys.keyId, name: apiKeys.name })
    .execute();
}
