import type { LiveEvent } from '@varde/contract/events';
import type { Callers } from '../http/callers.ts';
import type { Sessions } from '../http/sessions.ts';
import { Slices } from '../limits/slices.ts';
import type { Log } from '../log/log.ts';
import { metrics } from '../log/metrics.ts';
import { type CloseReason, LiveConnection, type LiveSocket, type Topics } from './connection.ts';
import { createRechecks, type LiveHolder } from './rechecks.ts';

export interface LiveHub {
  /** Whether a user has reached the limit of connections. */
  isFull(userId: number): boolean;
  /** A socket whose upgrade was accepted. */
  connect(socket: LiveSocket, of: LiveHolder): LiveConnection;
  disconnect(connection: LiveConnection): void;
  /** Sends events to all subscribers: alarms at once, the others when there is time. */
  publish(events: readonly LiveEvent[]): void;
  /** Closes connections whose session is over or whose holder's rights have changed. */
  recheck(): Promise<void>;
  /** Events may be lost: has all subscribers connect again, which catches up. */
  missed(): void;
  stop(): void;
}

export interface LiveHubOptions {
  topics: Topics;
  sessions: Sessions;
  callers: Callers;
  log: Log;
  /** Connections of one user at a time. */
  perUser: number;
}

/** Longest time before a change of rights without an event takes effect: by expiry, or on the machine. */
const recheckMs = 30_000;

/** All live connections of this process. */
export function createLiveHub({ topics, sessions, callers, log, perUser }: LiveHubOptions): LiveHub {
  const users = new Map<number, Map<LiveConnection, LiveHolder>>();
  const slices = new Slices();
  const rechecks = createRechecks((userId) => users.get(userId) ?? new Map(), sessions, log);

  function* everyone(): Iterable<[LiveConnection, LiveHolder]> {
    for (const connections of users.values()) yield* connections;
  }
  function* offers(events: readonly LiveEvent[]): Iterable<() => void> {
    for (const [connection] of everyone()) yield () => connection.take(events);
  }
  const closeAll = (reason: CloseReason) => {
    for (const [connection] of everyone()) connection.close(reason);
  };
  sessions.onEnded((tokenHash) => {
    for (const [connection, { holder }] of everyone())
      if (holder.tokenHash === tokenHash) connection.close('sessionEnded');
  });
  const timer = setInterval(() => void rechecks.all(users.keys()), recheckMs);
  timer.unref();

  const recheckSoon = (event: Extract<LiveEvent, { type: 'rights' }>) => {
    const custIds = new Set(event.custIds);
    for (const [userId, connections] of users) {
      const isConcerned = ({ holder }: LiveHolder) => holder.isConcernedBy(custIds);
      if (userId === event.userId || [...connections.values()].some(isConcerned)) rechecks.soon(userId);
    }
  };

  return {
    isFull: (userId) => (users.get(userId)?.size ?? 0) >= perUser,
    connect: (socket, of) => {
      const { caller } = of.holder;
      const serve = <Result>(work: () => Promise<Result>, aboutAlarms: boolean) =>
        callers.subscribe(of.holder, work, aboutAlarms);
      const connection = new LiveConnection({ socket, caller, topics, log, slices, serve });
      users.set(caller.userId, (users.get(caller.userId) ?? new Map()).set(connection, of));
      metrics.liveConnections.inc();
      return connection;
    },
    disconnect: (connection) => {
      connection.ended();
      const connections = users.get(connection.userId);
      if (connections?.delete(connection)) metrics.liveConnections.dec();
      if (connections?.size === 0) users.delete(connection.userId);
    },
    publish: (events) => {
      const alarms = events.filter(({ type }) => type === 'alarm');
      const others = events.filter(({ type }) => type !== 'alarm');
      if (alarms.length > 0) for (const offer of offers(alarms)) offer();
      if (others.length > 0) slices.add(offers(others));
      for (const event of events) if (event.type === 'rights') recheckSoon(event);
    },
    recheck: () => rechecks.all(users.keys()),
    missed: () => closeAll('missed'),
    stop: () => {
      clearInterval(timer);
      closeAll('stopping');
    },
  };
}
