import type { api } from '@varde/contract/api';
import { recordAudit } from '#domain/audit/audit.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { findPositionRetention, positionDeletionsOf, setPositionRetention } from '#domain/life/position-retention.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';

export type PositionRetentionCall = 'getPositionRetention' | 'savePositionRetention';

/** Days with deletions that are shown. */
const reported = 100;

/** How long positions of a customer's time are kept, and what was deleted. */
export function positionRetentionHandlers({
  db,
  clock,
}: Pick<FeatureDependencies, 'db' | 'clock'>): Pick<Handlers<(typeof api)['customers']>, PositionRetentionCall> {
  const present = async (tx: Database, caller: Caller, custId: number) => {
    const scope = caller.scopeOf('RETENTION');
    const found = await findPositionRetention(tx, scope, custId);
    if (found === undefined) throw new AppError('notFound');
    const deletions = await positionDeletionsOf(tx, scope, custId, reported);
    return {
      ...found,
      changeable: caller.acting.may('RETENTION', custId),
      deletions: deletions.map(({ before, ...rest }) => ({ ...rest, before: before.getTime() })),
    };
  };
  return {
    getPositionRetention: ({ params: { custId } }, caller) => present(db, caller, custId),

    savePositionRetention: ({ params: { custId }, body: { days } }, caller) =>
      db.transaction(async (tx) => {
        const { own, changeable } = await present(tx, caller, custId);
        if (!changeable) throw new AppError('notAllowed');
        if (own !== days) {
          await setPositionRetention(tx, custId, days);
          await recordAudit(tx, {
            ...{ action: 'positions.retention', at: new Date(clock.now()), by: caller, custId },
            subject: { kind: 'customer', id: custId },
            ...{ before: { days: own }, after: { days } },
          });
        }
        return present(tx, caller, custId);
      }),
  };
}
