import type { api } from '@varde/contract/api';
import { recordAudit } from '#domain/audit/audit.ts';
import { confirmByLink, numberOfLink } from '#domain/notifications/confirmed-numbers.ts';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database/database.ts';
import { reachAll } from '#platform/database/reach-all.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import type { EventSetupDependencies } from './device-lists.ts';

/** By the link of an SMS, who has a number confirms it (decision 0030). */
export function numberHandlers({
  db,
  clock,
}: Pick<EventSetupDependencies, 'db' | 'clock'>): Pick<
  Handlers<(typeof api)['eventSetup']>,
  'getNumberToConfirm' | 'confirmNumber'
> {
  return {
    getNumberToConfirm: ({ params: { token } }) =>
      db.transaction(async (tx) => {
        const { firmName, number } = await asked(tx, token);
        return { customerName: firmName, number: `… ${number.slice(-3)}` };
      }),

    confirmNumber: ({ params: { token } }, _caller, { request }) =>
      db.transaction(async (tx) => {
        const { custId } = await asked(tx, token);
        const at = new Date(clock.now());
        await confirmByLink(tx, token, at);
        // Without the number: the audit log is not erased with it.
        const by = { userId: null, address: request.arrival.address, context: null };
        const subject = { kind: 'customer' as const, id: custId };
        await recordAudit(tx, { action: 'eventSetup.numberConfirmed', at, by, custId, subject });
        return {};
      }),
  };
}

/** Throws `linkInvalid`. */
async function asked(tx: Database, token: string) {
  await reachAll(tx);
  const found = await numberOfLink(tx, token);
  if (found === undefined) throw new AppError('linkInvalid');
  return found;
}
