/** The SQLSTATE of an error of the database, or of its cause; null without one. */
export function sqlState(error: unknown): string | null {
  const codes = causesOf(error).map((cause) => ('code' in cause ? cause.code : undefined));
  return codes.find(isSqlState) ?? null;
}

/** The error and its causes: drizzle wraps the errors of the driver. */
export function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) causes.push(cause);
  return causes;
}

/**
 * Whether the transaction conflicted with another one (serialisation, deadlock, a lock that was held for too long), so
 * that a retry may succeed.
 */
export function isConflict(error: unknown): boolean {
  const state = sqlState(error);
  return state !== null && (state.startsWith('40') || state === lockNotAvailable);
}

const lockNotAvailable = '55P03';

/** Digits, or one of the four classes with a letter: `EPIPE` has five letters too. */
function isSqlState(code: unknown): code is string {
  return typeof code === 'string' && /^(?:\d[0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/.test(code);
}
