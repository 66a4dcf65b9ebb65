import type { Bearer, SessionHolder, Sessions } from '../http/sessions.ts';
import type { Log } from '../log/log.ts';
import type { CloseReason, LiveConnection } from './connection.ts';

/** The holder of a connection, and its arrival. */
export interface LiveHolder extends Bearer {
  holder: SessionHolder;
}

export interface Rechecks {
  /** Rechecks a user's connections: at once, or when the interval since the last check is over. */
  soon(userId: number): void;
  /** Rechecks the connections of all these users, and resolves when it is done. */
  all(userIds: Iterable<number>): Promise<void>;
}

/** Interval between two rechecks of one user's connections, which limits the cost of toggling a right. */
const restMs = 1_000;

/**
 * Closes live connections whose session is over or whose holder's rights have changed. One user after the other, with
 * one database query for each, however many connections there are.
 */
export function createRechecks(
  connectionsOf: (userId: number) => ReadonlyMap<LiveConnection, LiveHolder>,
  sessions: Sessions,
  log: Log,
): Rechecks {
  const waiting = new Set<number>();
  const resting = new Map<number, { again: boolean }>();
  let working: Promise<void> | null = null;

  const look = async (userId: number) => {
    const entries = [...connectionsOf(userId)];
    const found = await sessions.resolveAll(entries.map(([, entry]) => entry));
    for (const [at, [connection, { holder }]] of entries.entries()) {
      const reason = reasonToClose(holder.rights, found[at]?.rights ?? null);
      if (reason !== null) connection.close(reason);
    }
  };
  const work = async () => {
    for (const userId of waiting) {
      waiting.delete(userId);
      await look(userId).catch((error: unknown) => log.error({ err: error }, 'live sessions could not be checked'));
    }
    working = null;
  };
  const begin = (userId: number) => {
    waiting.add(userId);
    working ??= work();
  };
  const soon = (userId: number) => {
    const rest = resting.get(userId);
    if (rest !== undefined) {
      rest.again = true;
      return;
    }
    begin(userId);
    const begun = { again: false };
    resting.set(userId, begun);
    setTimeout(() => {
      resting.delete(userId);
      if (begun.again) soon(userId);
    }, restMs).unref();
  };
  return {
    soon,
    all: async (userIds) => {
      for (const userId of userIds) begin(userId);
      await working;
    },
  };
}

/** `now` is null when the session is over. */
function reasonToClose(before: string, now: string | null): CloseReason | null {
  if (now === null) return 'sessionEnded';
  return now === before ? null : 'rightsChanged';
}
