/** The database did not answer in time, or not at all: the request is valid, and a retry may succeed. */
export class NoAnswer extends Error {}

/**
 * PostgreSQL's codes for aborted work: a statement or a lock that took too long, an idle transaction, a deadlock, too
 * many connections, a server that stops or starts (appendix "PostgreSQL Error Codes").
 */
const givenUp: ReadonlySet<unknown> = new Set([
  '57014',
  '55P03',
  '25P03',
  '40P01',
  '53300',
  '57P01',
  '57P02',
  '57P03',
]);

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
