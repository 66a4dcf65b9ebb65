import { spawn } from 'node:child_process';
import { readEnvironment } from '../config.ts';
import { codeOf, UserError } from './user-error.ts';

/**
 * Runs `pg_dump` or `pg_restore` against the database of a URL. The password goes through the environment, where
 * other users of the machine do not see it. Throws one line when the program is missing or fails.
 */
export async function runPostgresTool(program: Program, url: string, args: readonly string[]): Promise<void> {
  const target = new URL(url);
  const password = decodeURIComponent(target.password);
  target.password = '';
  // A backup reads all rows: without this setting, row-level security would leave them out.
  const reach = { PGOPTIONS: '-c varde.reach=all' };
  const environment = password === '' ? reach : { ...reach, PGPASSWORD: password };
  await runProgram(program, [...args, `--dbname=${target.href}`], environment);
}

/** The table of contents of a backup, line by line. */
export async function listArchive(file: string): Promise<string[]> {
  return (await runProgram('pg_restore', ['--list', file], {})).split('\n');
}

type Program = 'pg_dump' | 'pg_restore';

async function runProgram(
  program: Program,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<string> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...readEnvironment(), ...environment },
  });
  let output = '';
  let complaints = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
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
  if (code !== 0) throw new UserError(`${program} failed: ${complaints.trim().split('\n')[0] ?? `exit ${code}`}`);
  return output;
}
