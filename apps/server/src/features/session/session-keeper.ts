import type { Role } from '@varde/catalogue/permissions';
import { findKey, touchKey } from '#domain/accounts/api-keys.ts';
import type { HolderRecord } from '#domain/accounts/holders.ts';
import { endSession, endSessionOf, endSessionsOf, findSessions, touchSessions } from '#domain/accounts/sessions.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Arrival } from '../../platform/http/arrival.ts';
import type { Bearer, SessionHolder, Sessions } from '../../platform/http/sessions.ts';
import { hashOfToken } from '../../platform/secrets/tokens.ts';
import { callerOf } from './caller-of.ts';
import { recordSession } from './record-session.ts';
import { isConcernedBy, rightsFingerprint } from './rights-of.ts';
import { narrowed } from './selected.ts';

export interface SessionLimits {
  /** Idle time after which a session ends. A live connection counts as use. */
  idleMs: number;
  /** Maximum lifetime of a session, whatever its use. */
  absoluteMs: number;
  /** Roles that require the second login step. */
  twoFactorRoles: readonly Role[];
  /** Accounts for which this is false are treated as nonexistent. */
  mayLogIn(username: string): boolean;
}

export interface FoundSession {
  holder: SessionHolder;
  /** All policies that the user holds, whatever is selected. */
  record: HolderRecord;
  /** A role requires the second login step and the user has not set it up: until then they have no rights. */
  lacksTwoFactor: boolean;
}

export interface SessionKeeper extends Sessions {
  /** Resolves a token to its caller and the stored session. */
  find(token: string, arrival: Arrival): Promise<FoundSession | null>;
  /** Ends a session, where there is one. `arrival`: of the call that ends it. */
  end(token: string, arrival: Arrival): Promise<void>;
  /** Ends all sessions of a user except the one with this hash. Returns their number. */
  endAll(userId: number, except: string | null): Promise<number>;
  /** Ends one session of the user; false when the user has no such session. */
  endOne(userId: number, sessionId: number): Promise<boolean>;
}

/** Limits the writes of `lastSeenAt` and `lastUsedAt`: not one for every call. */
const touchEveryMs = 60_000;

export function createSessionKeeper(db: Database, clock: Clock, limits: SessionLimits): SessionKeeper {
  const endedListeners: ((tokenHash: string) => void)[] = [];
  const notifyEnded = (tokenHash: string) => {
    for (const listener of endedListeners) listener(tokenHash);
  };
  const findAll = async (bearers: readonly Bearer[]): Promise<(FoundSession | null)[]> => {
    if (bearers.length === 0) return [];
    const now = clock.now();
    const hashes = bearers.map(({ token }) => hashOfToken(token));
    const records = await findSessions(db, [...new Set(hashes)], { now, idleMs: limits.idleMs });
    const stale = [...records.values()].filter(({ lastSeenAt }) => Math.abs(now - lastSeenAt) > touchEveryMs);
    if (stale.length > 0)
      await touchSessions(
        db,
        stale.map(({ sessionId }) => sessionId),
        { now, absoluteMs: limits.absoluteMs },
      );
    return bearers.map(({ arrival }, at) => {
      const tokenHash = hashes[at] ?? '';
      const record = records.get(tokenHash);
      return record === undefined || !limits.mayLogIn(record.username)
        ? null
        : foundHolder(record, tokenHash, arrival, limits.twoFactorRoles);
    });
  };
  const find: SessionKeeper['find'] = async (token, arrival) => (await findAll([{ token, arrival }]))[0] ?? null;
  return {
    find,
    resolve: async (token, arrival) => (await find(token, arrival))?.holder ?? null,
    async resolveKey(key, arrival) {
      const now = clock.now();
      const keyHash = hashOfToken(key);
      const record = await findKey(db, keyHash, now);
      if (record === null || !limits.mayLogIn(record.username)) return null;
      const { keyId, lastUsedAt } = record;
      if (lastUsedAt === null || Math.abs(now - lastUsedAt) > touchEveryMs) await touchKey(db, keyId, now);
      return foundHolder(record, keyHash, arrival, limits.twoFactorRoles).holder;
    },
    resolveAll: async (bearers) => (await findAll(bearers)).map((found) => found?.holder ?? null),
    end: async (token, { address }) => {
      const tokenHash = hashOfToken(token);
      await db.transaction(async (tx) => {
        const ended = await endSession(tx, tokenHash);
        if (ended !== null) await recordSession(tx, 'session.ended', { ...ended, address }, clock.now());
      });
      notifyEnded(tokenHash);
    },
    endAll: async (userId, except) => {
      const ended = await endSessionsOf(db, userId, except);
      for (const tokenHash of ended) notifyEnded(tokenHash);
      return ended.length;
    },
    endOne: async (userId, sessionId) => {
      const ended = await endSessionOf(db, userId, sessionId);
      if (ended !== null) notifyEnded(ended);
      return ended !== null;
    },
    onEnded: (listener) => {
      endedListeners.push(listener);
    },
  };
}

function foundHolder(
  record: HolderRecord,
  tokenHash: string,
  arrival: Arrival,
  twoFactorRoles: readonly Role[],
): FoundSession {
  const lacksTwoFactor = isTwoFactorMissing(record, twoFactorRoles);
  const effective = narrowed(lacksTwoFactor ? { ...record, policies: [], given: [] } : record, arrival.roles);
  const holder: SessionHolder = {
    tokenHash,
    caller: callerOf(effective, arrival.address),
    rights: rightsFingerprint(effective),
    isConcernedBy: (custIds) => isConcernedBy(record, custIds),
  };
  return { holder, record, lacksTwoFactor };
}

/** Checked for all held roles: selecting others does not bypass it. */
const isTwoFactorMissing = ({ twoFactor, policies }: HolderRecord, roles: readonly Role[]): boolean =>
  !twoFactor && policies.some(({ role }) => roles.includes(role));
