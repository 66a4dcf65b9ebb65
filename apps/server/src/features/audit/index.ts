import type { FeatureDependencies, FeatureOf } from '#platform/feature.ts';
import { auditHandlers } from './handlers.ts';

export interface AuditOptions {
  /** How long entries are kept where no customer says otherwise. */
  auditDays: number;
}

/** Reading the audit log. It is written by `recordAudit`, wherever something is done. */
export function createAuditFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'clock'> & AuditOptions,
): FeatureOf<'audit'> {
  return { group: 'audit', handlers: auditHandlers(dependencies) };
}
