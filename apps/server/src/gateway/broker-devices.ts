import { isIdentity, protocolByKey } from '@varde/catalogue/protocols';
import { encodePublication, upTopicOf } from '@varde/protocols/open/index';
import type { BrokerProtocol } from '@varde/protocols/protocol';
import type { IPublishPacket, MqttClient } from 'mqtt';
import { generate } from 'mqtt-packet';
import { type BrokerAccess, BrokerLink } from './broker-link.ts';
import { BrokerRetries } from './broker-retries.ts';
import { connectionNumbers } from './connection-numbers.ts';
import { type ConversationHost, unknownWord } from './conversation.ts';
import { nameOfAlarms } from './name-of-alarms.ts';

/** Devices are lost when the broker has been out of reach for so long: they may be connected to it. */
const awayMs = 30_000;

type Stream = MqttClient['stream'];

/** A message of the broker that waits for its acknowledgement, and the connection on which it came. */
interface Waiting {
  message: IPublishPacket;
  messageId: number;
  stream: Stream;
}

/** Shared by the devices of the broker. */
export interface BrokerHost extends ConversationHost<unknown> {
  readonly protocol: BrokerProtocol<unknown>;
}

/** A message of a device: as a frame, and what the device itself has written. */
interface Given {
  frame: Uint8Array;
  payload: Uint8Array;
}

/** The devices of a broker elsewhere: what they publish becomes uplinks, and is acknowledged to the broker when it is durable. */
export class BrokerDevices implements BrokerAccess {
  readonly address: string;
  readonly #host: BrokerHost;
  readonly #client: MqttClient;
  readonly #links = new Map<string, BrokerLink>();
  readonly #nextNumber: () => string;
  readonly #unacknowledged = new Map<number, Waiting>();
  #packets = 0;
  /** Messages that wait until it is known whose they are; while the database is out of reach, all of them. */
  #asking = 0;
  /** The message that waits for room; the broker sends no more until then. */
  #held: (() => void) | null = null;
  readonly #retries = new BrokerRetries();
  #lostAt: number | null = null;

  constructor(host: BrokerHost, client: MqttClient, address: string) {
    this.address = address;
    this.#host = host;
    this.#client = client;
    this.#nextNumber = connectionNumbers(host.core.clock);
    client.on('connect', () => {
      this.#lostAt = null;
    });
    client.on('close', () => {
      this.#unacknowledged.clear();
      this.#lostAt ??= host.core.clock.monotonic();
    });
  }

  get isConnected(): boolean {
    return this.#client.connected;
  }

  /** Takes a message of the broker; `next` asks for another one, with an error: it is acknowledged later, or not. */
  take(packet: IPublishPacket, next: (notYet?: Error) => void, stream: Stream = this.#client.stream): void {
    const { core } = this.#host;
    const again = () => this.take(packet, next, stream);
    if (!core.turns.mayWork()) core.turns.wait({ proceed: again });
    else if (core.isFull || this.#asking >= core.limits.inFlight || !core.takeMessage(this.address)) this.#held = again;
    else {
      void this.#process(packet, this.#waits(packet, stream));
      next(packet.qos === 0 ? undefined : new Error('it is acknowledged when it is stored'));
    }
  }

  /** The number under which the message is acknowledged; null: it wants none. */
  #waits(message: IPublishPacket, stream: Stream): number | null {
    const { qos, messageId } = message;
    if (qos === 0 || messageId === undefined) return null;
    this.#packets += 1;
    this.#unacknowledged.set(this.#packets, { message, messageId, stream });
    return this.#packets;
  }

