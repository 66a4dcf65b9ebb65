import type { Downlink, IdentityClaim, Uplink, UplinkOrigin } from '@varde/contract/events';
import { carriesAlarm } from '@varde/protocols/carries-alarm';
import {
  type DialogueProtocol,
  type IdentitySecret,
  type Received,
  type SentFrames,
  wrongSecret,
} from '@varde/protocols/protocol';
import type { TokenBucket } from '#platform/limits/token-bucket.ts';
import { metrics } from '#platform/log/metrics.ts';
import type { Occupant } from './device-room.ts';
import type { GatewayCore } from './gateway-core.ts';
import type { IdentityClaims } from './identity-claims.ts';
import type { IdentitySecrets } from './identity-secrets.ts';
import type { KeptUplinks } from './kept-uplinks.ts';

/** Shared by the conversations of one gateway. */
export interface ConversationHost<State> {
  readonly protocol: DialogueProtocol<State>;
  readonly core: GatewayCore;
  readonly kept: KeptUplinks;
  /** Claims of identities by conversations. */
  readonly claims: IdentityClaims<Conversation<State>>;
  readonly secrets: IdentitySecrets;
}

/** The transport of a conversation. */
export interface DeviceLink extends Occupant {
  readonly address: string;
  readonly connectionId: string;
  /** Hash of the token with which the device proved its identity when it connected. */
  readonly tokenHash?: string;
  /** A reading of the monotonic clock. */
  readonly lastHeardAt: number;
  /** The connection is closed for writing; frames that still arrive were sent before. */
  readonly isClosed: boolean;
  readonly isWritable: boolean;
  /** Whether the device can take a command of this length; without it: whatever its length. */
  canCarry?(bytes: Uint8Array): boolean;
  write(bytes: Uint8Array): void;
  /** A message is settled: there is room for another. */
  settled(): void;
  /** A message that the device repeats was not stored, and does not get these replies. One that it sends once is kept. */
  notStored?(replies: readonly Uint8Array[]): void;
  /** Other devices wait behind a message that is not acknowledged: one that was put aside, and would fail again, is. */
  readonly isShared?: boolean;
  /** The wait for a secret is over: takes the frames that arrived meanwhile. */
  proceed(): void;
  /** Sets the keepalive interval in milliseconds; null: off. */
  probe(everyMs: number | null): void;
  /** Nothing was received for too long. */
  closeSilent(): void;
}

interface Unanswered {
  replies: readonly Uint8Array[];
  goesOn: SentFrames | undefined;
  /** Null until it is settled. */
  durable: boolean | null;
}

/** The uplinks about a contest for an identity. */
type ContestUplink =
  | { kind: 'identityContested'; identity: string; claims: readonly IdentityClaim[] }
  | { kind: 'identitySettled'; identity: string };

type SentCommand = Pick<Extract<Uplink, { kind: 'commandSent' }>, 'identity' | 'commandId' | 'command' | 'ref'>;
type Message = Extract<Received<unknown>, { type: 'message' }>;

/** Of a frame that could not be read. */
export const unknownWord = '';

/** Estimated cost of storing one sample, milliseconds. */
const sampleMs = 0.05;

/**
 * The dialogue with a device over any transport: messages become uplinks in order of arrival, replies leave in the same
 * order and each only when its message is durable, and commands reach their device. Holds no timer, no buffer and no
 * closure of its own while it is idle.
 */
export class Conversation<State> {
  readonly link: DeviceLink;
  /** Milliseconds that its messages may keep the process busy. */
  readonly work: TokenBucket;
  /** The identity of the last message. */
  identity: string | null = null;
  /** The identity is not registered, and no registered device has spoken before. */
  isUnknown = false;
  /** A frame waits for a secret, and later frames wait for it. */
  isAsking = false;
  readonly #host: ConversationHost<State>;
  #state: State;
  #unanswered: Unanswered[] = [];
  /** The last command that was sent. */
  #command: SentCommand | null = null;
  #malformedMinute = 0;
  #malformedCount = 0;

