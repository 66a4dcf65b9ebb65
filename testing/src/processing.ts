import type { Downlink, LiveEvent } from '@varde/contract/events';
import { carries } from '@varde/protocols/index';
import { type Bus, type BusReceiver, createInProcessBus } from '@varde/server/platform/bus/bus';
import type { Database } from '@varde/server/platform/database/database';
import { createLog, type Log } from '@varde/server/platform/log/log';
import { metrics } from '@varde/server/platform/log/metrics';
import type { Service } from '@varde/server/platform/service';
import { createRunner, type RunnerOptions } from '@varde/server/processing/runner';
import { createManualClock, type ManualClock } from './manual-clock.ts';

export interface TestProcessing {
  bus: Bus & BusReceiver;
  clock: ManualClock;
  runner: Service;
  log: Log;
  /** Everything published since, oldest first. */
  events: LiveEvent[];
  downlinks: Downlink[];
}

/** How many uplinks have met another transaction so far, which held their device. */
export const postponedUplinks = async (): Promise<number> =>
  (await metrics.uplinksPostponed.get()).values.reduce((sum, { value }) => sum + value, 0);

/** Processing as the product runs it, on this database, with its output recorded. */
export async function startProcessing(
  db: Database,
  options: Partial<Pick<RunnerOptions, 'maxBatch' | 'maxQueue' | 'carries'>> = {},
): Promise<TestProcessing> {
  const bus = createInProcessBus();
  const clock = createManualClock();
  const events: LiveEvent[] = [];
  const downlinks: Downlink[] = [];
  bus.onEvents((published) => events.push(...published));
  bus.onDownlink((downlink) => downlinks.push(downlink));
  const log = createLog({ level: 'silent' });
  const runner = createRunner({ db, bus, clock, log, carries, ...options });
  await runner.start();
  return { bus, clock, runner, log, events, downlinks };
}
