import type { Database } from '#platform/database/database.ts';
import { keyPair, newPrivateKey, type PushKeys } from '#platform/push/key-pair.ts';
import { pushKeys } from './tables.ts';

/** The keys of this installation: made once and kept, because browsers have subscribed with them. */
export async function storedKeys(db: Database): Promise<PushKeys> {
  const find = () => db.select().from(pushKeys);
  let [stored] = await find();
  if (stored === undefined) {
    await db.insert(pushKeys).values({ privateKey: newPrivateKey() }).onConflictDoNothing();
    [stored] = await find(); // another process may have been first
  }
  if (stored === undefined) throw new Error('the key of push messages was not stored');
  return keyPair(stored.privateKey);
}
