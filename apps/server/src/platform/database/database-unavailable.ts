import { causesOf, isConflict, sqlState } from './sql-state.ts';

/** The database did not answer in time, or not at all: the request is valid, and a retry may succeed. */
export class NoAnswer extends Error {}

/**
 * PostgreSQL's codes for aborted work: a statement or a lock that took too long, an idle transaction, a deadlock, too
 * many connections, a server that stops or starts (appendix "PostgreSQL Error Codes").
 */
const givenUp: ReadonlySet<unknown> = new Set(['57014', '55P03', '25P03', '40P01', '53300', '57P01', '57P02', '57P03']);

/** Whether this error or its cause is that the database could not do the work in time. */
export function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error instanceof NoAnswer ||
    ('code' in error && givenUp.has(error.code)) ||
    // node-postgres, for a connection that ended during a query, or between two of a transaction
    /^Connection terminated|is not queryable$/.test(error.message) ||
    isNoAnswer(error.cause)
  );
}

/** Errors of a connection to the database that could not be made, or was lost. */
const notConnected: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT']);

/**
 * SQLSTATE classes of faults of the database as a whole: connection, a transaction that may not write (a standby, a
 * failover), login, no such database, resources, operator, system.
 */
const wholeDatabase = new Set(['08', '25', '28', '3D', '53', '57', '58']);
const internalError = 'XX';
const insufficientPrivilege = '42501';

/** Whether an SQLSTATE is a fault of the database, and none of what was asked of it. */
export const isOfDatabase = (state: string): boolean => wholeDatabase.has(state.slice(0, 2)) || isOfOneTable(state);

/** A damaged table or index, or a right to a table that is missing, also for a time, as while it is given anew. */
export const isOfOneTable = (state: string | null): boolean =>
  state !== null && (state.startsWith(internalError) || state === insufficientPrivilege);

/** Whether the database cannot do any such work for the moment, as when it restarts or another server takes its place. */
export function isAway(error: unknown): boolean {
  const state = sqlState(error);
  return (
    (state !== null && isOfDatabase(state)) ||
    isNoAnswer(error) ||
    isConflict(error) ||
    causesOf(error).some((cause) => 'code' in cause && notConnected.has(cause.code))
  );
}
