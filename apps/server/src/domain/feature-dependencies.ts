import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import type { LookRecorder } from './audit/look-recorder.ts';

/** What a feature's factory gets: `createDevicesFeature(dependencies)`. Take the fields that you use. */
export interface FeatureDependencies {
  db: Database;
  /** For what may wait for calls: exports. */
  backgroundDb: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  /** Writes down looks that must not wait for it. */
  looks: LookRecorder;
}
