import { acknowledgedPacket, decodePublication } from '@varde/protocols/open/index';
import { TokenBucket } from '#platform/limits/token-bucket.ts';
import { Conversation, type ConversationHost, type DeviceLink } from './conversation.ts';

/** What a link may do at the broker. */
export interface BrokerAccess {
  /** The name of the broker, instead of the address of a device. */
  readonly address: string;
  readonly isConnected: boolean;
  publish(topic: string, payload: Uint8Array): void;
  acknowledge(packet: number): void;
  /** A message was not stored: the broker has to give it again. */
  notStored(): void;
  /** The device is no longer the one that the link was opened for. */
  forget(link: BrokerLink): void;
}

/** Milliseconds for finding the alarms of a device whose share is used up: lasting rate per second, and burst. */
const alarmsPerSecond = 10;
const alarmsAtOnce = 100;

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
    this.alarms = new TokenBucket(alarmsPerSecond, alarmsAtOnce, this.lastHeardAt);
    this.#broker = broker;
  }

  get isWritable(): boolean {
    return !this.isClosed && this.#broker.isConnected;
  }

  write(bytes: Uint8Array): void {
    const packet = acknowledgedPacket(bytes);
    const publication = packet === null ? decodePublication(bytes) : null;
    if (packet !== null) this.#broker.acknowledge(packet);
    else if (publication !== null) this.#broker.publish(publication.topic, publication.payload);
  }

  notStored(): void {
    this.#broker.notStored();
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
