import type { Log } from '#platform/log.ts';
import type { Job } from './job.ts';
import { type JobQueue, longestRunMs, longestStopMs } from './job-queue.ts';

/** Of the first runs after a start. */
const firstRunMs = 1000;

/** A queue in memory, for the one process of the embedded database (decision 0003). */
export function createOwnQueue(log: Pick<Log, 'error'>): JobQueue {
  const waiting = new Set<Job>();
  const running = new Map<Job, Promise<void>>();
  let work: ((job: Job) => Promise<void>) | null = null;
  let first: NodeJS.Timeout | undefined;

  async function runAll(job: Job): Promise<void> {
    while (work !== null && waiting.delete(job))
      if (await isLate(work(job), longestRunMs)) log.error({ job: job.name }, 'a run of a job hangs');
    running.delete(job);
  }
  async function send(job: Job): Promise<void> {
    waiting.add(job);
    if (work !== null && !running.has(job)) running.set(job, runAll(job));
  }
  return {
    async start(jobs, run) {
      work = run;
      first = setTimeout(() => jobs.map(send), firstRunMs);
    },
    send,
    async stop() {
      work = null;
      clearTimeout(first);
      await isLate(Promise.all(running.values()), longestStopMs);
    },
  };
}

/** Waits for the work, no longer than this. */
async function isLate(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<true>((resolve) => {
    timer = setTimeout(() => resolve(true), ms).unref();
  });
  const result = await Promise.race([work.then(() => false), late]);
  clearTimeout(timer);
  return result;
}
