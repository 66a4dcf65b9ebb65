import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { transactionHandlers } from './handlers.ts';
import { transactionsTopic } from './transactions-topic.ts';

/** The log of what devices sent, were sent, and what people did to them. */
export function createTransactionsFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'clock'>,
): FeatureOf<'transactions'> {
  return {
    group: 'transactions',
    handlers: transactionHandlers(dependencies),
    topics: [transactionsTopic(dependencies)],
  };
}
