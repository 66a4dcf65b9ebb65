import { acknowledgedPacket, decodePublication } from '@varde/protocols/open/index';
import { TokenBucket } from '#platform/limits/token-bucket.ts';
import { Conversation, type ConversationHost, type DeviceLink } from './conversation.ts';

/** What a link may do at the broker. */
export interface BrokerAccess {
  /** The name of the broker, instead of the address of a device. */
  readonly address: string;
  readonly isConnected: boolean;
  publish(topic: string, payload: Uint8Array): void;
  /** A message was stored, or put aside: it is acknowledged. */
  stored(packet: number): void;
  /** Whether the message waits for its acknowledgement on this connection: the broker gives one of an earlier connection again. */
  isHere(packet: number): boolean;
  /** A message was not stored: the broker has to give it again. */
  notStored(packet: number): void;
  /** The device is no longer the one that the link was opened for. */
  forget(link: BrokerLink): void;
}

/** One device at a broker elsewhere: its connection is the broker's, and its last will says that it is lost. */
export class BrokerLink implements DeviceLink {
  readonly address: string;
  readonly connectionId: string;
  readonly identity: string;
  readonly tokenHash: string;
  readonly conversation: Conversation<unknown>;
  lastHeardAt: number;
  isClosed = false;
  readonly isShared = true;
  /** Milliseconds for finding its alarms when its share is used up. */
  readonly alarms: TokenBucket;
  /** The names (`nameOfAlarms`) of its alarms that are not stored yet, and the message that each came in. */
  readonly #onTheWay = new Map<string, number>();
  readonly #broker: BrokerAccess;

  constructor(
    host: ConversationHost<unknown>,
    broker: BrokerAccess,
    { identity, tokenHash, connectionId }: { identity: string; tokenHash: string; connectionId: string },
  ) {
    this.address = broker.address;
    this.connectionId = connectionId;
    this.identity = identity;
    this.tokenHash = tokenHash;
    this.lastHeardAt = host.core.clock.monotonic();
    this.conversation = new Conversation(host, this);
    const { alarmsWorkPerSecond, alarmsWorkAtOnce } = host.core.limits;
    this.alarms = new TokenBucket(alarmsWorkPerSecond, alarmsWorkAtOnce, this.lastHeardAt);
    this.#broker = broker;
  }

  get isWritable(): boolean {
    return !this.isClosed && this.#broker.isConnected;
  }

  write(bytes: Uint8Array): void {
    const packet = acknowledgedPacket(bytes);
    const publication = packet === null ? decodePublication(bytes) : null;
    if (packet !== null) this.#stored(packet);
    else if (publication !== null) this.#broker.publish(publication.topic, publication.payload);
  }

  /**
   * Whether alarms of this name come in a message that is not stored yet, and that the broker gives again if Varde ends
   * before: then the same alarms once more add nothing, since that message will open them, or ring them again. Otherwise
   * they come in this one. One without a number is not given again, nor is one of an earlier connection: this may be it.
   */
  isOnTheWay(name: string, packet: number | null): boolean {
    const its = this.#onTheWay.get(name);
    if (its !== undefined && this.#broker.isHere(its)) return true;
    if (packet !== null) this.#onTheWay.set(name, packet);
    return false;
  }

  #stored(packet: number): void {
    this.#noLongerOnTheWay(packet);
    this.#broker.stored(packet);
  }

  notStored(replies: readonly Uint8Array[]): void {
    for (const packet of replies.map(acknowledgedPacket)) {
      if (packet === null) continue;
      this.#noLongerOnTheWay(packet);
      this.#broker.notStored(packet);
    }
  }

  #noLongerOnTheWay(packet: number): void {
    for (const [name, its] of this.#onTheWay) if (its === packet) this.#onTheWay.delete(name);
  }

  /** The device has lost its connection, or is not known any more. */
  end(): void {
    if (this.isClosed) return;
    this.conversation.leave();
    this.isClosed = true;
  }

  sendAway(): void {
    this.#broker.forget(this);
  }

  // The connection is the broker's.
  settled(): void {}
  proceed(): void {}
  probe(): void {}
  closeSilent(): void {}
}
