import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { Aedes, type AedesOptions, type Client } from 'aedes';
import { parser } from 'mqtt-packet';

/** A connection that the broker serves. */
export interface Served {
  client: Client;
  /** Parses a whole packet, and does at once what it asks for. */
  parse(packet: Buffer): void;
  /** Takes a message of a connection that has ended before the library let it in; the library would not read it any more. */
  takeLate(packet: Buffer): void;
}

/**
 * The library that speaks MQTT, and does nothing else: it reads nothing by itself, keeps nothing (no session, retained
 * message, last will or message for later), and forwards nothing from one connection to another.
 */
export class EmbeddedBroker extends Aedes {
  constructor(options: AedesOptions) {
    super({ ...options, persistence: keptNowhere, mq: forwardedToNobody });
  }

  /** For how long a session is kept beyond its connection, whatever a client asks for; the library tells it. */
  clampSessionExpiry(): number {
    return 0;
  }

  /**
   * `onPacket` hears of each packet before the library acts on it. `onEnd`: the connection ends, for whatever reason, and this
   * is the last moment for packets. It may be called several times.
   */
  serve(stream: Socket, onPacket: (packet: Packet) => void, onEnd: () => void): Served {
    stream.on('error', onEnd).on('end', onEnd).on('close', onEnd); // before the library hears of it
    const client = this.handle(stream);
    const close = client.close.bind(client);
    client.close = (done) => {
      onEnd();
      close(done);
    };
    const inside = insideOf(client);
    stream.removeAllListeners('readable');
    inside._parsingBatch = 0;
    inside._nextBatch = (error) => {
      if (error) client.emit('error', error);
    };
    inside._parser.prependListener('packet', (packet: Packet) => {
      tidy(packet);
      onPacket(packet);
    });
    return {
      client,
      parse: (packet) => inside._parser.parse(packet),
      takeLate: (packet) => this.#takeLate(client, packet),
    };
  }

  #takeLate(client: Client, bytes: Buffer): void {
    const reader = parser({ protocolVersion: client.version ?? 4 });
    reader.on('error', (error) => this.emit('clientError', client, error));
    reader.on('packet', (packet) => {
      if (packet.cmd === 'publish') this.authorizePublish(client, { ...packet, cmd: 'publish' }, () => undefined);
    });
    reader.parse(bytes);
  }
}

export interface Packet {
  cmd: string;
  subscriptions?: { topic: string; rh?: number }[];
  unsubscriptions?: string[];
}

/** What the library's typing leaves out: how it reads. */
interface Inside {
  _parser: EventEmitter & { parse(bytes: Buffer): void };
  /** Called when a packet is done. */
  _nextBatch: (error?: Error) => void;
  _parsingBatch: number;
}

function insideOf(client: Client): Inside {
  if ('_parser' in client && client._parser instanceof EventEmitter && '_nextBatch' in client)
    return client as unknown as Inside;
  throw new Error('the broker reads packets elsewhere');
}

/**
 * The library looks filters up in plain objects, and ends the process when one is the name of a member that every object
 * has: under another name it is a foreign filter as any other. And it looks for retained messages, of which there are none.
 */
function tidy({ subscriptions = [], unsubscriptions = [] }: Packet): void {
  const renamed = (topic: string) => (topic in {} ? `/${topic}` : topic);
  for (const subscription of subscriptions) {
    subscription.topic = renamed(subscription.topic);
    subscription.rh = 2;
  }
  for (const [at, topic] of unsubscriptions.entries()) unsubscriptions[at] = renamed(topic);
}

const nothing = async () => undefined;
const none = () => Readable.from([]);

const keptNowhere = {
  setup: async () => undefined, // the library wants an async function
  storeRetained: nothing,
  createRetainedStream: none,
  createRetainedStreamCombi: none,
  addSubscriptions: nothing,
  removeSubscriptions: nothing,
  cleanSubscriptions: nothing,
  subscriptionsByClient: async () => [],
  subscriptionsByTopic: async () => [],
  countOffline: async () => ({ subsCount: 0, clientsCount: 0 }),
  outgoingEnqueue: nothing,
  outgoingEnqueueCombi: nothing,
  outgoingUpdate: nothing,
  outgoingClearMessageId: nothing,
  outgoingStream: none,
  incomingStorePacket: nothing,
  incomingGetPacket: () => Promise.reject(new Error('no message is kept')),
  incomingDelPacket: nothing,
  cleanIncoming: nothing,
  putWill: nothing,
  getWill: nothing,
  delWill: nothing,
  streamWill: none,
  getClientList: none,
  destroy: nothing,
};

type Done = () => void;
const forwardedToNobody = {
  on: (_topic: string, _to: unknown, done?: Done) => done?.(),
  removeListener: (_topic: string, _to: unknown, done?: Done) => done?.(),
  emit: (_packet: unknown, done?: Done) => done?.(),
  close: (done?: Done) => done?.(),
};
