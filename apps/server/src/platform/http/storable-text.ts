import { AppError } from '../app-error.ts';

/**
 * Refuses text that no database column takes: NUL characters and halves of surrogate pairs. Otherwise PostgreSQL would
 * report them as faults. Walks without recursion, since the sender chooses the depth.
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
}
