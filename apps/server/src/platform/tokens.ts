import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as text for cookies, URLs and labels. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of a token: SHA-256, hex. Only its holder has the token itself. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');
