import { alarmPathStoppedMs } from '@varde/catalogue/alarm-path';
import { recordMissingCheck } from '#domain/alarm-path/checks.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Job } from './job.ts';

/**
 * Tells administrators when no test alarm begins any more (decision 0037): its job fails before the press, or the process
 * with the gateway is gone while this one runs. `clock`: since when this process runs, for the first check may still be on
 * its way after a start.
 */
export function createAlarmPathWatch(clock: Pick<Clock, 'monotonic'>): Job {
  const began = clock.monotonic();
  return {
    name: 'alarm-path-watch',
    everySeconds: 60,
    async run({ db, clock: { now } }) {
      if (clock.monotonic() - began < alarmPathStoppedMs) return;
      await db.transaction((tx) => recordMissingCheck(tx, new Date(now())));
    },
  };
}
