/// <reference path="./fs-native-extensions.d.ts" />
import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { tryLock } from 'fs-native-extensions';
import { UserError } from './user-error.ts';

/**
 * Takes a folder for this process, and returns a function that releases it. The embedded database belongs to one
 * process: a second one would destroy it. The kernel keeps the lock while the file is open: until the process ends,
 * however it ends, and against other containers that share the folder. The text of the file only names the holder. The
 * file stays, so that no process locks a deleted one.
 */
export function takeLock(file: string): () => void {
  const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    if (!tryLock(descriptor))
      throw new UserError(`the data folder is in use by ${holderOf(file)} (${file}). Stop it first.`);
    ftruncateSync(descriptor);
    writeSync(descriptor, `process ${process.pid} on ${hostname()}`);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  return () => closeSync(descriptor);
}

/** On Windows a locked file cannot be read, and a holder that has just taken the lock has not written yet. */
function holderOf(file: string): string {
  try {
    return readFileSync(file, 'utf8') || 'another process';
  } catch {
    return 'another process';
  }
}
