import { followPushedAlarms } from '#domain/alarms/follow-pushed-alarms.ts';
import type { Job } from './job.ts';

/** Queues what takes the place of push messages about alarms that somebody has taken by now, or that are over. */
export const followedPushes: Job = {
  name: 'followed-pushes',
  everySeconds: 2,
  run: async ({ push, db, clock }) => {
    if (push !== null) await followPushedAlarms(db, new Date(clock.now()));
  },
};
