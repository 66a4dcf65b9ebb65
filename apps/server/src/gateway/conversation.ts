import type { Downlink, IdentityClaim, Uplink, UplinkOrigin } from '@varde/contract/events';
import { carriesAlarm } from '@varde/protocols/carries-alarm';
import {
  type IdentitySecret,
  type Received,
  type StreamProtocol,
  wrongSecret,
} from '@varde/protocols/protocol';
import { metrics } from '#platform/metrics.ts';
import type { TokenBucket } from '#platform/token-bucket.ts';
import type { Occupant } from './device-room.ts';
import type { GatewayCore } from './gateway-core.ts';
import type { IdentityClaims } from './identity-claims.ts';
import type { IdentitySecrets } from './identity-secrets.ts';
import type { KeptUplinks } from './kept-uplinks.ts';

/** What the conversations of one gateway share. */
export interface ConversationHost<State> {
  readonly protocol: StreamProtocol<State>;
  readonly core: GatewayCore;
  readonly kept: KeptUplinks;
  /** Which conversations speak as which device. */
  readonly claims: IdentityClaims<Conversation<State>>;
  readonly secrets: IdentitySecrets;
}

/** What a conversation needs of its transport. */
export interface DeviceLink extends Occupant {
  readonly address: string;
  readonly connectionId: string;
  /** A reading of the monotonic clock. */
  readonly lastHeardAt: number;
  /** The device cannot be answered any more, and what comes now was sent before. */
  readonly isClosed: boolean;
  readonly isWritable: boolean;
  write(bytes: Uint8Array): void;
  /** It is known what became of a message: there is room for another. */
  settled(): void;
  /** What held up the frames after it is over: takes what has come meanwhile. */
  proceed(): void;
  /** Probes every so many milliseconds whether the device is still there; null: no more. */
  probe(everyMs: number | null): void;
  /** Nothing was heard for too long. */
  closeSilent(): void;
}

interface Unanswered {
  replies: readonly Uint8Array[];
  /** Null while it is not known what became of it. */
  durable: boolean | null;
}

/** What a contest for an identity comes to. */
type ContestUplink =
  | { kind: 'identityContested'; identity: string; claims: readonly IdentityClaim[] }
  | { kind: 'identitySettled'; identity: string };

type Message = Extract<Received<unknown>, { type: 'message' }>;

/** Milliseconds that it takes to store one sample, roughly. */
const sampleMs = 0.05;

/**
 * What a device and Varde say to each other, whatever carries it: messages become uplinks in the order in which they
 * came, replies leave in the same order and each only when its message is durable, and commands find the device that
 * they are for. Holds no timer, no buffer and no closure of its own while it is idle.
 */
export class Conversation<State> {
  readonly link: DeviceLink;
  /** Milliseconds that its messages may keep the process busy. */
  readonly work: TokenBucket;
  /** Who spoke last. */
  identity: string | null = null;
  /** Who spoke is not registered, and no registered device has spoken before. */
  isUnknown = false;
  /** A frame waits for a secret. Nothing may be taken before it. */
  isAsking = false;
  readonly #host: ConversationHost<State>;
  #state: State;
  #unanswered: Unanswered[] = [];
  #malformedMinute = 0;
  #malformedCount = 0;

  constructor(host: ConversationHost<State>, link: DeviceLink) {
    this.link = link;
    this.work = host.core.workShare();
    this.#host = host;
    this.#state = host.protocol.initialState;
  }

  /** Messages that wait for their commit, or for that of one before them. */
  get waiting(): number {
    return this.#unanswered.length + (this.isAsking ? 1 : 0);
  }

  /** Takes a frame. Never throws on what a device sends. */
  take(frame: Uint8Array): void {
    const received = this.#receive(frame);
    if (received.type === 'needsSecret') void this.#ask(frame, received.identity);
    else this.#handle(received, frame);
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
    if (received === null || received.type === 'needsSecret')
      this.recordMalformed(identity, wrongSecret, frame);
    else this.#handle(received, frame);
    core.worked(this.link.address, this.work, began);
    this.link.proceed();
  }

