import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import { encodeCursor } from '#platform/cursor.ts';
import { epoch } from '#platform/epoch.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { listUnknownDevices } from './store.ts';

/** Pages for administrators of the whole installation. */
export function createAdministrationFeature({
  db,
}: Pick<FeatureDependencies, 'db'>): FeatureOf<'administration'> {
  return {
    group: 'administration',
    handlers: {
      async listUnknownDevices({ query }, caller) {
        // These records belong to no customer, so holding the policy for some customers is not enough.
        if (caller.scopeOf('ADMIN') !== 'all') throw new AppError('notAllowed');
        const { page, next } = await listUnknownDevices(db, query);
        return {
          unknownDevices: page.map(({ seen: _, ...row }) => ({
            ...row,
            firstSeen: epoch(row.firstSeen),
            lastSeen: epoch(row.lastSeen),
          })),
          nextCursor: next && encodeCursor(next),
        };
      },
    },
  };
}
