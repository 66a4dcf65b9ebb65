import { sql } from 'drizzle-orm';
import { type ConstructorOptions, type DrizzleTransactionLike, fromDrizzle, PgBoss } from 'pg-boss';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import type { Job } from './job.ts';
import { type JobQueue, longestRunMs, longestStopMs } from './job-queue.ts';

interface SharedQueueOptions {
  db: Database;
  clock: Clock;
  log: Log;
  /** How often the queue is asked for runs that other processes have queued. */
  pollSeconds: number;
}

/**
 * A queue in PostgreSQL that several processes share: a waiting run is queued once, and one process takes it. Its
 * times are those of a wall clock that can be set, so it decides nothing about when a run is due.
 */
export function createSharedQueue({ db, clock, log, pollSeconds }: SharedQueueOptions): JobQueue {
  const workers = new Map<Job, string>();
  const boss = new PgBoss({
    // Its statements come one by one, or as a whole with their own BEGIN and COMMIT, so any connection of the pool will
    // do.
    db: fromDrizzle(db as DrizzleTransactionLike, sql),
    schedule: false, // no cron of its own
    clock: evenClock(clock),
  });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue reports an error'));
  return {
    async start(jobs, run) {
      await boss.start();
      for (const job of jobs) {
        await boss.createQueue(job.name, { policy: 'short' });
        const polling = { pollingIntervalSeconds: pollSeconds };
        const worker = await boss.work(job.name, polling, () => run(job));
        await boss.send(job.name, null, runOptions);
        workers.set(job, worker);
      }
    },
    /** It does not wait to be asked for. */
    async send(job) {
      await boss.send(job.name, null, runOptions);
      const worker = workers.get(job);
      if (worker !== undefined) boss.notifyWorker(worker);
    },
    stop: () => boss.stop({ graceful: true, timeout: longestStopMs }),
  };
}

/**
 * A queued run may begin at once, by any clock. A run that dies with its process is not retried, since the next one
 * comes; finished ones are not kept for long.
 */
const runOptions = {
  startAfter: new Date(Date.UTC(2020, 0, 1)),
  retentionSeconds: 60 * 365 * 86_400, // from then on
  expireInSeconds: longestRunMs / 1000,
  retryLimit: 0,
  deleteAfterSeconds: 3600,
};

/** The queue subtracts times to know how long to sleep. */
function evenClock({ now, monotonic }: Clock): NonNullable<ConstructorOptions['clock']> {
  const start = now() - monotonic();
  return {
    now: () => start + monotonic(),
    setTimeout: (act, ms) => setTimeout(act, ms),
    clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
    setInterval: (act, ms) => setInterval(act, ms),
    clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
  };
}
