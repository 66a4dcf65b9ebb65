import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { type AuditOptions, auditHandlers } from './handlers.ts';

/** Reads the audit log. `recordAudit` writes it. */
export function createAuditFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'clock'> & AuditOptions,
): FeatureOf<'audit'> {
  return { group: 'audit', handlers: auditHandlers(dependencies) };
}
