import type { Socket } from 'node:net';
import { plainAddress } from '#platform/net/address.ts';
import { connectionNumbers } from './connection-numbers.ts';
import { StreamConnection, type StreamConnectionHost } from './stream-connection.ts';

/**
 * The open connections of one port. They share three handlers, since thousands are
 * mostly idle and a closure for each would stay in memory.
 */
export class StreamConnections<State> {
  readonly #host: StreamConnectionHost<State>;
  readonly #connections = new Map<Socket, StreamConnection<State>>();
  readonly #onEmpty: (() => void)[] = [];
  readonly #nextNumber: () => string;
  readonly #hear: (this: Socket, chunk: Uint8Array) => void;
  readonly #end: (this: Socket) => void;
  readonly #close: (this: Socket) => void;

  constructor(host: StreamConnectionHost<State>) {
    const connections = this.#connections;
    const onEmpty = this.#onEmpty;
    this.#host = host;
    this.#nextNumber = connectionNumbers(host.core.clock);
    this.#hear = function (chunk) {
      connections.get(this)?.hear(chunk);
    };
    this.#end = function () {
      connections.get(this)?.end();
    };
    this.#close = function () {
      const connection = connections.get(this);
      if (connection === undefined) return;
      connections.delete(this);
      host.core.closed(connection, connection.address);
      connection.closed();
      if (connections.size === 0) for (const resolve of onEmpty.splice(0)) resolve();
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
    const connection = new StreamConnection(this.#host, socket, address, this.#nextNumber());
    this.#connections.set(socket, connection);
    core.opened(connection);
    socket.on('data', this.#hear);
    socket.on('end', this.#end);
    socket.on('close', this.#close);
  }

  /** Closes connections that are idle for too long, or that never identified a registered device. */
  closeIdle(): void {
    const { core, protocol } = this.#host;
    const now = core.clock.monotonic();
    for (const [socket, { conversation, openedAt, lastHeardAt }] of this.#connections) {
      const isAnonymous = conversation.identity === null || conversation.isUnknown;
      const anonymousFor = isAnonymous ? now - openedAt : 0;
      const isIdle = now - lastHeardAt > protocol.limits.idleSeconds * 1000;
      if (isIdle || anonymousFor > core.limits.anonymousSeconds * 1000) socket.destroy();
    }
    core.rest();
  }

  /** Resolves when all are closed and their last uplinks published. */
  gone(): Promise<void> {
    if (this.#connections.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#onEmpty.push(resolve));
  }

  each(act: (socket: Socket) => void): void {
    for (const socket of this.#connections.keys()) act(socket);
  }
}

function ignore(): void {
  return;
}
