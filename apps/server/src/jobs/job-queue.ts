import type { Log } from '#platform/log/log.ts';
import type { Job } from './job.ts';

/** Of the first runs after a start, which has more urgent things to do; what tells of alarms is as urgent as anything. */
const firstRunMs = 1000;
/** Between runs of a job that is queued while it runs: in a storm of alarms it leaves room for others. */
const restMs = 100;
/** A run that takes longer is given up: the job runs again, and what hangs is left to itself. */
const longestRunMs = 900_000;
const longestStopMs = 10_000;

/** Runs of jobs that are due in this process. Different jobs run side by side, runs of one job one after the other. */
interface JobQueue {
  /** Runs these jobs a second from now, those that tell of alarms at once, and from now on what is sent; `run` never rejects. */
  start(jobs: readonly Job[], run: (job: Job) => Promise<void>): void;
  /** Queues a run for now, unless one waits already. */
  send(job: Job): void;
  /** Resolves when a run of the job is queued the next time. */
  sent(job: Job): Promise<void>;
  /** Takes no more, and waits for those that run: at most ten seconds. */
  stop(): Promise<void>;
}

export function createJobQueue(log: Pick<Log, 'error'>): JobQueue {
  const waiting = new Set<Job>();
  const running = new Map<Job, Promise<void>>();
  const awaited = new Map<Job, PromiseWithResolvers<void>>();
  let work: ((job: Job) => Promise<void>) | null = null;
  let first: NodeJS.Timeout | undefined;

  async function runAll(job: Job): Promise<void> {
    while (work !== null && waiting.delete(job)) {
      if (await isLate(work(job), longestRunMs)) log.error({ job: job.name }, 'a run of a job hangs');
      if (work !== null && waiting.has(job)) await new Promise((resolve) => setTimeout(resolve, restMs));
    }
    running.delete(job);
  }
  function send(job: Job): void {
    awaited.get(job)?.resolve();
    awaited.delete(job);
    waiting.add(job);
    if (work !== null && !running.has(job)) running.set(job, runAll(job));
  }
  return {
    start(jobs, run) {
      work = run;
      jobs.filter(({ tellsAlarms }) => tellsAlarms).forEach(send);
      first = setTimeout(() => jobs.filter(({ tellsAlarms }) => !tellsAlarms).forEach(send), firstRunMs);
    },
    send,
    sent(job) {
      const next = awaited.get(job) ?? Promise.withResolvers<void>();
      awaited.set(job, next);
      return next.promise;
    },
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
