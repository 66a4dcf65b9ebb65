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
