import { isDeepStrictEqual } from 'node:util';
import type { api } from '@varde/contract/api';
import { recordAudit } from '#domain/audit/audit.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { lockTree, updateDetails } from '#domain/customers/customers.ts';
import { customersServedBy } from '#domain/devices/alarm-centre.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import { reachAll } from '#platform/database/reach-all.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { mayEdit } from './policy.ts';
import { requireCustomer, showCustomer } from './show-customer.ts';

type SaveAlarmCentre = Handlers<(typeof api)['customers']>['saveAlarmCentre'];

/** What an alarm centre says about itself; other customers say nothing of the kind. */
export const saveAlarmCentre =
  ({ db, bus, clock }: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>): SaveAlarmCentre =>
  async ({ params: { custId }, body }, caller) => {
    await commitAndPublish({ db, bus }, async (tx, changes) => {
      await lockTree(tx);
      const { customer } = await requireCustomer(tx, caller, custId);
      const { kind, takesAlarms, answerSeconds, orderUrl } = customer;
      const before = { takesAlarms, answerSeconds, orderUrl };
      if (!mayEdit(caller, customer)) throw new AppError('notAllowed');
      if (isDeepStrictEqual(before, body)) return;
      if (kind !== 'partner')
        throw new AppError('validationFailed', [{ path: 'custId', message: 'is no alarm centre' }]);
      await updateDetails(tx, custId, body);
      await recordAudit(tx, {
        ...{ action: 'customer.changed', at: new Date(clock.now()), by: caller, custId },
        ...{ subject: { kind: 'customer', id: custId }, before, after: body },
      });
      await reachAll(tx);
      // Whether an alarm reaches anybody depends on it.
      changes.publish({ type: 'notificationLists', custIds: await customersServedBy(tx, custId) });
    });
    return showCustomer(db, caller, custId);
  };
