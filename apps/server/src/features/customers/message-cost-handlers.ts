import type { api } from '@varde/contract/api';
import { askedScope } from '#domain/customers/asked-scope.ts';
import { findCustomer } from '#domain/customers/customers.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { monthlyCosts } from '#domain/messages/message-costs.ts';
import { AppError } from '#platform/app-error.ts';
import type { Handlers } from '#platform/http/handlers.ts';

/** What SMS and calls for a customer and those below it came to. */
export const messageCostHandlers = ({
  db,
  backgroundDb,
  clock,
}: Pick<FeatureDependencies, 'db' | 'backgroundDb' | 'clock'>): Pick<
  Handlers<(typeof api)['customers']>,
  'listMessageCosts'
> => ({
  async listMessageCosts({ params: { custId }, query: { timeZone } }, caller) {
    const scope = caller.scopeOf('ADMIN');
    if ((await findCustomer(db, scope, custId)) === undefined) throw new AppError('notFound');
    const asked = await askedScope(db, scope, { custId });
    return { costs: await monthlyCosts(backgroundDb, asked, { now: clock.now(), timeZone }) };
  },
});
