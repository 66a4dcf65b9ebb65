import type { Socket } from 'node:net';
import { tranSource } from '@varde/catalogue/transaction-sources';
import type { Downlink, IdentityClaim, Uplink, UplinkOrigin } from '@varde/contract/events';
import { carriesAlarm } from '@varde/protocols/carries-alarm';
import type { FramerOutput, Received, StreamProtocol } from '@varde/protocols/protocol';
import type { Clock } from '#platform/clock.ts';
import { metrics } from '#platform/metrics.ts';
import { TokenBucket } from '#platform/token-bucket.ts';
import type { AddressGuard } from './address-guard.ts';
import type { AllowList } from './allow-list.ts';
import type { DeviceRoom } from './device-room.ts';
import type { GatewayLimits } from './gateway-limits.ts';
import type { IdentityClaims } from './identity-claims.ts';
import { Intake } from './intake.ts';
import type { KeptUplinks } from './kept-uplinks.ts';
import type { Turns } from './turns.ts';
import type { UplinkPublisher } from './uplink-publisher.ts';
import { workTime } from './work-time.ts';

/** What the connections of one port share. */
export interface SessionHost<State> {
  readonly protocol: StreamProtocol<State>;
  readonly clock: Clock;
  readonly limits: GatewayLimits;
  readonly allowList: AllowList;
  readonly guard: AddressGuard;
  readonly publisher: UplinkPublisher;
  readonly kept: KeptUplinks;
  /** Which connections speak as which device. */
  readonly claims: IdentityClaims<Session<State>>;
  readonly room: DeviceRoom;
  /** Connections that are not read until there is room, the next one first; the sweeper tries them again. */
  readonly held: Set<Session<State>>;
  /** Connections with a frame that is not whole; the sweeper gives it up when they fall silent. */
  readonly incomplete: Set<Session<State>>;
  readonly turns: Turns;
}

interface Unanswered {
  replies: readonly Uint8Array[];
  /** Null while it is not known what became of it. */
  durable: boolean | null;
}

/** What a contest for an identity comes to, without where it is told from. */
type ContestUplink =
  | { kind: 'identityContested'; identity: string; claims: readonly IdentityClaim[] }
  | { kind: 'identitySettled'; identity: string };

/** What it takes to store one sample, roughly. */
const sampleMs = 0.05;

type Message = Extract<Received<unknown>, { type: 'message' }>;

/**
 * One connection: bytes → frames → messages → uplinks, in order, and replies in the same order, each only when its
 * message is durable. Holds no timer, no buffer and no closure of its own while it is idle.
 */
export class Session<State> {
  readonly socket: Socket;
  readonly address: string;
  readonly connectionId: string;
  /** Readings of the monotonic clock. */
  readonly openedAt: number;
  lastHeardAt: number;
  /** Who spoke here last. */
  identity: string | null = null;
  /** Nobody knows who speaks here: no device that is registered has. */
  isUnknown = false;
  readonly #host: SessionHost<State>;
  readonly #intake: Intake;
  /** Milliseconds that its frames may keep the process busy. */
  readonly #work: TokenBucket;
  #state: State;
  #unanswered: Unanswered[] = [];
  #ended = false;
  #closed = false;
  /** The connection is closed, and everything that was read on it has been taken. */
  #isGone = false;
  #malformedMinute = 0;
  #malformedCount = 0;

  constructor(host: SessionHost<State>, socket: Socket, address: string, connectionId: string) {
    this.socket = socket;
    this.address = address;
    this.connectionId = connectionId;
    this.openedAt = host.clock.monotonic();
    this.lastHeardAt = this.openedAt;
    this.#host = host;
    this.#intake = new Intake(host.protocol.createFramer());
    this.#work = new TokenBucket(host.limits.workPerSecond, host.limits.workAtOnce, this.openedAt);
    this.#state = host.protocol.initialState;
  }

  hear(chunk: Uint8Array): void {
    const now = this.#host.clock.monotonic();
    this.lastHeardAt = now;
    this.#host.guard.heard(this.address, chunk.length, now);
    this.#intake.add(chunk);
    this.proceed();
  }

