import type { Job } from './job.ts';
import { type JobQueue, longestStopMs } from './job-queue.ts';

/** Of the first runs after a start. */
const firstRunMs = 1000;

/** A queue in memory, for the one process of the embedded database (decision 0061). */
export function createOwnQueue(): JobQueue {
  const waiting = new Set<Job>();
  const running = new Map<Job, Promise<void>>();
  let work: ((job: Job) => Promise<void>) | null = null;
  let first: NodeJS.Timeout | undefined;

  async function runAll(job: Job): Promise<void> {
    while (work !== null && waiting.delete(job)) await work(job);
    running.delete(job);
  }
  async function send(job: Job): Promise<void> {
    waiting.add(job);
    if (!running.has(job)) running.set(job, runAll(job));
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
      const late = new Promise((resolve) => {
        setTimeout(resolve, longestStopMs).unref();
      });
      await Promise.race([Promise.all(running.values()), late]);
    },
  };
}
