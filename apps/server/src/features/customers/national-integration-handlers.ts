import type { Policy } from '@varde/catalogue/permissions';
import type { api } from '@varde/contract/api';
import { recordAudit } from '#domain/audit/audit.ts';
import { findCustomer, lockTree, saveNationalUuid } from '#domain/customers/customers.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { unlessTaken } from '#platform/database/unless-taken.ts';
import type { Handlers } from '#platform/http/handlers.ts';

export type NationalIntegrationCall = 'getNationalIntegration' | 'saveNationalIntegration';

const policy: Policy = 'EDIT_NATIONAL_INTEGRATION_UUID';

/** The number of a customer in the national integration (specification 1, section 6). */
export function nationalIntegrationHandlers({
  db,
  clock,
}: Pick<FeatureDependencies, 'db' | 'clock'>): Pick<Handlers<(typeof api)['customers']>, NationalIntegrationCall> {
  const present = async (tx: Database, caller: Caller, custId: number) => {
    const found = await findCustomer(tx, caller.scopeOf(policy), custId);
    if (found === undefined) throw new AppError('notFound');
    return { nationalUuid: found.customer.nationalUuid, mayEdit: caller.acting.may(policy, custId) };
  };
  return {
    getNationalIntegration: ({ params: { custId } }, caller) => present(db, caller, custId),

    saveNationalIntegration: ({ params: { custId }, body: { nationalUuid } }, caller) =>
      db.transaction(async (tx) => {
        await lockTree(tx);
        const before = await present(tx, caller, custId);
        if (before.nationalUuid === nationalUuid) return before;
        if (
          !(await unlessTaken(tx, 'customers_national_uuid', (inner) => saveNationalUuid(inner, custId, nationalUuid)))
        )
          throw new AppError('nationalUuidTaken', [{ path: 'nationalUuid', message: 'is taken' }]);
        await recordAudit(tx, {
          ...{ action: 'customer.changed', at: new Date(clock.now()), by: caller, custId },
          subject: { kind: 'customer', id: custId },
          ...{ before: { nationalUuid: before.nationalUuid }, after: { nationalUuid } },
        });
        return present(tx, caller, custId);
      }),
  };
}
