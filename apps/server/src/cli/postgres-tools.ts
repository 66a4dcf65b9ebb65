import { spawn } from 'node:child_process';
import { readEnvironment } from '../config.ts';
import { codeOf, UserError } from './user-error.ts';

/**
 * Runs `pg_dump` or `pg_restore` against the database of a URL. The password goes through the environment, where
 * other users of the machine do not see it. Throws one line when the program is missing or fails.
 */
export async function runPostgresTool(
  program: 'pg_dump' | 'pg_restore',
  url: string,
  args: readonly string[],
): Promise<void> {
  const target = new URL(url);
  const password = decodeURIComponent(target.password);
  target.password = '';
  const child = spawn(program, [...args, `--dbname=${target.href}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...readEnvironment(), ...(password === '' ? {} : { PGPASSWORD: password }) },
  });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('close', resolve);
    child.on('error', reject);
  }).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new UserError(`${program} is not installed; it comes with PostgreSQL's client programs`);
  });
  if (code !== 0)
    throw new UserError(`${program} failed: ${complaints.trim().split('\n')[0] ?? `exit ${code}`}`);
}
