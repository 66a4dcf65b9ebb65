import { Client, type StompSubscription } from '@stomp/stompjs';
import type { LiveMessage, LiveTopicName } from '@varde/contract/live';
import { liveDestinations, livePath, rolesParameter } from '@varde/contract/routes';
import { type Network, onOffline, untilOnline } from './network.ts';
import { retryDelay } from './retry-delay.ts';

export interface LiveStatus {
  state: 'connecting' | 'connected' | 'lost';
  /** Since when, Unix milliseconds. */
  since: number;
}

interface LiveSubscription<T extends LiveTopicName> {
  topic: T;
  params?: Record<string, number>;
  /** The highest known `rev`: the server sends the changes after it. */
  since?: () => number | null;
  /** Filter of the topic, as a query string. */
  query?: string;
  onMessage: (message: LiveMessage<T>) => void;
  /** The channel was disconnected during this subscription: refetch the missed changes. */
  onRejoined?: () => void;
}

export interface LiveChannel {
  subscribe<T extends LiveTopicName>(subscription: LiveSubscription<T>): () => void;
  status: () => LiveStatus;
  onStatus: (listener: () => void) => () => void;
  stop: () => void;
}

interface LiveChannelOptions {
  /** Of the page: the socket goes to the same host. */
  origin: string;
  /** Those that are selected. A new selection comes with a new page, so with a new channel. */
  roles?: readonly string[];
  /** The server has ended the session: there is nothing to reconnect to. */
  onSessionEnded: () => void;
  /** The user's rights changed; the channel reconnects by itself. */
  onRightsChanged: () => void;
  /** From 0 up to 1. */
  random?: () => number;
  network?: Network;
}

const heartbeatMs = 10_000;
const connection = {
  // The library waits a fixed time; ours grows and has jitter, and is waited out before it connects.
  reconnectDelay: 1,
  connectionTimeout: heartbeatMs,
  heartbeatIncoming: heartbeatMs,
  heartbeatOutgoing: heartbeatMs,
  // A connection without a network cannot be closed in good order, and would count as open until it could.
  discardWebsocketOnCommFailure: true,
};
/** A connection that ends sooner counts as a failed attempt: a server that fails at once is not asked every second. */
const lastingMs = 10_000;

/** Why the server closed, where it matters. After every other code the channel just comes back. */
const sessionEnded = 4401;
const rightsChanged = 4403;

/** One WebSocket for the whole console. It reconnects by itself until it is stopped, and then joins every topic anew. */
export function openLiveChannel(options: LiveChannelOptions): LiveChannel {
  const { origin, roles = [], onSessionEnded, onRightsChanged, random = Math.random } = options;
  const network = options.network ?? new EventTarget();
  const members = new Set<Member>();
  const listeners = new Set<() => void>();
  let status: LiveStatus = { state: 'connecting', since: Date.now() };
  /** Connections in a row that failed or did not last; null before the first one. */
  let failures: number | null = null;

  function setState(state: LiveStatus['state']): void {
    if (state === status.state) return;
    status = { state, since: Date.now() };
    for (const listener of listeners) listener();
  }

  function closed(code: number): void {
    const lasted = status.state === 'connected' && Date.now() - status.since >= lastingMs;
    failures = lasted || failures === null ? 0 : failures + 1;
    for (const member of members) member.leave();
    setState('lost');
    if (code === sessionEnded) {
      void client.deactivate();
      onSessionEnded();
    }
    if (code === rightsChanged) {
      for (const member of members) member.refused = false;
      onRightsChanged();
    }
  }

  const client = new Client({
    brokerURL: addressAt(origin, roles),
    beforeConnect: () =>
      failures === null ? Promise.resolve() : untilOnline(network, retryDelay(failures, random())),
    ...connection,
    onConnect: () => {
      setState('connected');
      for (const member of members) {
        if (member.refused) continue;
        member.join(client);
        member.onRejoined?.();
      }
    },
    // The server says which subscription it refuses, and closes. Asking again would be refused again, for ever.
    onStompError: ({ headers }) => {
      for (const member of members) {
        if (member.id() !== null && member.id() === headers.subscription) member.refused = true;
      }
    },
    onWebSocketClose: ({ code }: CloseEvent) => closed(code),
  });
  client.activate();
  // The browser knows at once that there is no network; missing heart-beats tell it after twenty seconds.
  const ignoreNetwork = onOffline(network, () => client.forceDisconnect());

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
    stop: () => {
      ignoreNetwork();
      void client.deactivate({ force: true });
    },
  };
}

interface Member {
  /** Of the subscription on the present connection. */
  id: () => string | null;
  refused: boolean;
  join: (client: Client) => void;
  leave: (tell?: boolean) => void;
  onRejoined: (() => void) | undefined;
}

function memberOf<T extends LiveTopicName>(subscription: LiveSubscription<T>): Member {
  let joined: StompSubscription | null = null;
  return {
    id: () => joined?.id ?? null,
    refused: false,
    onRejoined: subscription.onRejoined,
    join(client) {
      const since = subscription.since?.() ?? null;
      joined = client.subscribe(
        destinationOf(subscription.topic, subscription.params ?? {}),
        ({ body }) => subscription.onMessage(JSON.parse(body) as LiveMessage<T>),
        {
          ...(since === null ? {} : { since: String(since) }),
          ...(subscription.query ? { query: subscription.query } : {}),
        },
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

function addressAt(origin: string, roles: readonly string[]): string {
  const address = new URL(livePath, origin.replace(/^http/, 'ws'));
  for (const id of roles) address.searchParams.append(rolesParameter, id);
  return address.href;
}
