import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { transactionExportHandlers } from './export-handlers.ts';
import { transactionHandlers } from './handlers.ts';
import { transactionsTopic } from './transactions-topic.ts';

/** The transaction log: messages from and to devices, and actions of people on them. */
export function createTransactionsFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'backgroundDb' | 'clock' | 'exports'>,
): FeatureOf<'transactions'> {
  return {
    group: 'transactions',
    handlers: { ...transactionHandlers(dependencies), ...transactionExportHandlers(dependencies) },
    topics: [transactionsTopic(dependencies)],
  };
}
