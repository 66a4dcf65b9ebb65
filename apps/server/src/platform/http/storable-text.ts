import { AppError } from '../app-error.ts';

/** A letter of no script has more (UAX #15, Stream-Safe Text Format); the time to normalise them grows with their square. */
const manyMarks = /\p{M}{31}/u;

/**
 * Refuses text that no database column takes: NUL characters and halves of surrogate pairs. Otherwise PostgreSQL would
 * report them as faults. And text with endless marks on one letter, before anything normalises it. Walks without recursion, since the sender chooses the depth.
 */
export function requireStorableText(parts: Record<string, unknown>): void {
  const waiting: [path: string, value: unknown][] = Object.entries(parts);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [path, value] = next;
    if (typeof value === 'string') requireStorable(path, value);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        requireStorable(path, key);
        waiting.push([path === '' ? key : `${path}.${key}`, inner]);
      }
    }
  }
}

function requireStorable(path: string, text: string): void {
  if (text.includes('\u0000') || !text.isWellFormed())
    throw new AppError('validationFailed', [{ path, message: 'holds characters that cannot be stored' }]);
  if (manyMarks.test(text))
    throw new AppError('validationFailed', [{ path, message: 'has too many marks on a letter' }]);
}
