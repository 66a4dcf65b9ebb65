import { isOfDatabase, isOfOneTable } from '#platform/database/database-unavailable.ts';
import { causesOf, isConflict, sqlState } from '#platform/database/sql-state.ts';

const programmingErrors = [TypeError, RangeError, SyntaxError];

/**
 * Whether one uplink may have caused a failure, so that the others are retried without it. Other failures are the
 * database's (it is unavailable, stopping, full, read-only or damaged) and would repeat for each of them, and conflicts pass.
 */
export function mayBePoison(error: unknown): boolean {
  if (isConflict(error)) return false;
  const state = sqlState(error);
  if (state !== null) return !isOfDatabase(state);
  return causesOf(error).some((cause) => programmingErrors.some((type) => cause instanceof type));
}

/** Whether the work that failed can be left out, and what does not need it can go on: not where nothing can be stored. */
export function isConfined(error: unknown): boolean {
  const state = sqlState(error);
  return isTimeout(error) || mayBePoison(error) || isOfOneTable(state);
}

const lockNotAvailable = '55P03';
const queryCanceled = '57014';

/** Whether the database stopped a statement that took too long, or waited so long for a lock: a savepoint takes it back, and the connection goes on. */
export function isTimeout(error: unknown): boolean {
  const state = sqlState(error);
  return state === queryCanceled || state === lockNotAvailable;
}
