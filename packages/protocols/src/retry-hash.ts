import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from './hex.ts';

const keptBytes = 16;

/**
 * Distinguishes a retry from a new message: the first 128 bits of SHA-256, hex. Collisions are infeasible, so no
 * message can be built whose key swallows another's. Decision 0005.
 */
export function retryHash(bytes: Uint8Array): string {
  return toHex(sha256(bytes).subarray(0, keptBytes));
}
