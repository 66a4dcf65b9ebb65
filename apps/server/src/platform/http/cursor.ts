import { z } from 'zod';
import { AppError } from '../app-error.ts';

/** Text in a cursor: PostgreSQL accepts no NUL in a text, and its error would not be reported as the caller's. */
export const cursorText = z.string().refine((text) => !text.includes('\0'));
/** A 32-bit id in a cursor. */
export const cursorId = z.int32();
/** Unix microseconds (`microseconds`) between the years 1900 and 2200. */
export const cursorTime = z.int().min(-2_208_988_800_000_000).max(7_258_118_400_000_000);

type Position = readonly (string | number | null)[];

/** The end of a page, as the caller carries it: not a secret and not trusted, only opaque. */
export function encodeCursor(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** The first of these rows, of which one more than `limit` was read; `nextCursor` is null on the last page. */
export function pageOf<Row>(rows: readonly Row[], limit: number, positionOf: (last: Row) => Position) {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last === undefined ? null : encodeCursor(positionOf(last)) };
}

/** Reads a cursor of this shape. Throws `validationFailed` for anything else. */
export function decodeCursor<Position extends z.ZodType>(cursor: string, position: Position): z.output<Position> {
  const parsed = position.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (parsed.success) return parsed.data;
  throw new AppError('validationFailed', [{ path: 'cursor', message: 'not a cursor of this list' }]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
