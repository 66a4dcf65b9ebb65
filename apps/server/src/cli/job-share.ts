import { type Config, serverRoles } from '../config.ts';
import type { JobShare } from '../jobs/jobs-of-share.ts';
import { UserError } from './user-error.ts';

const allRoles = serverRoles.join(',');
const mainRoles = serverRoles.filter((role) => role !== 'jobs');

/**
 * Which jobs a process with these roles runs (decision 0010). Throws one line that says what is possible when no process
 * can have these roles, or lacks what its jobs need.
 */
export function jobShareOf({ roles, databaseUrl, demo, publicUrl }: Config): JobShare {
  const hasMain = mainRoles.every((role) => roles.includes(role));
  if (hasMain && roles.includes('jobs')) return 'all';
  if (databaseUrl === undefined || demo)
    throw new UserError(
      `VARDE_ROLES must be ${allRoles} ${demo ? 'in the demo' : 'on the embedded database'}: one process does everything. Several processes share the jobs with varde serve on PostgreSQL (VARDE_DATABASE_URL)`,
    );
  if (hasMain) return 'atGateway';
  if (roles.some((role) => role !== 'jobs'))
    throw new UserError(
      `VARDE_ROLES cannot be ${roles.join(',')}: one process has ${mainRoles.join(',')}, with or without jobs, and any number of processes beside it have jobs alone`,
    );
  if (publicUrl === undefined)
    throw new UserError(
      'VARDE_PUBLIC_URL is required by a process with jobs alone: links in its messages lead to the console, which is not here',
    );
  return 'others';
}
