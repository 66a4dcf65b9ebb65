import type { Role } from '@varde/catalogue/permissions';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Arrival } from '../../platform/http/arrival.ts';
import type { SessionHolder, Sessions } from '../../platform/http/sessions.ts';
import { hashOfToken } from '../../platform/tokens.ts';
import { callerOf } from './caller-of.ts';
import { narrowed } from './selected.ts';
import {
  endSession,
  endSessionOf,
  endSessionsOf,
  findSession,
  type SessionRecord,
  touchSession,
} from './store.ts';

export interface SessionLimits {
  /** A session that nobody uses for so long is over. A live connection counts as use. */
  idleMs: number;
  /** No session lives longer, however much it is used. */
  absoluteMs: number;
  /** Roles that must not be without the second step of the login. */
  twoFactorRoles: readonly Role[];
  /** Accounts for which this is false are treated as if they did not exist. */
  mayLogIn(username: string): boolean;
}

export interface FoundSession {
  holder: SessionHolder;
  /** With everything that the user holds, whatever is selected. */
  record: SessionRecord;
  /** A role requires the second step of the login and the user has none: until then they may nothing. */
  lacksTwoFactor: boolean;
}

export interface SessionKeeper extends Sessions {
  /** Who has the token and what is stored about them. */
  find(token: string, arrival: Arrival): Promise<FoundSession | null>;
  end(token: string): Promise<void>;
  /** Ends all sessions of a user except the one with this hash. Returns how many. */
  endAll(userId: number, except: string | null): Promise<number>;
  /** Ends one session of the user; false when the user has no such session. */
  endOne(userId: number, sessionId: number): Promise<boolean>;
}

/** Writing down each use would be a write for every call. */
const touchEveryMs = 60_000;

export function createSessionKeeper(db: Database, clock: Clock, limits: SessionLimits): SessionKeeper {
  const endedListeners: ((tokenHash: string) => void)[] = [];
  const tell = (tokenHash: string) => {
    for (const listener of endedListeners) listener(tokenHash);
  };
  const find: SessionKeeper['find'] = async (token, arrival) => {
    const now = clock.now();
    const tokenHash = hashOfToken(token);
    const record = await findSession(db, tokenHash, { now, idleMs: limits.idleMs });
    if (record === null || !limits.mayLogIn(record.username)) return null;
    if (Math.abs(now - record.lastSeenAt) > touchEveryMs)
      await touchSession(db, tokenHash, { now, absoluteMs: limits.absoluteMs });
    const lacksTwoFactor = isTwoFactorMissing(record, limits.twoFactorRoles);
    const effective = narrowed(
      lacksTwoFactor ? { ...record, policies: [], given: [] } : record,
      arrival.roles,
    );
    const rights = JSON.stringify([effective.policies, effective.given]);
    const caller = callerOf(effective, arrival.address);
    return { holder: { tokenHash, caller, rights }, record, lacksTwoFactor };
  };
  return {
    find,
    resolve: async (token, arrival) => (await find(token, arrival))?.holder ?? null,
    end: async (token) => {
      const tokenHash = hashOfToken(token);
      await endSession(db, tokenHash);
      tell(tokenHash);
    },
    endAll: async (userId, except) => {
      const ended = await endSessionsOf(db, userId, except);
      for (const tokenHash of ended) tell(tokenHash);
      return ended.length;
    },
    endOne: async (userId, sessionId) => {
      const ended = await endSessionOf(db, userId, sessionId);
      if (ended !== null) tell(ended);
      return ended !== null;
    },
    onEnded: (listener) => {
      endedListeners.push(listener);
    },
  };
}

/** Asked of all roles that are held: who selects the others is not let off. */
const isTwoFactorMissing = ({ twoFactor, policies }: SessionRecord, roles: readonly Role[]): boolean =>
  !twoFactor && policies.some(({ role }) => roles.includes(role));
