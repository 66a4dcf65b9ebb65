import type { api } from '@varde/contract/api';
import { askedScope } from '#domain/customers/asked-scope.ts';
import { findCustomer } from '#domain/customers/customers.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { monthlyCosts } from '#domain/notifications/message-costs.ts';
import { AppError } from '#platform/app-error.ts';
import type { Handlers } from '#platform/http/handlers.ts';

/** What SMS and calls for a customer and those below it came to. */
export const messageCostHandlers = ({
  db,
}: Pick<FeatureDependencies, 'db'>): Pick<Handlers<(typeof api)['customers']>, 'listMessageCosts'> => ({
  async listMessageCosts({ params: { custId }, query: { timeZone } }, caller) {
    const scope = caller.scopeOf('ADMIN');
    if ((await findCustomer(db, scope, custId)) === undefined) throw new AppError('notFound');
    return { costs: await monthlyCosts(db, await askedScope(db, scope, { custId }), timeZone) };
  },
});
