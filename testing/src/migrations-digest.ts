import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrationsFolder } from '@varde/server/platform/database/known-migrations';

/** Equal for equal migrations: names what is made once for them. */
export async function migrationsDigest(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(migrationsFolder)).sort())
    hash.update(await readFile(join(migrationsFolder, name)));
  return hash.digest('hex').slice(0, 16);
}
