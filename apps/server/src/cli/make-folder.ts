import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { codeOf } from './user-error.ts';

/**
 * Creates a folder and its parents, or throws the system's error. `mkdirSync` with `recursive` never returns where a
 * file system reports ENOENT below an existing folder, as /proc does (Node 24.21).
 */
export function makeFolder(folder: string): void {
  const path = resolve(folder);
  if (tryMake(path)) return;
  makeFolder(dirname(path));
  if (!tryMake(path)) mkdirSync(path); // the parent exists now, so this throws the real error
}

/** False when the parent is missing, or seems to be. */
function tryMake(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return true;
    if (code === 'ENOENT' && dirname(path) !== path) return false;
    throw error;
  }
}
