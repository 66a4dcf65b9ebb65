import type { Job } from './job.ts';

/** Which jobs a process runs: those that belong to the process with the gateway, the others, or both. */
export type JobShare = 'atGateway' | 'others' | 'all';

export const jobsOfShare = (jobs: readonly Job[], share: JobShare): Job[] =>
  jobs.filter(({ atGateway = false }) => share === 'all' || atGateway === (share === 'atGateway'));
