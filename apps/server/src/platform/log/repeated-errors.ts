import type { LogFn, Logger } from 'pino';

/** Interval between log lines on a failure that continues. */
const intervalMs = 10_000;

/** pino's number for the level `error`. */
const errorLevel = 50;

type LogMethod = (this: Logger, args: Parameters<LogFn>, method: LogFn, level: number) => void;

/**
 * For pino's `hooks`: of equal errors the first is logged whole, and then every 10 s the count of further ones, until
 * 10 s pass without one. An unavailable database fails thousands of calls a second, and logging all of them would hide
 * the first and fill the disk. Lines without `err`, or below the level of an error, are not limited. A count is lost
 * when the process ends within the 10 s.
 */
export function countRepeatedErrors(): LogMethod {
  const counts = new Map<string, number>();

  function countUntilQuiet(logger: Logger, key: string, message: string): void {
    counts.set(key, 0);
    const timer = setInterval(() => {
      const count = counts.get(key) ?? 0;
      if (count === 0) {
        clearInterval(timer);
        counts.delete(key);
        return;
      }
      counts.set(key, 0);
      logger.warn({ times: count, seconds: intervalMs / 1000 }, `${message} (repeated)`);
    }, intervalMs);
    timer.unref();
  }

  return function logMethod(args, method, level) {
    const key = level >= errorLevel ? keyOf(args) : null;
    if (key === null) {
      method.apply(this, args);
      return;
    }
    const count = counts.get(key);
    if (count !== undefined) {
      counts.set(key, count + 1);
      return;
    }
    method.apply(this, args);
    countUntilQuiet(this, key, String(args[1]));
  };
}

/** The identity of an error: message, adjacent fields (job, route) and codes. Null for a line without `err`. */
function keyOf([fields, message]: Parameters<LogFn>): string | null {
  if (typeof fields !== 'object' || fields === null || !('err' in fields) || typeof message !== 'string') return null;
  const words = Object.values(fields).filter((value) => typeof value === 'string');
  return JSON.stringify([message, ...words, ...codesOf(fields.err)]);
}

function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [typeof error];
  const code = 'code' in error ? String(error.code) : '';
  return [error.name, code, ...(error.cause === undefined ? [] : codesOf(error.cause))];
}
