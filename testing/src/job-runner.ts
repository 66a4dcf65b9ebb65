import type { Job } from '@varde/server/jobs/job';
import { createJobContext } from '@varde/server/jobs/job-context';
import type { Clock } from '@varde/server/platform/clock/clock';
import { createLog } from '@varde/server/platform/log/log';
import type { TestServer } from './test-server.ts';

/** Runs jobs as the scheduler of one process would. Without a mail server, so that mails stay in the outbox. */
export function createJobRunner({ db, bus }: Pick<TestServer, 'db' | 'bus'>, clock: Clock) {
  const context = createJobContext({ db, bus, clock, log: createLog({ level: 'silent' }) });
  return async (...jobs: readonly Job[]): Promise<void> => {
    for (const job of jobs) await job.run(context);
  };
}