  /**
   * Takes frames, or cuts pieces into frames, as long as there is time and room for it, and at most so many; reading
   * waits for the rest. Returns whether it has done some and has more to do.
   */
  proceed(atMost = Number.POSITIVE_INFINITY): boolean {
    let done = 0;
    let began = this.#host.clock.busy();
    while (!this.#intake.isEmpty) {
      if (done === atMost || this.#mustWait()) {
        this.#hold(done > 0);
        return done > 0;
      }
      done += 1;
      const output = this.#intake.next();
      if (output !== null) this.#take(output);
      began = this.#worked(began);
    }
    this.#goOnReading();
    return false;
  }

  /** The device sends no more; it may still listen. */
  end(): void {
    this.#ended = true;
    this.proceed();
  }

  /** The connection is gone. What was read and not taken is still a part of it, and comes before its end. */
  closed(): void {
    this.#closed = true;
    this.#host.held.delete(this);
    this.proceed();
  }

  /** Gives a frame up whose rest has not come, if the device has been silent for long enough. */
  giveUpIncomplete(): void {
    const { held, limits, clock } = this.#host;
    const silentMs = clock.monotonic() - this.lastHeardAt;
    if (held.has(this) || silentMs < limits.incompleteFrameSeconds * 1000) return;
    this.#intake.giveUp();
    this.proceed();
  }

  /** Everything that was read has been taken. */
  #goOnReading(): void {
    const { held, incomplete, clock } = this.#host;
    if ((this.#ended || this.#closed) && this.#intake.isIncomplete) {
      this.#intake.giveUp();
      this.proceed();
      return;
    }
    if (this.#intake.isIncomplete) incomplete.add(this);
    else incomplete.delete(this);
    if (held.delete(this)) {
      this.lastHeardAt = clock.monotonic(); // it was not the device that was silent
      this.socket.resume();
    }
    if (!this.#closed) this.#endWhenAnswered();
    else if (!this.#isGone) {
      this.#isGone = true;
      this.#leave();
    }
  }

  /** A connection that is breaking is told nothing: the command waits for the next one. */
  send({ identity, commandId, command }: Downlink): void {
    if (!this.#isWritable()) return;
    const sent = this.#host.protocol.send(this.#state, command);
    if (sent.type === 'sent') {
      this.#state = sent.state;
      this.#write(sent.bytes);
      if (!this.#isWritable()) return;
      void this.#host.kept.publish({
        ...this.#origin(),
        kind: 'commandSent',
        identity,
        commandId,
        ref: sent.ref,
      });
    } else {
      const refused = { kind: 'commandRefused', identity, commandId, reason: 'unsupported' } as const;
      void this.#host.kept.publish({ ...this.#origin(), ...refused });
    }
  }

  /** Tells processing what became of the claims to a device's identity. */
  tellOfClaims(told: ContestUplink): void {
    void this.#host.kept.publish({ ...this.#origin(), ...told });
  }

  #mustWait(): boolean {
    const { turns } = this.#host;
    if (turns.mayWork()) return !this.#closed && this.#isFull();
    turns.wait(this);
    return true;
  }

  /** Counts what has been worked since then, and returns when that was. */
  #worked(began: number): number {
    const { guard, clock } = this.#host;
    const [now, ended] = [clock.monotonic(), clock.busy()];
    const ms = workTime(began, ended);
    this.#work.spend(ms, now);
    guard.worked(this.address, ms, now);
    return ended;
  }

