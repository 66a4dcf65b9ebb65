import type { ErrorCode, Problem } from '@varde/contract/errors';

/** No answer arrived: `network` where the call can be repeated; `noAnswer` where it may have been carried out already. */
export type ApiErrorCode = ErrorCode | 'network' | 'noAnswer';

/** A failed call. Code branches on `code`; users read the text `errors.<code>`. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** The refused fields of the body, with the reason. */
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
