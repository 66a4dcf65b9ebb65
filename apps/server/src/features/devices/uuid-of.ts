import { createHash } from 'node:crypto';

/** A UUID that is the same for the same contents: who has them need not be sent them again. */
export function uuidOf(contents: unknown): string {
  const hex = createHash('sha256').update(JSON.stringify(contents)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
