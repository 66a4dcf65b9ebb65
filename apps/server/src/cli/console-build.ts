import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildFolderOf, putInPlace, removeLeftovers } from './build-folder.ts';
import { UserError } from './user-error.ts';

const root = join(import.meta.dirname, '../../../..');
const consoleRoot = join(root, 'apps/console');
const built = join(consoleRoot, 'dist/index.html');
/** The sources of the console. */
const sources = [
  'apps/console/src',
  'apps/console/public',
  'apps/console/index.html',
  'apps/console/vite.config.ts',
  'packages/catalogue/src',
  'packages/contract/src',
  'package-lock.json',
];

/** Builds the console when it is missing or older than its sources. */
export async function buildConsoleIfStale(progress: (line: string) => void): Promise<void> {
  const builtAt = existsSync(built) ? statSync(built).mtimeMs : 0;
  if (builtAt > Math.max(...sources.map((source) => newest(join(root, source))))) return;
  progress('Building the console …');
  removeLeftovers(consoleRoot);
  const folder = buildFolderOf(process.pid);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: consoleRoot,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (code !== 0) {
    rmSync(join(consoleRoot, folder), { recursive: true, force: true });
    throw new UserError(`the console could not be built:\n${complaints.trim()}`);
  }
  putInPlace(consoleRoot, process.pid);
}

/** When the newest file below was changed. Tests are not part of the console. */
function newest(path: string): number {
  if (!existsSync(path)) return 0;
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  const inside = readdirSync(path).filter((name) => !/\.test\.tsx?$/.test(name));
  return Math.max(0, ...inside.map((name) => newest(join(path, name))));
}
