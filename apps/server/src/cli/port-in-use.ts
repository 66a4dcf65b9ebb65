import { configTable } from '../config.ts';
import { codeOf, UserError } from './user-error.ts';

const portVariables = Object.values(configTable)
  .map(({ env }) => env)
  .filter((env) => env.endsWith('_PORT'));

const reasons: Record<string, string> = {
  EADDRINUSE: 'is in use by another program',
  EACCES: 'may not be opened by this user',
  EADDRNOTAVAIL: 'cannot be opened: this machine has no such address',
};

/** One line for a port that cannot be opened; null for anything else. */
export function portInUse(error: unknown): UserError | null {
  const reason = reasons[codeOf(error) ?? ''];
  if (reason === undefined || !(error instanceof Error) || !('port' in error)) return null;
  return new UserError(`port ${String(error.port)} ${reason}. Another one can be set: ${portVariables.join(', ')}.`);
}
