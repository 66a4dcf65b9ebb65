import { advisoryLocks } from './advisory-locks.ts';
import { HeldLock, type LockTiming, productionLock } from './held-lock.ts';

const lockNumber = advisoryLocks.server;

/**
 * Ensures that one process serves a PostgreSQL database. Throws `DatabaseTaken` when another process does; calls
 * `onLost` when another one got the lock while this one's connection was away, after which this one must stop.
 */
export async function takeServerLock(
  url: string,
  onLost: (error: Error) => void,
  timing: LockTiming = productionLock,
): Promise<HeldLock> {
  const lock = new HeldLock(url, { number: lockNumber, mode: 'alone', timing, onLost });
  await lock.take();
  return lock;
}
