import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as text that stands in cookies, URLs and on labels. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token: SHA-256, hex. The token itself is known to its holder only. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');
