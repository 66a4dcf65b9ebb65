import type { LiveEvent } from '@varde/contract/events';
import type { Arrival } from '../http/arrival.ts';
import type { SessionHolder, Sessions } from '../http/sessions.ts';
import type { Log } from '../log.ts';
import { metrics } from '../metrics.ts';
import { LiveConnection, type LiveSocket, type Topics } from './connection.ts';

/** Who stands behind a connection, and how they came. */
export interface LiveHolder {
  token: string;
  arrival: Arrival;
  holder: SessionHolder;
}

export interface LiveHub {
  /** A socket whose upgrade was let through. */
  connect(socket: LiveSocket, of: LiveHolder): LiveConnection;
  disconnect(connection: LiveConnection): void;
  /** Hands events to everybody who has subscribed. */
  publish(events: readonly LiveEvent[]): void;
  /** Closes connections whose session is over or whose holder's rights have changed. */
  recheck(): Promise<void>;
  stop(): void;
}

/** How long somebody may go on watching whose rights changed without an event: by time, or on the machine. */
const recheckMs = 30_000;

/** All live connections of this process. */
export function createLiveHub(topics: Topics, sessions: Sessions, log: Log): LiveHub {
  const connections = new Map<LiveConnection, LiveHolder>();
  const closeWhere = (matches: (entry: LiveHolder) => boolean, reason: 'sessionEnded' | 'rightsChanged') => {
    for (const [connection, entry] of connections) if (matches(entry)) connection.close(reason);
  };
  sessions.onEnded((tokenHash) => closeWhere(({ holder }) => holder.tokenHash === tokenHash, 'sessionEnded'));

  const recheck = async (userId: number | null = null) => {
    const concerned = [...connections.values()].filter(
      ({ holder }) => userId === null || holder.caller.userId === userId,
    );
    // The windows of one browser come alike, and are asked for once.
    for (const { token, arrival } of new Map(concerned.map((each) => [nameOf(each), each])).values()) {
      const name = nameOf({ token, arrival });
      const holder = await sessions.resolve(token, arrival);
      if (holder === null) closeWhere((entry) => entry.token === token, 'sessionEnded');
      else
        closeWhere(
          (entry) => nameOf(entry) === name && entry.holder.rights !== holder.rights,
          'rightsChanged',
        );
    }
  };
  const recheckSoon = (userId: number | null) => {
    recheck(userId).catch((error: unknown) =>
      log.error({ err: error }, 'live sessions could not be checked'),
    );
  };
  const timer = setInterval(() => recheckSoon(null), recheckMs);
  timer.unref();

  return {
    connect: (socket, of) => {
      const connection = new LiveConnection(socket, of.holder.caller, topics, log);
      connections.set(connection, of);
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
      for (const event of events) if (event.type === 'rights') recheckSoon(event.userId);
    },
    recheck: () => recheck(),
    stop: () => {
      clearInterval(timer);
      for (const connection of connections.keys()) connection.close('stopping');
    },
  };
}

const nameOf = ({ token, arrival }: Pick<LiveHolder, 'token' | 'arrival'>) =>
  JSON.stringify([token, arrival.roles]);