  #isFull(): boolean {
    const { limits, publisher, guard, clock } = this.#host;
    if (!this.#work.hasSome(clock.monotonic())) return true;
    if (!this.#intake.hasFrame) return false;
    return (
      this.#unanswered.length >= limits.inFlightPerConnection ||
      publisher.inFlight >= limits.inFlight ||
      (this.isUnknown && !guard.takeStrangersFrame(this.address, clock.monotonic())) ||
      !guard.takeFrame(this.address, clock.monotonic())
    );
  }

  /** One that was served goes to the end: whoever waits is served in turn. */
  #hold(wasServed: boolean): void {
    const { held } = this.#host;
    if (this.#closed) return;
    this.socket.pause();
    if (wasServed) held.delete(this);
    held.add(this);
  }

  #take(output: FramerOutput): void {
    if (output.type === 'garbage') {
      this.#recordMalformed(this.identity, output.reason, output.bytes);
      return;
    }
    const received = this.#host.protocol.receive(this.#state, output.bytes, this.#host.clock.now());
    this.#state = received.state;
    if (received.type === 'malformed')
      this.#recordMalformed(received.identity, received.reason, output.bytes);
    else if (received.identity === null) this.#recordMalformed(null, 'noIdentity', output.bytes);
    else if (!this.#closed) void this.#publishMessage(received, received.identity, output.bytes);
    else if (received.replies.length === 0 || carriesAlarm(received.report.samples))
      this.#publishLate(received, received.identity, output.bytes);
  }

  /**
   * Nobody is left to be answered: what the device repeats is left to its next connection, unless it is an alarm, since
   * there may be no next one. That and what a device says once is published now, within what its address may send:
   * there is no reading to hold back any more.
   */
  #publishLate(message: Message, identity: string, raw: Uint8Array): void {
    const { guard, kept, clock, protocol } = this.#host;
    if (!guard.takeFrame(this.address, clock.monotonic())) {
      metrics.uplinksLost.inc({ protocol: protocol.id });
      return;
    }
    this.#bind(identity);
    void kept.publish(this.#uplinkOf(message, identity, raw));
  }

  async #publishMessage(message: Message, identity: string, raw: Uint8Array): Promise<void> {
    this.#bind(identity);
    this.#work.spend(message.report.samples.length * sampleMs, this.#host.clock.monotonic());
    const { replies } = message;
    const unanswered: Unanswered = { replies, durable: null };
    this.#unanswered.push(unanswered);
    const { kept, publisher } = this.#host;
    if (replies.length > 0) kept.hurry(this.connectionId);
    // The device repeats what it is to be answered and is not; anything else it says once.
    const verdict = await (replies.length > 0 ? publisher : kept).publish(
      this.#uplinkOf(message, identity, raw),
    );
    unanswered.durable = verdict === 'stored' || verdict === 'duplicate';
    this.isUnknown = verdict === 'unknownDevice' && this.#host.room.strangers.has(this);
    if (unanswered.durable) this.#host.room.strangers.delete(this);
    this.#answer();
    if (this.#intake.isEmpty) this.#endWhenAnswered();
    else this.proceed();
  }

  /** A connection that is closed may still have spoken, and claims nothing. */
  #bind(identity: string): void {
    if (this.identity !== identity) {
      this.#leave();
      this.identity = identity;
    }
    if (!this.#closed) this.#host.claims.claim(identity, this, this.lastHeardAt);
  }

  /** Whoever spoke here does so no more. Says nothing of the socket: another device may go on speaking on it. */
  #leave(): void {
    const { claims, kept } = this.#host;
    const { identity } = this;
    if (identity === null) return;
    void kept.publish({ ...this.#origin(), kind: 'disconnected', identity });
    claims.release(identity, this);
  }

  #answer(): void {
    let [first] = this.#unanswered;
    while (first !== undefined && first.durable !== null) {
      this.#unanswered.shift();
      if (first.durable) for (const reply of first.replies) this.#write(reply);
      [first] = this.#unanswered;
    }
  }

  #write(bytes: Uint8Array): void {
    if (!this.#isWritable()) return;
    if (this.socket.writableCorked === 0) {
      this.socket.cork(); // what one commit answers leaves in one write
      process.nextTick(uncork, this.socket);
    }
    this.socket.write(bytes);
    if (this.socket.writableLength > this.#host.limits.writeBufferBytes) this.socket.destroy();
  }

  #isWritable(): boolean {
    return !this.socket.destroyed && !this.socket.writableEnded;
  }

  #endWhenAnswered(): void {
    if (this.#ended && this.#unanswered.length === 0 && this.#intake.isEmpty) this.socket.end();
  }

  /** All are counted; a connection that sends nothing else does not fill the database with it. */
  #recordMalformed(identity: string | null, reason: string, raw: Uint8Array): void {
    const { protocol, clock, limits, publisher } = this.#host;
    metrics.malformed.inc({ protocol: protocol.id, reason });
    const minute = Math.floor(clock.monotonic() / 60_000);
    if (minute !== this.#malformedMinute) {
      this.#malformedMinute = minute;
      this.#malformedCount = 0;
    }
    this.#malformedCount += 1;
    if (this.#malformedCount > limits.malformedPerMinute) return;
    void publisher.publish({ ...this.#origin(), kind: 'malformed', identity, reason, raw });
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
    return {
      protocol: this.#host.protocol.id,
      connectionId: this.connectionId,
      remoteAddress: this.address,
      receivedAt: this.#host.clock.now(),
      tranSource: tranSource.tcp,
    };
  }
}

function uncork(socket: Socket): void {
  socket.uncork();
}
