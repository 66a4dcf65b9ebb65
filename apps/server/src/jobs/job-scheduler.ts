import { sql } from 'drizzle-orm';
import {
  type ConstructorOptions,
  type DrizzleTransactionLike,
  fromDrizzle,
  fromPglite,
  PgBoss,
} from 'pg-boss';
import type { Clock } from '#platform/clock.ts';
import type { OpenDatabase } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { metrics } from '#platform/metrics.ts';
import type { Service } from '#platform/service.ts';
import type { Job, JobContext } from './job.ts';
import { createJobContext, type JobContextOptions } from './job-context.ts';
import { jobs as allJobs } from './job-list.ts';

export interface JobSchedulerOptions extends Omit<JobContextOptions, 'db' | 'stopping'> {
  database: OpenDatabase;
  jobs?: readonly Job[];
  /** How often the queue is asked for runs that other processes have queued. */
  pollSeconds?: number;
}

/**
 * Runs the jobs through a queue in the database that several processes can share: a waiting run is queued once, and one
 * process takes it. This process's timers decide when the next run is due, not the queue, whose times are those of a
 * wall clock that can be set.
 */
export function createJobScheduler(options: JobSchedulerOptions): Service {
  const { database, clock, log, jobs = allJobs, pollSeconds = 5 } = options;
  const wanted = jobs.filter(({ engine = database.engine }) => engine === database.engine);
  const timers = new Map<Job, NodeJS.Timeout>();
  const workers = new Map<Job, string>();
  const stopping = new AbortController();
  const boss = new PgBoss(connectionOf(database, clock));
  boss.on('error', (error) => log.error({ err: error }, 'the job queue reports an error'));

  function queueIn(seconds: number, job: Job): void {
    clearTimeout(timers.get(job));
    if (stopping.signal.aborted) return;
    timers.set(
      job,
      setTimeout(() => void queue(job), seconds * 1000),
    );
  }

  /** Queues a run for now, and then the next one, whatever the outcome of this one. It does not wait to be asked for. */
  async function queue(job: Job): Promise<void> {
    queueIn(job.everySeconds, job);
    try {
      await boss.send(job.name, null, runOptions);
      const worker = workers.get(job);
      if (worker !== undefined) boss.notifyWorker(worker);
    } catch (error) {
      log.error({ err: error, job: job.name }, 'a job was not queued');
      queueIn(secondsToRetry(job), job);
    }
  }

  return {
    name: 'jobs',
    start: async () => {
      const context = createJobContext({
        ...options,
        db: database.backgroundDb,
        stopping: stopping.signal,
      });
      await context.cautiousNow(); // counts from now on
      await boss.start();
      for (const job of wanted) {
        await boss.createQueue(job.name, { policy: 'short' });
        const worker = await boss.work(job.name, { pollingIntervalSeconds: pollSeconds }, async () => {
          const done = await runJob(job, context, log);
          queueIn(done ? job.everySeconds : secondsToRetry(job), job);
        });
        await queue(job); // the first run may wait: a start has more urgent things to do
        workers.set(job, worker);
      }
    },
    stop: async () => {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/** Longest delay before a failed run is retried: an obstacle such as a backup goes away. */
const secondsToRetry = ({ everySeconds }: Job): number => Math.min(everySeconds, 300);

/**
 * A queued run may begin at once, by any clock. A run that dies with its process is not retried, since the next one
 * comes; finished ones are not kept for long.
 */
const runOptions = {
  startAfter: new Date(Date.UTC(2020, 0, 1)),
  retentionSeconds: 60 * 365 * 86_400, // from then on
  expireInSeconds: 900,
  retryLimit: 0,
  deleteAfterSeconds: 3600,
};

function connectionOf(
  { jobQueue, backgroundDb }: OpenDatabase,
  { now, monotonic }: Clock,
): ConstructorOptions {
  const ownTime = { schedule: false, clock: evenClock(now() - monotonic(), monotonic) };
  if (jobQueue !== null) return { db: fromPglite(jobQueue), backend: 'pglite', ...ownTime };
  // Its statements come one by one, or as a whole with their own BEGIN and COMMIT, so any connection of the pool will
  // do.
  return { db: fromDrizzle(backgroundDb as DrizzleTransactionLike, sql), ...ownTime };
}

/** The queue subtracts times to know how long to sleep. No cron of its own: jobs are queued by the timers above. */
const evenClock = (start: number, monotonic: () => number): NonNullable<ConstructorOptions['clock']> => ({
  now: () => start + monotonic(),
  setTimeout: (act, ms) => setTimeout(act, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (act, ms) => setInterval(act, ms),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
});

/** Whether a run succeeded; one that fails is logged and counted. */
async function runJob(job: Job, context: JobContext, log: Log): Promise<boolean> {
  const endTimer = metrics.jobSeconds.startTimer({ job: job.name });
  try {
    await job.run(context);
    endTimer({ outcome: 'done' });
    return true;
  } catch (error) {
    endTimer({ outcome: 'failed' });
    log.error({ err: error, job: job.name }, 'a job failed');
    return false;
  }
}
