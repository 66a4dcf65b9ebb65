import { expect, it } from 'vitest';
import { retryHash } from './retry-hash.ts';
import { asFromSocket } from './testing/receiving.ts';

const hashOf = (text: string) => retryHash(new TextEncoder().encode(text));

it('is the beginning of the published SHA-256 values', () => {
  // FIPS 180-2, appendix B, and of the empty message.
  expect(hashOf('')).toBe('e3b0c44298fc1c149afbf4c8996fb924');
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223');
});

it('is the same for bytes cut out of a larger buffer, and leaves them unchanged', () => {
  const given = asFromSocket(new TextEncoder().encode('abc'));
  expect(retryHash(given.bytes)).toBe(hashOf('abc'));
  given.expectUntouched();
});
