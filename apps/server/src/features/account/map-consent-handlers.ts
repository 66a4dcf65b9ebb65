import type { api } from '@varde/contract/api';
import { addConsent, consentsOfUser } from '#domain/accounts/consents.ts';
import { homeOf } from '#domain/accounts/home-of.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { recordOwn } from './record-own.ts';

/** Positions are personal data: a user confirms a notice before they see some (specification 2, section 1). */
export function mapConsentHandlers({
  db,
  clock,
}: AccountDependencies): Pick<Handlers<(typeof api)['account']>, 'getMapConsent' | 'saveMapConsent'> {
  return {
    getMapConsent: async (_input, { userId }) => ({ given: await isGiven(db, userId) }),

    async saveMapConsent(_input, caller) {
      const { userId } = caller;
      await db.transaction(async (tx) => {
        if (await isGiven(tx, userId)) return;
        const at = new Date(clock.now());
        const said = { kind: 'positions', state: 'given', saidAt: at, recordedAt: at, recordedBy: userId } as const;
        await addConsent(tx, { userId, custId: await homeOf(tx, userId), ...said });
        await recordOwn(tx, caller, 'consent.given', clock.now(), { after: { kind: 'positions' } });
      });
      return { given: true };
    },
  };
}

/** The latest word counts: one that was withdrawn is asked for again. */
async function isGiven(db: Database, userId: number): Promise<boolean> {
  const latest = (await consentsOfUser(db, userId)).find(({ kind }) => kind === 'positions');
  return latest?.state === 'given';
}
