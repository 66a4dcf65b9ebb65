import type {
  BusBody,
  BusMessage,
  BusTopic,
  Downlink,
  IdentityName,
  LiveEvent,
  Uplink,
  UplinkVerdict,
} from '@varde/contract/events';
import { asServer } from '../database/as-server.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import { bodiesOf, messageOf } from './bus-messages.ts';

/**
 * Connects gateway, processing, features and live. Each side knows this interface only, so that they can run in one
 * process or in many. The topics and their messages are the contract's `busTopics`.
 */
export interface Bus {
  /**
   * Resolves with the verdict when the uplink is durable; rejects when it is not: with an `UnprocessableUplink` when a
   * retry would fail as well.
   */
  publishUplink(uplink: Uplink): Promise<UplinkVerdict>;
  /** Processing takes uplinks here. One consumer. */
  onUplink(consume: (uplink: Uplink) => Promise<UplinkVerdict>): void;

  /** Fire and forget: the command stays pending in the database until the device has confirmed it. */
  publishDownlink(downlink: Downlink): void;
  onDownlink(listener: (downlink: Downlink) => void): void;

  /** A command was written for this device: processing sends it if the device is connected. */
  publishCommandsChanged(deviId: number): void;
  onCommandsChanged(listener: (deviId: number) => void): void;

  /**
   * The secrets of these identities of a protocol, by identity; those without a secret are absent. Rejects when they
   * cannot be looked up now.
   */
  askSecrets(protocol: string, identities: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Processing answers here. */
  onSecretsAsked(answer: AnswerSecrets): void;

  /** After the commit: the identity was assigned to a device, removed from it, or has another secret. */
  publishIdentityChanged(name: IdentityName): void;
  onIdentityChanged(listener: (name: IdentityName) => void): void;

  /** After the commit, never before. */
  publishEvents(events: readonly LiveEvent[]): void;
  onEvents(listener: (events: readonly LiveEvent[]) => void): void;

  /**
   * Only where those who listen are in another process: sends what a transaction publishes within that transaction, so
   * that it leaves with the commit, or never.
   */
  sendWith?(tx: Database, messages: readonly BusMessage[]): Promise<void>;

  /** Messages of other processes may be lost: who follows what is in the database has to read it again. */
  onMissed(listener: () => void): void;
}

export type AnswerSecrets = (protocol: string, identities: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** The uplink itself makes processing fail. It was stored for diagnosis. */
export class UnprocessableUplink extends Error {}

/** Takes messages from a transport. */
export interface BusReceiver {
  /** An uplink; rejects when it is not understood, since it is not durable then. */
  request(message: BusMessage): Promise<UplinkVerdict>;
  /** A message of any other topic. A malformed one is left out. */
  deliver(message: BusMessage): void;
  /** Messages may be lost. */
  missed(): void;
}

/**
 * The bus within one process. Listeners run at once and must not throw. They run with the server's own reach, whatever
 * that of the publisher is.
 */
export function createInProcessBus(log: Pick<Log, 'error'> = silent): Bus & BusReceiver {
  const consumers: ((uplink: Uplink) => Promise<UplinkVerdict>)[] = [];
  const answerers: AnswerSecrets[] = [];
  const listeners = new Map<string, ((message: BusMessage) => void)[]>();
  const followers: (() => void)[] = [];

  function listen<T extends BusTopic>(topic: T, listener: (bodies: BusBody<T>[]) => void): void {
    const take = (message: BusMessage) => {
      const bodies = bodiesOf(topic, message, log);
      if (bodies.length > 0) listener(bodies);
    };
    listeners.set(topic, [...(listeners.get(topic) ?? []), take]);
  }

  const deliver = (message: BusMessage) =>
    asServer(() => {
      for (const listener of listeners.get(message.topic) ?? []) listener(message);
    });

  async function request(message: BusMessage): Promise<UplinkVerdict> {
    const consume = consumers.at(-1);
    if (consume === undefined) throw new Error('nobody processes uplinks yet');
    const [uplink] = bodiesOf('uplink', message, log);
    if (uplink === undefined) throw new Error('processing does not understand this uplink');
    return asServer(() => consume(uplink));
  }

  return {
    request,
    deliver,
    publishUplink: (uplink) => request(messageOf('uplink', [uplink])),
    onUplink: (consume) => void consumers.push(consume),
    publishDownlink: (downlink) => deliver(messageOf('downlink', [downlink])),
    onDownlink: (listener) => listen('downlink', (downlinks) => downlinks.forEach(listener)),
    publishCommandsChanged: (deviId) => deliver(messageOf('commandsChanged', [{ deviId }])),
    onCommandsChanged: (listener) =>
      listen('commandsChanged', (changed) => {
        for (const { deviId } of changed) listener(deviId);
      }),
    askSecrets: async (protocol, identities) => {
      const answer = answerers.at(-1);
      if (answer === undefined) throw new Error('nobody answers for secrets yet');
      return asServer(() => answer(protocol, identities));
    },
    onSecretsAsked: (answer) => void answerers.push(answer),
    publishIdentityChanged: (name) => deliver(messageOf('identityChanged', [name])),
    onIdentityChanged: (listener) => listen('identityChanged', (names) => names.forEach(listener)),
    publishEvents: (events) => deliver(messageOf('events', events)),
    onEvents: (listener) => listen('events', listener),
    missed: () =>
      asServer(() => {
        for (const follower of followers) follower();
      }),
    onMissed: (listener) => void followers.push(listener),
  };
}

const silent = { error: () => undefined };
