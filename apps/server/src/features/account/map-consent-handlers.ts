import type { api } from '@varde/contract/api';
import { addConsent, consentsOfUser } from '#domain/accounts/consents.ts';
import { homeOf } from '#domain/accounts/home-of.ts';
import { confirmPositions } from '#domain/accounts/sessions.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { recordOwn } from './record-own.ts';

/**
 * Positions are personal data: a user confirms a notice before they see some (specification 2, section 1). What is
 * closed until then: `showPositions`.
 */
export function mapConsentHandlers({
  db,
  bus,
  clock,
}: AccountDependencies): Pick<Handlers<(typeof api)['account']>, 'getMapConsent' | 'saveMapConsent'> {
  return {
    getMapConsent: async (_input, { userId }) => ({ given: await isGiven(db, userId) }),

    async saveMapConsent({ body: { kept } }, caller, { request }) {
      const { userId } = caller;
      const at = new Date(clock.now());
      return commitAndPublish({ db, bus }, async (tx, changes) => {
        const given = await isGiven(tx, userId);
        if (given || (!kept && caller.seesPositions)) return { given };
        if (kept) {
          const said = { kind: 'positions', state: 'given', saidAt: at, recordedAt: at, recordedBy: userId } as const;
          await addConsent(tx, { userId, custId: await homeOf(tx, userId), ...said });
        } else await confirmPositions(tx, request.sessionHolder?.tokenHash ?? '', at);
        await recordOwn(tx, caller, 'consent.given', at.getTime(), { after: { kind: 'positions' } });
        changes.publish({ type: 'rights', userId, custIds: [] });
        return { given: kept };
      });
    },
  };
}

/** The latest word counts: one that was withdrawn is asked for again. */
async function isGiven(db: Database, userId: number): Promise<boolean> {
  const latest = (await consentsOfUser(db, userId)).find(({ kind }) => kind === 'positions');
  return latest?.state === 'given';
}
