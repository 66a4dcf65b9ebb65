import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { codeOf, UserError } from './user-error.ts';

/**
 * Takes a folder for this process, and returns what gives it back. The embedded database is one process's: a second
 * one would destroy it. A lock whose process is gone is taken over.
 */
export function takeLock(file: string): () => void {
  const own = `${process.pid} ${startOf(process.pid) ?? ''}`;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (tryWrite(file, own)) {
      return () => {
        if (readLock(file) === own) rmSync(file, { force: true });
      };
    }
    const holder = readLock(file);
    const pid = livingHolder(holder);
    if (pid !== null)
      throw new UserError(`the data folder is in use by process ${pid} (${file}). Stop it first.`);
    if (readLock(file) === holder) rmSync(file, { force: true });
  }
  throw new UserError(`the lock ${file} changes all the time: several processes want this data folder.`);
}

function tryWrite(file: string, text: string): boolean {
  try {
    const descriptor = openSync(file, 'wx');
    writeSync(descriptor, text);
    closeSync(descriptor);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function readLock(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The process that holds the lock, if it lives and is the one that wrote it: numbers are used again. */
function livingHolder(text: string): number | null {
  const [pidText = '', start = ''] = text.split(' ');
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return null;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return null;
  }
  const actual = startOf(pid);
  return start !== '' && actual !== null && actual !== start ? null : pid;
}

/** When a process began, in the kernel's ticks; null where the system does not tell. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
