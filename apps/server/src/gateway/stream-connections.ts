import type { Socket } from 'node:net';
import { plainAddress } from '#platform/address.ts';
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
    this.#nextNumber = connectionNumbers(host.core.clock);
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
      host.core.closed(session, session.address);
      session.closed();
      if (sessions.size === 0) for (const resolve of whenNone.splice(0)) resolve();
    };
  }

  accept(socket: Socket): void {
    const { core } = this.#host;
    const address = plainAddress(socket.remoteAddress);
    socket.on('error', ignore); // the close that follows is what counts
    if (!core.admits(address, 'waits')) {
      socket.destroy();
      return;
    }
    const session = new Session(this.#host, socket, address, this.#nextNumber());
    this.#sessions.set(socket, session);
    core.opened(session);
    socket.on('data', this.#hear);
    socket.on('end', this.#end);
    socket.on('close', this.#close);
  }

  /** Closes those that have been silent for too long, or on which nobody is known. */
  closeIdle(): void {
    const { core, protocol } = this.#host;
    const now = core.clock.monotonic();
    for (const [socket, { conversation, openedAt, lastHeardAt }] of this.#sessions) {
      const isAnonymous = conversation.identity === null || conversation.isUnknown;
      const anonymousFor = isAnonymous ? now - openedAt : 0;
      const isIdle = now - lastHeardAt > protocol.limits.idleSeconds * 1000;
      if (isIdle || anonymousFor > core.limits.anonymousSeconds * 1000) socket.destroy();
    }
    core.rest();
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
