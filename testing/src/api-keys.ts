import { addKey } from '@varde/server/domain/accounts/api-keys';
import type { Database } from '@varde/server/platform/database/database';
import { createApiKey } from '@varde/server/platform/http/api-key';
import { hashOfToken } from '@varde/server/platform/secrets/tokens';
import type { TestUser } from './factories.ts';

/** A key of this user, without an end by default. Returns the key itself. */
export async function addTestKey(
  db: Database,
  { userId }: Pick<TestUser, 'userId'>,
  {
    name = 'Sentralen',
    context = 'PROFFWEB' as 'PROFFWEB' | 'AHP',
    createdAt = new Date(),
    expiresAt = null as Date | null,
  } = {},
): Promise<string> {
  const key = createApiKey();
  const stored = { userId, name, context, createdAt, expiresAt, keyHash: hashOfToken(key) };
  await db.transaction((tx) => addKey(tx, stored));
  return key;
}
