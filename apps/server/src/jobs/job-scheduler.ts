import type { Database, OpenDatabase } from '#platform/database/database.ts';
import type { StopListening } from '#platform/database/listening.ts';
import type { Log } from '#platform/log/log.ts';
import { metrics } from '#platform/log/metrics.ts';
import type { Service } from '#platform/service.ts';
import type { Job, JobContext } from './job.ts';
import { createJobContext, type JobContextOptions } from './job-context.ts';
import { jobs as allJobs } from './job-list.ts';
import { createJobQueue } from './job-queue.ts';

export interface JobSchedulerOptions extends Omit<JobContextOptions, 'db' | 'stopping'> {
  database: OpenDatabase;
  jobs?: readonly Job[];
  /** Done once, before the first run. */
  begin?: (db: Database, now: number) => Promise<void>;
}

/**
 * Runs the jobs of this process: when a commit has made work for them (decision 0041), and by timers, since a wall clock
 * can be set and a wake be missed.
 */
export function createJobScheduler(options: JobSchedulerOptions): Service {
  const { database, clock, log, jobs = allJobs, begin } = options;
  const { engine, tellingDb, backgroundDb } = database;
  const wanted = jobs.filter((job) => (job.engine ?? engine) === engine);
  const timers = new Map<Job, NodeJS.Timeout>();
  const stopping = new AbortController();
  const queue = createJobQueue(log);
  let stopListening: StopListening | undefined;

  function queueIn(seconds: number, job: Job): void {
    clearTimeout(timers.get(job));
    if (stopping.signal.aborted) return;
    const queueNow = () => {
      queueIn(job.everySeconds, job);
      queue.send(job);
    };
    timers.set(job, setTimeout(queueNow, seconds * 1000));
  }

  /** `work`: what a commit has made; without it, anything. */
  function wake(work?: string): void {
    for (const job of wanted) if (job.wokenBy?.some((each) => work === undefined || each === work)) queue.send(job);
  }

  return {
    name: 'jobs',
    start: async () => {
      const context = createJobContext({ ...options, db: backgroundDb, stopping: stopping.signal });
      await context.cautiousNow(); // counts from now on
      stopListening = await database.listen({
        channel: 'varde_work',
        onNotification: wake,
        onMissed: wake,
        onFailed: (error) => log.error({ err: error }, 'jobs hear of no new work, and look for it by timers'),
      });
      await begin?.(tellingDb, clock.now());
      queue.start(wanted, async (job) => {
        const db = job.tellsAlarms ? tellingDb : backgroundDb;
        const done = await runJob(job, { ...context, db, woken: () => queue.sent(job) }, log);
        queueIn(done ? job.everySeconds : secondsToRetry(job), job);
      });
      for (const job of wanted) queueIn(job.everySeconds, job);
    },
    stop: async () => {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await stopListening?.();
      await queue.stop();
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
