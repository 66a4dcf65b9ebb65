import { Client, ReconnectionTimeMode, type StompSubscription } from '@stomp/stompjs';
import type { LiveMessage, LiveTopicName } from '@varde/contract/live';
import { liveDestinations, livePath } from '@varde/contract/routes';

export interface LiveStatus {
  state: 'connecting' | 'connected' | 'lost';
  /** Since when, Unix milliseconds. */
  since: number;
}

interface LiveSubscription<T extends LiveTopicName> {
  topic: T;
  params?: Record<string, number>;
  /** The highest `rev` that is known, so that the server sends what came after it. */
  since?: () => number | null;
  onMessage: (message: LiveMessage<T>) => void;
  /** The channel was away while this subscription existed: what it missed has to be fetched. */
  onRejoined?: () => void;
}

export interface LiveChannel {
  subscribe<T extends LiveTopicName>(subscription: LiveSubscription<T>): () => void;
  status: () => LiveStatus;
  onStatus: (listener: () => void) => () => void;
  stop: () => void;
}

const firstRetryMs = 1000;
const longestRetryMs = 15_000;
const heartbeatMs = 10_000;

/** One WebSocket for the whole console. It reconnects by itself until it is stopped, and then joins every topic anew. */
export function openLiveChannel(origin: string): LiveChannel {
  const members = new Set<Member>();
  const listeners = new Set<() => void>();
  let status: LiveStatus = { state: 'connecting', since: Date.now() };
  let attempts = 0;

  function setState(state: LiveStatus['state']): void {
    if (state === status.state) return;
    status = { state, since: Date.now() };
    for (const listener of listeners) listener();
  }

  const client = new Client({
    brokerURL: `${origin.replace(/^http/, 'ws')}${livePath}`,
    reconnectDelay: firstRetryMs,
    maxReconnectDelay: longestRetryMs,
    reconnectTimeMode: ReconnectionTimeMode.EXPONENTIAL,
    heartbeatIncoming: heartbeatMs,
    heartbeatOutgoing: heartbeatMs,
    // A server that comes back shall not meet all its browsers in the same instant.
    beforeConnect: async () => {
      if (attempts > 0) await delay(Math.random() * firstRetryMs);
      attempts += 1;
    },
    onConnect: () => {
      setState('connected');
      for (const member of members) {
        member.join(client);
        member.onRejoined?.();
      }
    },
    onWebSocketClose: () => {
      for (const member of members) member.leave();
      setState('lost');
    },
  });
  client.activate();

  return {
    subscribe(subscription) {
      const member = memberOf(subscription);
      members.add(member);
      if (client.connected) member.join(client);
      return () => {
        members.delete(member);
        member.leave(client.connected);
      };
    },
    status: () => status,
    onStatus(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => void client.deactivate({ force: true }),
  };
}

interface Member {
  join: (client: Client) => void;
  leave: (tell?: boolean) => void;
  onRejoined: (() => void) | undefined;
}

function memberOf<T extends LiveTopicName>(subscription: LiveSubscription<T>): Member {
  let joined: StompSubscription | null = null;
  return {
    onRejoined: subscription.onRejoined,
    join(client) {
      const since = subscription.since?.() ?? null;
      joined = client.subscribe(
        destinationOf(subscription.topic, subscription.params ?? {}),
        ({ body }) => subscription.onMessage(JSON.parse(body) as LiveMessage<T>),
        since === null ? {} : { since: String(since) },
      );
    },
    leave(tell = false) {
      if (tell) joined?.unsubscribe();
      joined = null;
    },
  };
}

function destinationOf(topic: LiveTopicName, params: Record<string, number>): string {
  return liveDestinations[topic].replace(/:(\w+)/g, (_, name: string) => String(params[name]));
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
