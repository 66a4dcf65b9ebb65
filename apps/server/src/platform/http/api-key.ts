import type { FastifyRequest } from 'fastify';
import { createToken } from '../secrets/tokens.ts';

/** Shows in a configuration, a log or a search for leaked secrets what the key is for. */
const prefix = 'varde_';

/** A new API key: 256 random bits. */
export const createApiKey = (): string => `${prefix}${createToken()}`;

/**
 * The API key of a request (`Authorization: Bearer varde_…`, RFC 6750), or null. It is not looked for anywhere else: an
 * address is written to logs. Other schemes and other bearer tokens are those of a proxy in front of Varde.
 */
export function apiKeyOf({ headers: { authorization } }: Pick<FastifyRequest, 'headers'>): string | null {
  const [scheme, token, ...rest] = authorization?.trim().split(/\s+/) ?? [];
  if (scheme?.toLowerCase() !== 'bearer' || token?.startsWith(prefix) !== true) return null;
  return [token, ...rest].join(' ');
}
