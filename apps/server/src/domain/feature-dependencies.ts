import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { ExportRoom } from '#platform/limits/export-room.ts';
import type { Log } from '#platform/log/log.ts';
import type { LookRecorder } from './audit/look-recorder.ts';
import type { WorkingChannels } from './notifications/working-channels.ts';

/**
 * Dependencies that a feature's factory receives: `createDevicesFeature(dependencies)`. Pick the fields that it uses.
 */
export interface FeatureDependencies {
  db: Database;
  /** For work that yields to calls, such as exports. */
  backgroundDb: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  /** Limits exports, of all features together. */
  exports: ExportRoom;
  /** Records looks asynchronously. */
  looks: LookRecorder;
  /** How alarms can be told. */
  working: WorkingChannels;
}
