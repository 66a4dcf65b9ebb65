import type { ApiKey } from '@varde/contract/api-keys';
import { epoch } from '#platform/clock/epoch.ts';
import type { Database } from '#platform/database/database.ts';
import { keysOf } from './api-keys.ts';

/** The user's keys that have not been ended, as the user and administrators see them. */
export async function presentKeysOf(db: Database, userId: number): Promise<ApiKey[]> {
  const keys = await keysOf(db, userId);
  return keys.map(({ keyId, name, createdAt, lastUsedAt, expiresAt }) => ({
    ...{ keyId, name, createdAt: epoch(createdAt) },
    ...{ lastUsedAt: epoch(lastUsedAt), expiresAt: epoch(expiresAt) },
  }));
}