  #handle(received: Received<State>, frame: Uint8Array): void {
    if (received.type === 'malformed') this.recordMalformed(received.identity, received.reason, frame);
    else if (received.identity === null) this.recordMalformed(null, 'noIdentity', frame);
    else if (!this.link.isClosed) void this.#publish(received, received.identity, frame);
    else if (received.replies.length === 0 || carriesAlarm(received.report.samples))
      this.#publishLate(received, received.identity, frame);
  }

  /** All are counted; a connection that sends nothing else does not fill the database with it. */
  recordMalformed(identity: string | null, reason: string, raw: Uint8Array): void {
    const { core } = this.#host;
    metrics.malformed.inc({ protocol: core.protocol, reason });
    if (reason === wrongSecret) this.isUnknown = core.isStranger(this.link);
    const minute = Math.floor(core.clock.monotonic() / 60_000);
    if (minute !== this.#malformedMinute) {
      this.#malformedMinute = minute;
      this.#malformedCount = 0;
    }
    this.#malformedCount += 1;
    if (this.#malformedCount > core.limits.malformedPerMinute) return;
    void core.publisher.publish({ ...this.#origin(), kind: 'malformed', identity, reason, raw });
  }

  /** Nothing is sent on a connection that is breaking: the command waits for the next one. */
  send({ identity, commandId, command }: Downlink): void {
    if (!this.link.isWritable) return;
    const { protocol, kept } = this.#host;
    const sent = protocol.send(this.#state, command);
    if (sent.type === 'sent') {
      this.#state = sent.state;
      this.link.write(sent.bytes);
      if (!this.link.isWritable) return;
      void kept.publish({ ...this.#origin(), kind: 'commandSent', identity, commandId, ref: sent.ref });
    } else {
      const refused = { kind: 'commandRefused', identity, commandId, reason: 'unsupported' } as const;
      void kept.publish({ ...this.#origin(), ...refused });
    }
  }

  /** Tells processing what became of the claims to a device's identity. */
  publishContest(contest: ContestUplink): void {
    void this.#host.kept.publish({ ...this.#origin(), ...contest });
  }

  /** The device that spoke here does so no more. Another one may go on speaking on the same link. */
  leave(): void {
    const { claims, kept } = this.#host;
    const { identity } = this;
    if (identity === null) return;
    void kept.publish({ ...this.#origin(), kind: 'disconnected', identity });
    claims.release(identity, this);
  }

  /**
   * The device can no longer be answered: what it repeats is left to its next connection, unless it is an alarm, since
   * there may be no next one. That, and what a device says once, is published now, within what its address may send:
   * there is no reading to hold back any more.
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
    const unanswered: Unanswered = { replies, durable: null };
    this.#unanswered.push(unanswered);
    if (replies.length > 0) kept.flushNow(this.link.connectionId);
    // The device repeats what it is to be answered and is not; anything else it says once.
    const verdict = await (replies.length > 0 ? core.publisher : kept).publish(
      this.#uplinkOf(message, identity, raw),
    );
    unanswered.durable = verdict === 'stored' || verdict === 'duplicate';
    this.isUnknown = verdict === 'unknownDevice' && core.isStranger(this.link);
    if (unanswered.durable) core.isKnown(this.link);
    this.#answer();
    this.link.settled();
  }

  /** A connection that is closed may still have spoken, and claims nothing. */
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
      if (first.durable) for (const reply of first.replies) this.link.write(reply);
      [first] = this.#unanswered;
    }
  }

  #uplinkOf(
    { word, retryKey, timed, report }: Message,
    identity: string,
    raw: Uint8Array,
  ): Extract<Uplink, { kind: 'message' }> {
    const contested = this.#host.claims.isContested(identity, this) ? { contested: true as const } : {};
    const message = { kind: 'message', identity, word, retryKey, timed, raw, report } as const;
    return { ...this.#origin(), ...message, ...contested };
  }

  #origin(): UplinkOrigin {
    return this.#host.core.origin(this.link.connectionId, this.link.address);
  }
}
