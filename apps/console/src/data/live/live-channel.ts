import { Client, type StompSubscription } from '@stomp/stompjs';
import type { LiveMessage, LiveTopicName } from '@varde/contract/live';
import { lastingRefusals, liveDestinations, livePath, rolesParameter } from '@varde/contract/transport';
import { guarded, notifyEach } from '#ui/notify-each.ts';
import { type Network, onOffline, untilOnline } from './network.ts';
import { retryDelay } from './retry-delay.ts';

export interface LiveStatus {
  state: 'connecting' | 'connected' | 'lost';
  /** Start of this state, Unix milliseconds. */
  since: number;
}

interface LiveSubscription<T extends LiveTopicName> {
  topic: T;
  params?: Record<string, number | string>;
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
  /** Origin of the page: the socket goes to the same host. */
  origin: string;
  /** The selected roles. A new selection reloads the page, and so opens a new channel. */
  roles?: readonly string[];
  /** The server has ended the session: no reconnection. */
  onSessionEnded: () => void;
  /** The user's rights changed; the channel reconnects by itself. */
  onRightsChanged: () => void;
  /** Random number in [0, 1). */
  random?: () => number;
  network?: Network;
}

const heartbeatMs = 10_000;
const connection = {
  // The library's delay is fixed; ours grows with jitter, and elapses before connecting.
  reconnectDelay: 1,
  connectionTimeout: heartbeatMs,
  heartbeatIncoming: heartbeatMs,
  heartbeatOutgoing: heartbeatMs,
  // Without a network a connection cannot be closed with a handshake, and would count as open until then.
  discardWebsocketOnCommFailure: true,
};
/** A shorter connection counts as a failed attempt, so that a server that fails at once is not called every second. */
const lastingMs = 10_000;

/** Close code with a special meaning. After every other code the channel reconnects. */
const sessionEnded = 4401;
const rightsChanged = 4403;

/**
 * One WebSocket for the whole console. Until it is stopped it reconnects by itself and subscribes again to every topic.
 */
export function openLiveChannel(options: LiveChannelOptions): LiveChannel {
  const { origin, roles = [], onSessionEnded, onRightsChanged, random = Math.random } = options;
  const network = options.network ?? new EventTarget();
  const members = new Set<Member>();
  const listeners = new Set<() => void>();
  let status: LiveStatus = { state: 'connecting', since: Date.now() };
  /** Consecutive failed or short connections; null before the first one. */
  let failures: number | null = null;

  function setState(state: LiveStatus['state']): void {
    if (state === status.state) return;
    status = { state, since: Date.now() };
    notifyEach(listeners);
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
      guarded(onRightsChanged);
    }
  }

  const client = new Client({
    brokerURL: addressAt(origin, roles),
    beforeConnect: () => (failures === null ? Promise.resolve() : untilOnline(network, retryDelay(failures, random()))),
    ...connection,
    onConnect: () => {
      setState('connected');
      for (const member of members) {
        if (member.refused) continue;
        guarded(() => member.join(client));
        guarded(() => member.onRejoined?.());
      }
    },
    onStompError: ({ headers: { message = '', subscription } }) => {
      logError(message);
      if (lastingRefusals.includes(message)) refuse(members, subscription);
    },
    onWebSocketError: () => logError('the socket failed'),
    onWebSocketClose: ({ code }: CloseEvent) => closed(code),
  });
  client.activate();
  // The browser knows at once that it is offline; missing heart-beats take twenty seconds.
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

/** The server names the refused subscription and closes. A repeated one would be refused again. */
function refuse(members: Iterable<Member>, id: string | undefined): void {
  for (const member of members) if (id && member.id() === id) member.refused = true;
}

/** Errors are only logged (specification 2, section 8): the status strip shows that the contact is lost. */
function logError(message: string): void {
  // biome-ignore lint/suspicious/noConsole: the browser's log is where the specification wants them
  console.warn('Live channel:', message);
}

interface Member {
  /** Id of the subscription on the present connection. */
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
      const take = (body: string) => {
        try {
          subscription.onMessage(JSON.parse(body) as LiveMessage<T>);
        } catch (error) {
          reportError(error);
          // What the message said is asked for, as after a disconnection.
          subscription.onRejoined?.();
        }
      };
      const since = subscription.since?.() ?? null;
      joined = client.subscribe(
        destinationOf(subscription.topic, subscription.params ?? {}),
        ({ body }) => take(body),
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

function destinationOf(topic: LiveTopicName, params: Record<string, number | string>): string {
  return liveDestinations[topic].replace(/:(\w+)/g, (_, name: string) => String(params[name]));
}

function addressAt(origin: string, roles: readonly string[]): string {
  const address = new URL(livePath, origin.replace(/^http/, 'ws'));
  for (const id of roles) address.searchParams.append(rolesParameter, id);
  return address.href;
}
