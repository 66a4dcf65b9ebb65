import type { LiveEvent } from '@varde/contract/events';
import type { SessionHolder, Sessions } from '../http/sessions.ts';
import type { Log } from '../log.ts';
import { metrics } from '../metrics.ts';
import { LiveConnection, type LiveSocket, type Topics } from './connection.ts';

export interface LiveHub {
  /** A socket whose upgrade was let through. */
  connect(socket: LiveSocket, token: string, holder: SessionHolder): LiveConnection;
  disconnect(connection: LiveConnection): void;
  /** Hands events to everybody who has subscribed. */
  publish(events: readonly LiveEvent[]): void;
  /** Closes connections whose session is over or whose holder's rights have changed. */
  recheck(): Promise<void>;
  stop(): void;
}

interface Entry {
  token: string;
  holder: SessionHolder;
}

/** How long somebody who was disabled, or whose session ended in another process, may go on watching. */
const recheckMs = 30_000;

/** All live connections of this process. */
export function createLiveHub(topics: Topics, sessions: Sessions, log: Log): LiveHub {
  const connections = new Map<LiveConnection, Entry>();
  const closeWhere = (matches: (entry: Entry) => boolean, reason: 'sessionEnded' | 'rightsChanged') => {
    for (const [connection, entry] of connections) if (matches(entry)) connection.close(reason);
  };
  sessions.onEnded((tokenHash) => closeWhere(({ holder }) => holder.tokenHash === tokenHash, 'sessionEnded'));

  const recheck = async () => {
    const addresses = [...connections.values()].map(
      ({ token, holder }) => [token, holder.caller.address] as const,
    );
    for (const [token, address] of new Map(addresses)) {
      const holder = await sessions.resolve(token, address);
      if (holder === null) closeWhere((entry) => entry.token === token, 'sessionEnded');
      else
        closeWhere(
          (entry) => entry.token === token && entry.holder.rights !== holder.rights,
          'rightsChanged',
        );
    }
  };
  const timer = setInterval(() => {
    recheck().catch((error: unknown) => log.error({ err: error }, 'live sessions could not be checked'));
  }, recheckMs);
  timer.unref();

  return {
    connect: (socket, token, holder) => {
      const connection = new LiveConnection(socket, holder.caller, topics, log);
      connections.set(connection, { token, holder });
      metrics.liveConnections.set(connections.size);
      return connection;
    },
    disconnect: (connection) => {
      connection.ended();
      connections.delete(connection);
      metrics.liveConnections.set(connections.size);
    },
    publish: (events) => {
      for (const connection of connections.keys()) connection.take(events);
    },
    recheck,
    stop: () => {
      clearInterval(timer);
      for (const connection of connections.keys()) connection.close('stopping');
    },
  };
}
