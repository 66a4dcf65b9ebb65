import { spawn } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from './user-error.ts';

const root = join(import.meta.dirname, '../../../..');
const consoleRoot = join(root, 'apps/console');
const built = join(consoleRoot, 'dist/index.html');
/** A build that is killed half-way must not be taken for a console. */
const beside = 'dist.new';
/** What the console is made of. */
const sources = [
  'apps/console/src',
  'apps/console/public',
  'apps/console/index.html',
  'apps/console/vite.config.ts',
  'packages/catalogue/src',
  'packages/contract/src',
  'package-lock.json',
];

/** Builds the console when there is none, or one that is older than what it is made of. */
export async function buildConsoleIfStale(progress: (line: string) => void): Promise<void> {
  const builtAt = existsSync(built) ? statSync(built).mtimeMs : 0;
  if (builtAt > Math.max(...sources.map((source) => newest(join(root, source))))) return;
  progress('Building the console …');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(
    process.execPath,
    [vite, 'build', '--outDir', beside, '--emptyOutDir', '--logLevel', 'warn'],
    {
      cwd: consoleRoot,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (code !== 0) throw new UserError(`the console could not be built:\n${complaints.trim()}`);
  rmSync(join(consoleRoot, 'dist'), { recursive: true, force: true });
  renameSync(join(consoleRoot, beside), join(consoleRoot, 'dist'));
}

/** When the youngest file below was changed. Tests are no part of the console. */
function newest(path: string): number {
  if (!existsSync(path)) return 0;
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  const inside = readdirSync(path).filter((name) => !/\.test\.tsx?$/.test(name));
  return Math.max(0, ...inside.map((name) => newest(join(path, name))));
}
