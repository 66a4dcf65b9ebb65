import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { plainAddress } from '#platform/address.ts';
import type { TokenBucket } from '#platform/token-bucket.ts';
import type { Occupant } from './device-room.ts';
import type { GatewayCore } from './gateway-core.ts';

interface Connection extends Occupant {
  /** Processor time of its requests, in milliseconds. */
  work: TokenBucket;
  isBusy: boolean;
}

/** The connections of a port over HTTP: the limit of each address, and the processor time of each connection. */
export class RequestConnections {
  readonly #core: GatewayCore;
  /** Many devices share one connection: that of the proxy. */
  readonly #isBehindProxy: boolean;
  readonly #connections = new WeakMap<Socket, Connection>();

  constructor(core: GatewayCore, isBehindProxy: boolean) {
    this.#core = core;
    this.#isBehindProxy = isBehindProxy;
  }

  /**
   * A new connection of an address beyond its share is refused: its requests would be read only for an answer to wait.
   */
  admit(socket: Socket): void {
    const core = this.#core;
    const address = plainAddress(socket.remoteAddress);
    if (!core.admits(address, 'isRefused')) {
      socket.destroy();
      return;
    }
    const sendAway = () => socket.destroy();
    const connection = { sendAway, work: core.workShare(), isBusy: false };
    this.#connections.set(socket, connection);
    core.opened(connection);
    socket.on('close', () => core.closed(connection, address));
  }

  /** A registered device has used it. */
  isKnown(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection !== undefined) this.#core.isKnown(connection);
  }

  /**
   * Whether a request may be read: one at a time on a connection, since no device sends the next before it has its
   * answer, and none while the connection has used up its processor time.
   */
  begin({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#connections.get(socket);
    if (!connection || connection.isBusy) return false;
    if (!this.#isBehindProxy && !connection.work.hasSome(this.#core.clock.monotonic())) return false;
    connection.isBusy = true;
    response.on('close', () => {
      connection.isBusy = false;
    });
    return true;
  }

  /** Processes a request of an address until it has to wait; the time is charged. */
  work<Result>(socket: Socket, address: string, work: () => Result): Result {
    const began = this.#core.clock.busy();
    const result = work();
    this.#core.worked(address, this.#connections.get(socket)?.work, began);
    return result;
  }
}
