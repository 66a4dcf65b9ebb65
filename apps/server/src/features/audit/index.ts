import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { type AuditOptions, auditHandlers } from './handlers.ts';

/** Reading the audit log. It is written by `recordAudit`, wherever something is done. */
export function createAuditFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'clock'> & AuditOptions,
): FeatureOf<'audit'> {
  return { group: 'audit', handlers: auditHandlers(dependencies) };
}
