import { type ProtocolKey, protocolByKey } from '@varde/catalogue/protocols';
import { tranSource } from '@varde/catalogue/transaction-sources';
import type { UplinkOrigin } from '@varde/contract/events';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { TokenBucket } from '#platform/limits/token-bucket.ts';
import { Turns } from '#platform/limits/turns.ts';
import type { Log } from '#platform/log/log.ts';
import { metrics } from '#platform/log/metrics.ts';
import { AddressGuard, type Refusal } from './address-guard.ts';
import { AllowList } from './allow-list.ts';
import { DeviceRoom, type Occupant } from './device-room.ts';
import { defaultGatewayLimits, type GatewayLimits } from './gateway-limits.ts';
import { MalformedMessages } from './malformed-messages.ts';
import { UplinkPublisher } from './uplink-publisher.ts';
import { within } from './within.ts';

/** The worst frame takes less (bench/results/frames.md); the excess is not its fault, but the garbage collector's. */
const longestFrameMs = 20;

export interface CoreOptions {
  bus: Bus;
  clock: Clock;
  log: Log;
  /** Name of this gateway process, the holder of the leases. */
  gatewayId: string;
  /** Networks that may connect; undefined: all. */
  allowed?: readonly string[];
  limits?: Partial<GatewayLimits>;
  /** Turns of connections; shared by the gateways of the process. */
  turns?: Turns;
  /** Shared with other gateways of the process; without it, this one has room for `limits.connections` of its own. */
  room?: DeviceRoom;
}

/**
 * The part of a gateway without a transport: admission of addresses, limits of an address and a connection, the origin
 * of uplinks, and the number of published uplinks that are not durable yet.
 */
export class GatewayCore {
  readonly gatewayId: string;
  readonly protocol: ProtocolKey;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: GatewayLimits;
  readonly guard: AddressGuard;
  readonly publisher: UplinkPublisher;
  readonly malformed: MalformedMessages;
  readonly turns: Turns;
  readonly #room: DeviceRoom;
  readonly #allowList: AllowList;
  readonly #source: UplinkOrigin['tranSource'];

  constructor(protocol: ProtocolKey, { bus, clock, log, allowed = [], ...options }: CoreOptions) {
    this.gatewayId = options.gatewayId;
    this.protocol = protocol;
    this.clock = clock;
    this.log = log;
    this.limits = { ...defaultGatewayLimits, ...options.limits };
    this.guard = new AddressGuard(this.limits);
    this.publisher = new UplinkPublisher(bus, log);
    this.malformed = new MalformedMessages(this, protocol);
    this.turns = options.turns ?? new Turns(clock, this.limits.turnMs);
    this.#room = options.room ?? new DeviceRoom(this.limits.connections);
    this.#allowList = new AllowList(allowed, protocol, log);
    this.#source = tranSource[protocolByKey(protocol).source];
  }

  /**
   * Takes a slot for a new connection, or counts the refusal. `beyondShare` decides about a connection
   * of an address that has used up its share: it waits to be read, or is refused.
   */
  admits(address: string, beyondShare: 'waits' | 'isRefused'): boolean {
    const refusal = this.#refusalOf(address, beyondShare);
    if (refusal !== null) metrics.connectionsRefused.inc({ protocol: this.protocol, reason: refusal });
    return refusal === null;
  }

  #refusalOf(address: string, beyondShare: 'waits' | 'isRefused'): Refusal | 'full' | 'notAllowed' | null {
    const now = this.clock.monotonic();
    if (!this.#allowList.admits(address)) return 'notAllowed';
    if (beyondShare === 'isRefused' && !this.guard.mayGoOn(address, now)) return 'tooManyAtOnce';
    const refusal = this.guard.admit(address, now);
    if (refusal !== null || this.#room.take()) return refusal;
    this.guard.release(address);
    return 'full';
  }

  /** A connection that was admitted. No registered device has spoken on it yet. */
  opened(connection: Occupant): void {
    metrics.connections.inc({ protocol: this.protocol });
    this.#room.strangers.add(connection);
  }

  closed(connection: Occupant, address: string): void {
    this.guard.release(address);
    this.#room.giveBack(connection);
    metrics.connections.dec({ protocol: this.protocol });
  }

  /** A registered device has spoken on it: it is never closed to free a slot. */
  isKnown(connection: Occupant): void {
    this.#room.strangers.delete(connection);
  }

  isStranger(connection: Occupant): boolean {
    return this.#room.strangers.has(connection);
  }

  /** The processor time that a new connection may use, in milliseconds. */
  workShare(): TokenBucket {
    return new TokenBucket(this.limits.workPerSecond, this.limits.workAtOnce, this.clock.monotonic());
  }

  /** Charges processor time of a frame since `began`, a reading of `clock.busy`, and returns the newest reading. */
  worked(address: string, share: TokenBucket | undefined, began: number): number {
    const ended = this.clock.busy();
    this.charge(address, share, Math.min(ended - began, longestFrameMs));
    return ended;
  }

  /** Charges processor time in milliseconds. */
  charge(address: string, share: TokenBucket | undefined, ms: number): void {
    const now = this.clock.monotonic();
    share?.spend(ms, now);
    this.guard.worked(address, ms, now);
  }

  /** The limit of uplinks that wait for their commit is reached. */
  get isFull(): boolean {
    return this.publisher.inFlight >= this.limits.inFlight;
  }

  /** Whether another message of this address may be taken now; takes it when it may. */
  takeMessage(address: string): boolean {
    return this.guard.takeFrame(address, this.clock.monotonic());
  }

  /** Origin of an uplink that arrives now. */
  origin(connectionId: string, remoteAddress: string): UplinkOrigin {
    const [protocol, receivedAt] = [this.protocol, this.clock.now()];
    return {
      gatewayId: this.gatewayId,
      protocol,
      connectionId,
      remoteAddress,
      receivedAt,
      tranSource: this.#source,
    };
  }

  /** Call every few seconds: forgets addresses whose limits are full again, and logs refusals and unreadable messages. */
  rest(): void {
    this.guard.forgetRested(this.clock.monotonic());
    this.#allowList.report(this.clock.monotonic());
    this.malformed.report();
  }

  /** Waits for uplinks in commit, for the time that a stop may take. */
  drained(): Promise<void> {
    return within(this.limits.drainSeconds * 1000, this.publisher.settled());
  }
}
