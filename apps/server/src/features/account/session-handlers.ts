import type { api } from '@varde/contract/api';
import { listSessions } from '#domain/accounts/own-account.ts';
import { AppError } from '#platform/app-error.ts';
import { epoch } from '#platform/clock/epoch.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { recordOwn } from './record-own.ts';

export function sessionHandlers({
  db,
  clock,
  sessions,
  sessionIdleMs,
}: AccountDependencies): Pick<Handlers<(typeof api)['account']>, 'listSessions' | 'endSession' | 'endOtherSessions'> {
  return {
    async listSessions(_input, { userId }, { request }) {
      const rows = await listSessions(db, userId, clock.now(), sessionIdleMs);
      return {
        sessions: rows.map(({ tokenHash, createdAt, lastSeenAt, ...row }) => ({
          ...row,
          current: tokenHash === request.sessionHolder?.tokenHash,
          createdAt: epoch(createdAt),
          lastSeenAt: epoch(lastSeenAt),
        })),
      };
    },

    async endSession({ params: { sessionId } }, caller) {
      if (!(await sessions.endOne(caller.userId, sessionId))) throw new AppError('notFound');
      await recordOwn(db, caller, 'session.ended', clock.now(), { after: { ended: 1 } });
      return {};
    },

    async endOtherSessions(_input, caller, { request }) {
      const ended = await sessions.endAll(caller.userId, request.sessionHolder?.tokenHash ?? null);
      if (ended > 0) await recordOwn(db, caller, 'session.ended', clock.now(), { after: { ended } });
      return { ended };
    },
  };
}
