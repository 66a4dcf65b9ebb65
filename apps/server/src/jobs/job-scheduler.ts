import { sql } from 'drizzle-orm';
import {
  type ConstructorOptions,
  type DrizzleTransactionLike,
  fromDrizzle,
  fromPglite,
  PgBoss,
} from 'pg-boss';
import type { OpenDatabase } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { metrics } from '#platform/metrics.ts';
import type { Service } from '#platform/service.ts';
import type { Job, JobContext } from './job.ts';
import { createJobContext, type JobContextOptions } from './job-context.ts';
import { jobs as allJobs } from './job-list.ts';

export interface JobSchedulerOptions extends Omit<JobContextOptions, 'db'> {
  database: OpenDatabase;
  jobs?: readonly Job[];
  /** How often a job that is due is looked for. */
  pollSeconds?: number;
}

/**
 * Runs the jobs by turns, each in one process at a time however many there are. Every run queues the next one, at
 * most one of which exists, so a job goes on where it was when the server comes back.
 */
export function createJobScheduler(options: JobSchedulerOptions): Service {
  const { database, log, jobs = allJobs, pollSeconds = 5 } = options;
  const wanted = jobs.filter(({ engine = database.engine }) => engine === database.engine);
  const boss = new PgBoss(connectionOf(options));
  boss.on('error', (error) => log.error({ err: error }, 'the job queue reports an error'));

  return {
    name: 'jobs',
    start: async () => {
      const context = createJobContext({ ...options, db: database.db });
      await context.cautiousNow(); // counts from now on
      await boss.start();
      for (const job of wanted) {
        await boss.createQueue(job.name, { policy: 'short', ...queueOptions });
        await boss.work(job.name, { pollingIntervalSeconds: pollSeconds }, async () => {
          const done = await runJob(job, context, log);
          const { everySeconds } = job;
          const startAfter = done ? everySeconds : Math.min(everySeconds, retrySeconds);
          // Failing here fails the job, which is then tried again: the chain does not break.
          await boss.send(job.name, null, { startAfter });
        });
        await boss.send(job.name);
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

/** A run that failed comes again at the latest then: what is in the way, a backup for instance, goes away. */
const retrySeconds = 300;

/** A run that dies with its process is tried again; finished ones are not kept for long. */
const queueOptions = { expireInSeconds: 900, retryLimit: 1000, retryDelay: 30, deleteAfterSeconds: 3600 };

function connectionOf({ database }: JobSchedulerOptions): ConstructorOptions {
  const { pglite, db } = database;
  if (pglite !== null) return { db: fromPglite(pglite), backend: 'pglite', ...quiet };
  // Its statements come one by one or as a whole with their own BEGIN and COMMIT, so any connection of the pool does.
  return { db: fromDrizzle(db as DrizzleTransactionLike, sql), ...quiet };
}

/** No cron of its own: jobs queue themselves. */
const quiet = { schedule: false } as const;

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
