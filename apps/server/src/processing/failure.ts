/** SQLSTATE classes of faults of the database itself: connection, resources, operator, system. */
const serverClasses = new Set(['08', '53', '57', '58']);
const programmingErrors = [TypeError, RangeError, SyntaxError];

/**
 * Whether one uplink may have caused a failure, so that the others are retried without it. Other failures (the database
 * is unavailable, stopping or full) would repeat for each of them.
 */
export function mayBePoison(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null) return !serverClasses.has(state.slice(0, 2));
  return chain(error).some((cause) => programmingErrors.some((type) => cause instanceof type));
}

/** Whether the transaction conflicted with another one (serialisation, deadlock), so that a retry may succeed. */
export function isConflict(error: unknown): boolean {
  return sqlState(error)?.startsWith('40') ?? false;
}

/** Whether the database stopped a statement that took too long: a savepoint takes it back, and the connection goes on. */
export function isTimeout(error: unknown): boolean {
  return sqlState(error) === '57014';
}

function sqlState(error: unknown): string | null {
  const codes = chain(error).map((cause) => ('code' in cause ? cause.code : undefined));
  return codes.find(isSqlState) ?? null;
}

/** The error and its causes: drizzle wraps the errors of the driver. */
function chain(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) causes.push(cause);
  return causes;
}

/** Digits, or one of the four classes with a letter: `EPIPE` has five letters too. */
function isSqlState(code: unknown): code is string {
  return typeof code === 'string' && /^(?:\d[0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/.test(code);
}
