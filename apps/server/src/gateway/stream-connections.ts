import type { Socket } from 'node:net';
import { plainAddress } from '#platform/address.ts';
import { metrics } from '#platform/metrics.ts';
import type { Refusal } from './address-guard.ts';
import { connectionNumbers } from './connection-numbers.ts';
import { Session, type SessionHost } from './session.ts';

/**
 * The open connections of one port. The handlers are the same three functions for all of them, since thousands are
 * mostly idle and each function of its own would stay in memory.
 */
export class StreamConnections<State> {
  readonly #host: SessionHost<State>;
  readonly #sessions = new Map<Socket, Session<State>>();
  readonly #whenNone: (() => void)[] = [];
  readonly #nextNumber: () => string;
  readonly #hear: (this: Socket, chunk: Uint8Array) => void;
  readonly #end: (this: Socket) => void;
  readonly #close: (this: Socket) => void;

  constructor(host: SessionHost<State>) {
    const sessions = this.#sessions;
    const whenNone = this.#whenNone;
    this.#host = host;
    this.#nextNumber = connectionNumbers(host.clock);
    this.#hear = function (chunk) {
      sessions.get(this)?.hear(chunk);
    };
    this.#end = function () {
      sessions.get(this)?.end();
    };
    this.#close = function () {
      const session = sessions.get(this);
      if (session === undefined) return;
      sessions.delete(this);
      host.room.giveBack(session);
      host.guard.release(session.address);
      metrics.connections.dec({ protocol: host.protocol.id });
      session.closed();
      if (sessions.size === 0) for (const resolve of whenNone.splice(0)) resolve();
    };
  }

  accept(socket: Socket): void {
    const { protocol } = this.#host;
    const address = plainAddress(socket.remoteAddress);
    const refusal = this.#refusalOf(address);
    socket.on('error', ignore); // the close that follows is what counts
    if (refusal !== null) {
      metrics.connectionsRefused.inc({ protocol: protocol.id, reason: refusal });
      socket.destroy();
      return;
    }
    metrics.connections.inc({ protocol: protocol.id });
    const session = new Session(this.#host, socket, address, this.#nextNumber());
    this.#sessions.set(socket, session);
    this.#host.room.strangers.add(session);
    socket.on('data', this.#hear);
    socket.on('end', this.#end);
    socket.on('close', this.#close);
  }

  #refusalOf(address: string): Refusal | 'full' | 'notAllowed' | null {
    const { allowList, guard, room, clock } = this.#host;
    if (!allowList.admits(address)) return 'notAllowed';
    const refusal = guard.admit(address, clock.monotonic());
    if (refusal !== null || room.take()) return refusal;
    guard.release(address);
    return 'full';
  }

  /** Closes those that have been silent for too long, or on which nobody is known. */
  closeIdle(): void {
    const { allowList, limits, guard, clock, protocol } = this.#host;
    const now = clock.monotonic();
    for (const [socket, { identity, isUnknown, openedAt, lastHeardAt }] of this.#sessions) {
      const anonymousFor = identity === null || isUnknown ? now - openedAt : 0;
      const isIdle = now - lastHeardAt > protocol.limits.idleSeconds * 1000;
      if (isIdle || anonymousFor > limits.anonymousSeconds * 1000) socket.destroy();
    }
    guard.forgetRested(now);
    allowList.report(now);
  }

  /** Resolves when there is none left, each of them with its last word published. */
  gone(): Promise<void> {
    if (this.#sessions.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenNone.push(resolve));
  }

  each(act: (socket: Socket) => void): void {
    for (const socket of this.#sessions.keys()) act(socket);
  }
}

function ignore(): void {
  return;
}