  async #process({ topic, payload, retain }: IPublishPacket, packet: number | null): Promise<void> {
    const { core, secrets, protocol } = this.#host;
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    const frame = encodePublication({ topic, packet, payload: bytes });
    const refuse = (reason: string, identity: string | null) => {
      const raw = () => protocol.withoutSecrets?.(frame, unknownWord) ?? frame;
      void this.#settleRefused(core.malformed.record(core.origin('', this.address), { reason, identity, raw }), packet);
    };
    const up = upTopicOf(topic);
    if (up === null || !isIdentity(protocolByKey('mqtt'), up.identity)) refuse('topic', null);
    else if (bytes.length === 0 && up.name !== 'lost') {
      if (packet !== null) this.#acknowledge(packet); // it cleared a retained message
    } else if (retain) {
      // What a broker has kept may be of a former owner of the device, and is old in any case.
      refuse('retained', up.identity);
      this.#client.publish(topic, '', { qos: 1, retain: true }, () => undefined);
    } else {
      this.#asking += 1;
      const tokenHash = await secrets.of(up.identity);
      this.#asking -= 1;
      if (tokenHash === null) refuse('unknownDevice', up.identity);
      else if (up.name === 'lost') this.#lose(up.identity, packet);
      else this.#give(this.#linkOf(up.identity, tokenHash), { frame, payload: bytes }, packet);
    }
  }

  #give(link: BrokerLink, given: Given, packet: number | null): void {
    const { conversation } = link;
    const { frame } = given;
    const { core } = this.#host;
    const began = core.clock.busy();
    const hasShare = conversation.work.hasSome(core.clock.monotonic());
    const refused =
      hasShare || this.#isUrgent(link, given, packet)
        ? conversation.take(frame)
        : conversation.recordMalformed(link.identity, 'tooMany', frame);
    core.worked(this.address, conversation.work, began);
    if (refused !== null) void this.#settleRefused(refused, packet);
  }

  /** A message that could not be read is acknowledged when it is recorded: it may be an alarm, and nobody sends it again. */
  async #settleRefused(recorded: Promise<boolean>, packet: number | null): Promise<void> {
    const isDone = await recorded;
    if (packet === null) return;
    if (isDone) this.#acknowledge(packet);
    else this.notStored(packet);
  }

  /**
   * Whether a device whose share is used up has sent an alarm that is not on the way already. Its other messages are refused:
   * they cannot wait, since the messages of all devices come one after the other.
   */
  #isUrgent(link: BrokerLink, { frame, payload }: Given, packet: number | null): boolean {
    const { protocol, core } = this.#host;
    if (!protocol.mayHoldAlarm(payload) || !link.alarms.hasSome(core.clock.monotonic())) return false;
    const began = core.clock.busy();
    const received = protocol.receive(protocol.initialState, frame, core.clock.now());
    link.alarms.spend(core.clock.busy() - began, core.clock.monotonic());
    const name = received.type === 'message' ? nameOfAlarms(received.report.samples) : null;
    return name !== null && !link.isOnTheWay(name, packet);
  }

  #linkOf(identity: string, tokenHash: string): BrokerLink {
    const known = this.#links.get(identity);
    if (known !== undefined && known.tokenHash === tokenHash) return known;
    known?.end();
    const link = new BrokerLink(this.#host, this, { identity, tokenHash, connectionId: this.#nextNumber() });
    this.#links.set(identity, link);
    return link;
  }

  #lose(identity: string, packet: number | null): void {
    const link = this.#links.get(identity);
    if (link !== undefined) this.forget(link);
    if (packet !== null) this.#acknowledge(packet);
  }

  /** The identity was assigned to a device, removed from it, or has another token. */
  changed(identity: string): void {
    const link = this.#links.get(identity);
    if (link !== undefined) this.forget(link);
  }

  forget(link: BrokerLink): void {
    if (this.#links.get(link.identity) === link) this.#links.delete(link.identity);
    link.end();
  }

  publish(topic: string, payload: Uint8Array): void {
    this.#client.publish(topic, Buffer.from(payload), { qos: 1 }, () => undefined);
  }

  stored(packet: number): void {
    this.#retries.stored();
    this.#acknowledge(packet);
  }

  #acknowledge(packet: number): void {
    const waiting = this.#taken(packet);
    if (waiting === null) return;
    this.#retries.settled(waiting.message);
    if (this.#client.connected) waiting.stream.write(generate({ cmd: 'puback', messageId: waiting.messageId }));
  }

  /** The message waits no longer. Null: its connection is closed, and the broker gives it again. */
  #taken(packet: number): Waiting | null {
    const waiting = this.#unacknowledged.get(packet);
    this.#unacknowledged.delete(packet);
    return waiting?.stream === this.#client.stream ? waiting : null;
  }

  isHere(packet: number): boolean {
    return this.#unacknowledged.get(packet)?.stream === this.#client.stream;
  }

  /** A broker repeats what was not acknowledged on a new connection only: the first message that is due again ends this one. */
  notStored(packet: number): void {
    const waiting = this.#taken(packet);
    if (waiting === null) return;
    const { message, stream } = waiting;
    setTimeout(() => stream.destroy(), this.#retries.notStored(message)).unref();
  }

  /** Call often: goes on with what was held, and gives up devices of a broker that is out of reach. */
  proceed(): void {
    const held = this.#held;
    this.#held = null;
    held?.();
    const now = this.#host.core.clock.monotonic();
    if (this.#lostAt === null || now - this.#lostAt < awayMs) return;
    this.endAll();
  }

  endAll(): void {
    for (const link of this.#links.values()) link.end();
    this.#links.clear();
  }
}