  constructor(host: ConversationHost<State>, link: DeviceLink) {
    this.link = link;
    this.work = host.core.workShare();
    this.#host = host;
    this.#state = host.protocol.initialState;
  }

  /** Messages that wait for their own commit or an earlier one. */
  get waiting(): number {
    return this.#unanswered.length + (this.isAsking ? 1 : 0);
  }

  /** Takes a frame. For one that could not be read: resolves with whether nothing is left to be done for it. Never throws on device input. */
  take(frame: Uint8Array): Promise<boolean> | null {
    const received = this.#receive(frame);
    if (received.type !== 'needsSecret') return this.#handle(received, frame);
    void this.#ask(frame, received.identity);
    return null;
  }

  #receive(frame: Uint8Array, known?: IdentitySecret) {
    const { protocol, core } = this.#host;
    const received = protocol.receive(this.#state, frame, core.clock.now(), known);
    this.#state = received.state;
    return received;
  }

  /** Takes a frame when its secret is known. A missing secret and a wrong one get the same answer. */
  async #ask(frame: Uint8Array, identity: string): Promise<void> {
    const { core, secrets } = this.#host;
    this.isAsking = true;
    const secret = await secrets.of(identity);
    await core.turns.mine();
    this.isAsking = false;
    const began = core.clock.busy();
    const received = secret === null ? null : this.#receive(frame, { identity, secret });
    if (received === null || received.type === 'needsSecret') void this.recordMalformed(identity, wrongSecret, frame);
    else void this.#handle(received, frame);
    core.worked(this.link.address, this.work, began);
    this.link.proceed();
  }

  #handle(received: Received<State>, frame: Uint8Array): Promise<boolean> | null {
    if (received.type === 'malformed') return this.recordMalformed(received.identity, received.reason, frame);
    if (received.identity === null) return this.recordMalformed(null, 'noIdentity', frame);
    if (!this.link.isClosed) void this.#publish(received, received.identity, frame);
    else if (received.replies.length === 0 || carriesAlarm(received.report.samples))
      this.#publishLate(received, received.identity, frame);
    return null;
  }

  /** Counts every malformed frame and records a limited number for each connection. Resolves when that is done: false, it failed. */
  async recordMalformed(identity: string | null, reason: string, raw: Uint8Array): Promise<boolean> {
    const { core, protocol } = this.#host;
    if (reason === wrongSecret) this.isUnknown = core.isStranger(this.link);
    const minute = Math.floor(core.clock.monotonic() / 60_000);
    if (minute !== this.#malformedMinute) {
      this.#malformedMinute = minute;
      this.#malformedCount = 0;
    }
    this.#malformedCount += 1;
    const origin = this.#origin();
    if (this.#malformedCount > core.limits.malformedPerMinute) {
      core.malformed.count(origin, reason);
      return true;
    }
    const kept = () => protocol.withoutSecrets?.(raw, unknownWord) ?? raw;
    return core.malformed.record(origin, { reason, identity, raw: kept });
  }

  /** Nothing is sent on a connection that is breaking: the command waits for the next one. */
  send({ identity, commandId, command }: Downlink): void {
    if (!this.link.isWritable) return;
    const { protocol, core, kept } = this.#host;
    const sent = protocol.send(this.#state, command, core.clock.now(), String(commandId));
    if (sent.type === 'sent' && this.link.canCarry?.(sent.bytes) !== false) {
      this.#state = sent.state;
      this.link.write(sent.bytes);
      this.#command = { identity, commandId, command, ref: sent.ref };
      this.#publishSent(this.#command, sent);
    } else {
      const refused = { kind: 'commandRefused', identity, commandId, reason: 'unsupported' } as const;
      void kept.publish({ ...this.#origin(), ...refused });
    }
  }

  #publishSent(command: SentCommand, { bytes, word }: SentFrames, goesOn = false): void {
    if (!this.link.isWritable) return;
    const { protocol, kept } = this.#host;
    const raw = protocol.withoutSecrets?.(bytes, word) ?? bytes;
    const sent = { ...this.#origin(), kind: 'commandSent', ...command, word, raw } as const;
    void kept.publish({ ...sent, ...(goesOn && { goesOn: true as const }) });
  }

  /** Publishes the state of a contest to processing. */
  publishContest(contest: ContestUplink): void {
    void this.#host.kept.publish({ ...this.#origin(), ...contest });
  }

  /** The device has left this link. Another device may still use the same link. */
  leave(): void {
    const { claims, kept } = this.#host;
    const { identity } = this;
    if (identity === null) return;
    void kept.publish({ ...this.#origin(), kind: 'disconnected', identity });
    claims.release(identity, this);
  }

  /**
   * The device can no longer be answered: messages that it repeats are left to its next connection, except alarms, since
   * there may be no next one. Alarms, and messages that are sent once, are published now, within the limits of the address:
   * pausing the socket no longer has an effect.
   */
  #publishLate(message: Message, identity: string, raw: Uint8Array): void {
    const { core, kept } = this.#host;
    if (!core.takeMessage(this.link.address)) {
      metrics.uplinksLost.inc({ protocol: core.protocol });
      return;
    }
    this.#bind(identity);
    void kept.publish(this.#uplinkOf(message, identity, raw));
  }

  async #publish(message: Message, identity: string, raw: Uint8Array): Promise<void> {
    const { core, kept } = this.#host;
    this.#bind(identity);
    this.work.spend(message.report.samples.length * sampleMs, core.clock.monotonic());
    const { replies } = message;
    const unanswered: Unanswered = { replies, goesOn: message.goesOn, durable: null };
    this.#unanswered.push(unanswered);
    if (replies.length > 0) kept.flushNow(this.link.connectionId);
    // The device retries messages that have a reply; others it sends once, so they are kept.
    const verdict = await (replies.length > 0 ? core.publisher : kept).publish(this.#uplinkOf(message, identity, raw));
    const isStored = verdict === 'stored' || verdict === 'duplicate';
    unanswered.durable = isStored || (verdict === 'unprocessable' && this.link.isShared === true);
    this.isUnknown = verdict === 'unknownDevice' && core.isStranger(this.link);
    if (isStored) core.isKnown(this.link);
    this.#answer();
    if (!unanswered.durable && replies.length > 0) this.link.notStored?.(replies);
    this.link.settled();
  }

  /** Messages of a closed connection still count, but claim no identity. */
  #bind(identity: string): void {
    if (this.identity !== identity) {
      this.leave();
      this.identity = identity;
    }
    if (!this.link.isClosed) this.#host.claims.claim(identity, this, this.link.lastHeardAt);
  }

  #answer(): void {
    let [first] = this.#unanswered;
    while (first !== undefined && first.durable !== null) {
      this.#unanswered.shift();
      if (first.durable) {
        for (const reply of first.replies) this.link.write(reply);
        if (first.goesOn && first.goesOn.ref === this.#command?.ref)
          this.#publishSent(this.#command, first.goesOn, true);
      }
      [first] = this.#unanswered;
    }
  }

  #uplinkOf(
    { word, retryKey, timed, report }: Message,
    identity: string,
    frame: Uint8Array,
  ): Extract<Uplink, { kind: 'message' }> {
    const contested = this.#host.claims.isContested(identity, this) ? { contested: true as const } : {};
    const raw = this.#host.protocol.withoutSecrets?.(frame, word) ?? frame;
    const message = { kind: 'message', identity, word, retryKey, timed, raw, report } as const;
    const { tokenHash } = this.link;
    return { ...this.#origin(), ...message, ...contested, ...(tokenHash !== undefined && { tokenHash }) };
  }

  #origin(): UplinkOrigin {
    return this.#host.core.origin(this.link.connectionId, this.link.address);
  }
}
