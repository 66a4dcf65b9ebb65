import { sessionCookie } from '@varde/contract/transport';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../caller.ts';
import type { Arrival } from './arrival.ts';

/** The holder of a session's token, or of an API key. */
export interface SessionHolder {
  /** SHA-256 of the token or key, hex: names it wherever it must not appear itself. */
  tokenHash: string;
  caller: Caller;
  /** Changes with every change of the caller's rights. */
  rights: string;
  /** Whether a change at these customers (a role policy, another place in the tree) may change the rights. */
  isConcernedBy(custIds: ReadonlySet<number>): boolean;
}

/** A token, and the arrival of its request. */
export interface Bearer {
  token: string;
  arrival: Arrival;
}

/** The part of the session keeper that HTTP and live use. */
export interface Sessions {
  /**
   * The holder of a token, with the rights of the selected roles, or null when it is unknown, expired or its user
   * disabled. Counts as use.
   */
  resolve(token: string, arrival: Arrival): Promise<SessionHolder | null>;
  /** The holder of an API key, or null when it is unknown, ended, expired or its user disabled. Counts as use. */
  resolveKey(key: string, arrival: Arrival): Promise<SessionHolder | null>;
  /** The same as `resolve` for many at once, in the same order. Cheap for many sessions of one user. */
  resolveAll(bearers: readonly Bearer[]): Promise<(SessionHolder | null)[]>;
  /** Called with the hash of each session that is ended explicitly in this process. */
  onEnded(listener: (tokenHash: string) => void): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every call of the contract. */
    arrival: Arrival;
    /** Set for every call of the contract; null for callers who are not logged in. */
    sessionHolder: SessionHolder | null;
  }
}

/** The token of a request, or null. */
export function tokenOf(request: Pick<FastifyRequest, 'cookies'>): string | null {
  const token = request.cookies[sessionCookie];
  return token === undefined || token === '' || token.length > 200 ? null : token;
}
