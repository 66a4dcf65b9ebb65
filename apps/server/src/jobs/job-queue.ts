import type { Job } from './job.ts';

/** Runs of jobs that are due. Different jobs run side by side, runs of one job one after the other. */
export interface JobQueue {
  /** Takes runs of these jobs from now on; `run` never rejects. The first of each may wait: a start has more urgent things to do. */
  start(jobs: readonly Job[], run: (job: Job) => Promise<void>): Promise<void>;
  /** Queues a run for now, unless one waits already. */
  send(job: Job): Promise<void>;
  /** Takes no more, and waits for those that run: at most `longestStopMs`. */
  stop(): Promise<void>;
}

/** A run that takes longer is given up: the job runs again, and what hangs is left to itself. */
export const longestRunMs = 900_000;
export const longestStopMs = 10_000;
