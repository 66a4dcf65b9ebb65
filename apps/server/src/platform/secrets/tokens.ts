import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits as text for cookies, URLs and labels. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of a token: SHA-256, hex. Only its holder has the token itself. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Compares in a time that says nothing of either. */
export const isSameSecret = (given: string, known: string): boolean =>
  timingSafeEqual(Buffer.from(hashOfToken(given)), Buffer.from(hashOfToken(known)));
