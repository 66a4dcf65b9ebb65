import { type ErrorCode, errorTable } from '@varde/contract/errors';

/** An error that a caller may see: a code of the contract's table and, for bad input, each faulty field. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: { path: string; message: string }[] | undefined;

  constructor(code: ErrorCode, errors?: { path: string; message: string }[], options?: ErrorOptions) {
    super(errorTable[code].title, options);
    this.code = code;
    this.errors = errors;
  }
}

/** The error that a caller may see, by itself or as the cause of this one: drizzle wraps what a query has thrown. */
export function appErrorOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  return error instanceof Error ? appErrorOf(error.cause) : null;
}
