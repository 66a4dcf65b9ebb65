import { alarmPathState, type CheckRecord, latestChecks } from '#domain/alarm-path/checks.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import { epoch } from '#platform/clock/epoch.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { listLostSessions, listMalformed, listUnknownDevices } from './store.ts';

/** Two hours of test alarms. */
const checksShown = 24;
/** For so long it is said that a broker has lost Varde's session. */
const lostSessionShownMs = 24 * 3_600_000;

/** These records belong to no customer, so holding the policy for some customers is not enough. */
function requireOperator(caller: Caller): void {
  if (caller.scopeOf('ADMIN') !== 'all') throw new AppError('notAllowed');
}

const presentCheck = ({ at, passed, acknowledgedMs, liveMs, toldMs }: CheckRecord) => ({
  at: epoch(at),
  passed,
  stages: { acknowledged: acknowledgedMs, live: liveMs, told: toldMs },
});

/** Pages for administrators of the whole installation. */
export function createAdministrationFeature({
  db,
  clock,
}: Pick<FeatureDependencies, 'db' | 'clock'>): FeatureOf<'administration'> {
  return {
    group: 'administration',
    handlers: {
      async listUnknownDevices({ query }, caller) {
        requireOperator(caller);
        const { page, nextCursor } = await listUnknownDevices(db, query);
        return {
          unknownDevices: page.map(({ seen: _, ...row }) => ({
            ...row,
            firstSeen: epoch(row.firstSeen),
            lastSeen: epoch(row.lastSeen),
          })),
          nextCursor,
        };
      },
      async listMalformedMessages({ query }, caller) {
        requireOperator(caller);
        const { page, nextCursor } = await listMalformed(db, query);
        return {
          malformedMessages: page.map(({ first, last, ...row }) => ({
            ...row,
            firstSeen: Math.floor(first / 1000),
            lastSeen: Math.floor(last / 1000),
          })),
          nextCursor,
        };
      },
      async getAlarmPath(_request, caller) {
        requireOperator(caller);
        const { isStopped, lastPassedAt } = await alarmPathState(db, clock.now());
        const checks = await latestChecks(db, checksShown);
        const lost = await listLostSessions(db, new Date(clock.now() - lostSessionShownMs));
        const lostSessions = lost.map(({ broker, at }) => ({ broker, at: epoch(at) }));
        return { isStopped, lastPassedAt, lostSessions, checks: checks.map(presentCheck) };
      },
    },
  };
}
