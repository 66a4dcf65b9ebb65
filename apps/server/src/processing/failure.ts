import { causesOf, isConflict, sqlState } from '#platform/database/sql-state.ts';

/** SQLSTATE classes of faults of the database itself: connection, resources, operator, system. */
const serverClasses = new Set(['08', '53', '57', '58']);
const programmingErrors = [TypeError, RangeError, SyntaxError];

/**
 * Whether one uplink may have caused a failure, so that the others are retried without it. Other failures (the database
 * is unavailable, stopping or full) would repeat for each of them, and conflicts pass.
 */
export function mayBePoison(error: unknown): boolean {
  if (isConflict(error)) return false;
  const state = sqlState(error);
  if (state !== null) return !serverClasses.has(state.slice(0, 2));
  return causesOf(error).some((cause) => programmingErrors.some((type) => cause instanceof type));
}

const lockNotAvailable = '55P03';
const queryCanceled = '57014';

/** Whether the database stopped a statement that took too long, or waited so long for a lock: a savepoint takes it back, and the connection goes on. */
export function isTimeout(error: unknown): boolean {
  const state = sqlState(error);
  return state === queryCanceled || state === lockNotAvailable;
}
