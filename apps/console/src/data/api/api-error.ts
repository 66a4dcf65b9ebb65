import type { ErrorCode, Problem } from '@varde/contract/errors';

/** `network`: no answer came at all. */
export type ApiErrorCode = ErrorCode | 'network';

/** A call that failed. Callers branch on `code`; people read the text `errors.<code>`. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** What was wrong with which field of the body. */
  readonly fields: NonNullable<Problem['errors']>;

  constructor(code: ApiErrorCode, fields: NonNullable<Problem['errors']> = []) {
    super(code);
    this.code = code;
    this.fields = fields;
  }
}

/** The code of a thrown error; anything but an `ApiError` counts as `internalError`. */
export function errorCodeOf(error: unknown): ApiErrorCode {
  return error instanceof ApiError ? error.code : 'internalError';
}
