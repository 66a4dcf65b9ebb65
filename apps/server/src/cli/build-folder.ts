import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './user-error.ts';

/** Earlier versions left `dist.new` only. */
const leftover = /^dist\.(?:new|old)(?:\.(\d+))?$/;

/**
 * The folder that a process builds in, beside `dist`: a half-finished build must not be taken for a console, and two
 * concurrent builds must not share a folder.
 */
export const buildFolderOf = (pid: number): string => `dist.new.${pid}`;

/** Makes the folder of this process the `dist` of `parent`. A second process at the same moment replaces it. */
export function putInPlace(parent: string, pid: number): void {
  const fresh = join(parent, buildFolderOf(pid));
  const dist = join(parent, 'dist');
  const former = join(parent, `dist.old.${pid}`);
  for (let attempt = 0; attempt < 10; attempt += 1) {
    rmSync(former, { recursive: true, force: true }); // left by a killed process with the same number
    rename(dist, former, ['ENOENT']);
    rmSync(former, { recursive: true, force: true });
    // Another process may have put its own there in between.
    if (rename(fresh, dist, ['ENOTEMPTY', 'EEXIST', 'EPERM'])) return;
  }
  throw new Error(`${dist} is replaced all the time`);
}

/** Removes the folders of dead processes in `parent`. */
export function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const match = leftover.exec(name);
    if (match === null || (match[1] !== undefined && lives(Number(match[1])))) continue;
    rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/** False: it failed for one of these reasons. */
function rename(from: string, to: string, expected: readonly string[]): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (expected.includes(String(codeOf(error)))) return false;
    throw error;
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM'; // another user's
  }
}
