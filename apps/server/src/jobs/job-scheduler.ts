import type { OpenDatabase } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { metrics } from '#platform/metrics.ts';
import type { Service } from '#platform/service.ts';
import type { Job, JobContext } from './job.ts';
import { createJobContext, type JobContextOptions } from './job-context.ts';
import { jobs as allJobs } from './job-list.ts';
import { createOwnQueue } from './own-queue.ts';
import { createSharedQueue } from './shared-queue.ts';

export interface JobSchedulerOptions extends Omit<JobContextOptions, 'db' | 'stopping'> {
  database: OpenDatabase;
  jobs?: readonly Job[];
  /** How often the shared queue is asked for runs that other processes have queued. */
  pollSeconds?: number;
}

/**
 * Runs the jobs through a queue. This process's timers decide when the next run is due, and not a wall clock, which can
 * be set.
 */
export function createJobScheduler(options: JobSchedulerOptions): Service {
  const { database, clock, log, jobs = allJobs, pollSeconds = 5 } = options;
  const { engine, backgroundDb: db } = database;
  const wanted = jobs.filter((job) => (job.engine ?? engine) === engine);
  const timers = new Map<Job, NodeJS.Timeout>();
  const stopping = new AbortController();
  const runs = engine === 'pglite' ? createOwnQueue(log) : createSharedQueue({ db, clock, log, pollSeconds });

  function queueIn(seconds: number, job: Job): void {
    clearTimeout(timers.get(job));
    if (stopping.signal.aborted) return;
    timers.set(
      job,
      setTimeout(() => void queue(job), seconds * 1000),
    );
  }

  /** Queues a run for now, and then the next one, whatever the outcome of this one. */
  async function queue(job: Job): Promise<void> {
    queueIn(job.everySeconds, job);
    try {
      await runs.send(job);
    } catch (error) {
      log.error({ err: error, job: job.name }, 'a job was not queued');
      queueIn(secondsToRetry(job), job);
    }
  }

  return {
    name: 'jobs',
    start: async () => {
      const context = createJobContext({ ...options, db, stopping: stopping.signal });
      await context.cautiousNow(); // counts from now on
      await runs.start(wanted, async (job) => {
        const done = await runJob(job, context, log);
        queueIn(done ? job.everySeconds : secondsToRetry(job), job);
      });
      // One that has run meanwhile, and failed, is retried sooner.
      for (const job of wanted) if (!timers.has(job)) queueIn(job.everySeconds, job);
    },
    stop: async () => {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await runs.stop();
    },
  };
}

/** Longest delay before a failed run is retried: an obstacle such as a backup goes away. */
const secondsToRetry = ({ everySeconds }: Job): number => Math.min(everySeconds, 300);

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
