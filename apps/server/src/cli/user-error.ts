/** An error that the operator can correct: shown as one line, without a stack. */
export class UserError extends Error {}

/** The system's code of an error (`EACCES`, `28P01`, …), or null. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
