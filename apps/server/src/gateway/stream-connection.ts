import type { Socket } from 'node:net';
import type { FramerOutput, StreamProtocol } from '@varde/protocols/protocol';
import { Conversation, type ConversationHost, type DeviceLink } from './conversation.ts';
import { foreignTraffic, isBlank } from './foreign-traffic.ts';
import { Intake } from './intake.ts';

/** Shared by the connections of one port. */
export interface StreamConnectionHost<State> extends ConversationHost<State> {
  readonly protocol: StreamProtocol<State>;
  /** Paused connections, the next one to resume first; the sweeper retries them. */
  readonly held: Set<StreamConnection<State>>;
  /** Connections with an incomplete frame; the sweeper discards it after a timeout. */
  readonly incomplete: Set<StreamConnection<State>>;
}

/**
 * A conversation over one TCP connection: bytes → frames, processed while there is time and room for them, and replies
 * → bytes. Holds no timer, no buffer and no closure of its own while it is idle.
 */
export class StreamConnection<State> implements DeviceLink {
  readonly address: string;
  readonly connectionId: string;
  readonly conversation: Conversation<State>;
  /** Readings of the monotonic clock. */
  readonly openedAt: number;
  lastHeardAt: number;
  isClosed = false;
  readonly #socket: Socket;
  readonly #host: StreamConnectionHost<State>;
  readonly #intake: Intake;
  #ended = false;
  /** The connection is closed, and everything that was read on it has been processed. */
  #isGone = false;

  constructor(host: StreamConnectionHost<State>, socket: Socket, address: string, connectionId: string) {
    this.address = address;
    this.connectionId = connectionId;
    this.openedAt = host.core.clock.monotonic();
    this.lastHeardAt = this.openedAt;
    this.conversation = new Conversation(host, this);
    this.#socket = socket;
    this.#host = host;
    this.#intake = new Intake(host.protocol.createFramer());
  }

  hear(chunk: Uint8Array): void {
    const { clock, guard } = this.#host.core;
    this.lastHeardAt = clock.monotonic();
    guard.heard(this.address, chunk.length, this.lastHeardAt);
    this.#intake.add(chunk);
    this.proceed();
  }

  /**
   * Processes frames, or cuts bytes into frames, while limits allow, and at most `atMost`; reading waits for the rest.
   * Returns whether it has done some and has more to do.
   */
  proceed(atMost = Number.POSITIVE_INFINITY): boolean {
    const { core } = this.#host;
    let done = 0;
    let began = core.clock.busy();
    while (!this.#intake.isEmpty) {
      if (done === atMost || this.#mustWait()) {
        this.#hold(done > 0);
        return done > 0;
      }
      done += 1;
      const output = this.#intake.next();
      if (output?.type === 'frame') void this.conversation.take(output.bytes);
      else if (output !== null) this.#recordGarbage(output);
      began = core.worked(this.address, this.conversation.work, began);
    }
    this.#goOnReading();
    return false;
  }

  /** The device sends no more; it may still read. */
  end(): void {
    this.#ended = true;
    this.proceed();
  }

  /** The connection is closed. Bytes that were read are still processed, before its end is published. */
  closed(): void {
    this.isClosed = true;
    this.#host.held.delete(this);
    this.proceed();
  }

  /** Discards an incomplete frame after the timeout. */
  giveUpIncomplete(): void {
    const { limits, clock } = this.#host.core;
    const silentMs = clock.monotonic() - this.lastHeardAt;
    if (this.#host.held.has(this) || silentMs < limits.incompleteFrameSeconds * 1000) return;
    this.#intake.giveUp();
    this.proceed();
  }

  get isWritable(): boolean {
    return !this.#socket.destroyed && !this.#socket.writableEnded;
  }

  write(bytes: Uint8Array): void {
    if (!this.isWritable) return;
    if (this.#socket.writableCorked === 0) {
      this.#socket.cork(); // the replies of one commit leave in one write
      process.nextTick(uncork, this.#socket);
    }
    this.#socket.write(bytes);
    if (this.#socket.writableLength > this.#host.core.limits.writeBufferBytes) this.#socket.destroy();
  }

  settled(): void {
    if (this.#intake.isEmpty) this.#endWhenAnswered();
    else this.proceed();
  }

  probe(everyMs: number | null): void {
    if (everyMs === null) this.#socket.setKeepAlive(false);
    else this.#socket.setKeepAlive(true, everyMs);
  }

  closeSilent(): void {
    // A device that waits to be read by us is not silent.
    if (!this.#socket.isPaused()) this.#socket.destroy();
  }

  sendAway(): void {
    this.#socket.destroy();
  }

  #recordGarbage({ reason, bytes }: FramerOutput & { type: 'garbage' }): void {
    if (isBlank(bytes)) return;
    void this.conversation.recordMalformed(this.conversation.identity, foreignTraffic(bytes) ?? reason, bytes);
  }

  /** Everything that was read has been processed. */
  #goOnReading(): void {
    const { held, incomplete, core } = this.#host;
    if ((this.#ended || this.isClosed) && this.#intake.isIncomplete) {
      this.#intake.giveUp();
      this.proceed();
      return;
    }
    if (this.#intake.isIncomplete) incomplete.add(this);
    else incomplete.delete(this);
    if (held.delete(this)) {
      this.lastHeardAt = core.clock.monotonic(); // the device was paused, not silent
      this.#socket.resume();
    }
    if (!this.isClosed) this.#endWhenAnswered();
    else if (!this.#isGone && !this.conversation.isAsking) {
      this.#isGone = true;
      this.conversation.leave();
    }
  }

  #mustWait(): boolean {
    if (this.conversation.isAsking) return true;
    const { turns } = this.#host.core;
    if (turns.mayWork()) return !this.isClosed && this.#isFull();
    turns.wait(this);
    return true;
  }

  #isFull(): boolean {
    const { core } = this.#host;
    const { work, waiting, isUnknown } = this.conversation;
    const now = core.clock.monotonic();
    if (!work.hasSome(now)) return true;
    if (!this.#intake.hasFrame) return false;
    return (
      waiting >= core.limits.inFlightPerConnection ||
      core.isFull ||
      (isUnknown && !core.guard.takeStrangersFrame(this.address, now)) ||
      !core.takeMessage(this.address)
    );
  }

  /** Pauses reading. A connection that was served goes to the end of the queue. */
  #hold(wasServed: boolean): void {
    const { held } = this.#host;
    if (this.isClosed) return;
    this.#socket.pause();
    if (wasServed) held.delete(this);
    held.add(this);
  }

  #endWhenAnswered(): void {
    if (this.#ended && this.conversation.waiting === 0 && this.#intake.isEmpty) this.#socket.end();
  }
}

function uncork(socket: Socket): void {
  socket.uncork();
}
