import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TokenBucket } from '#platform/limits/token-bucket.ts';
import type { Bill } from '#platform/limits/work-shares.ts';
import { plainAddress } from '#platform/net/address.ts';
import { PacedConnection } from '#platform/net/paced-connection.ts';
import type { Occupant } from './device-room.ts';
import type { GatewayCore } from './gateway-core.ts';
import type { RequestShares } from './request-shares.ts';

interface Connection extends Occupant {
  /** Processor time of its requests, in milliseconds. */
  work: TokenBucket;
  paced: PacedConnection;
  /** Pays for what is read; null when a registered device has used the connection. */
  bill: Bill | null;
}

/** The connections of a port over HTTP: the limit of each address, and the processor time of each connection. */
export class RequestConnections {
  readonly #core: GatewayCore;
  readonly #shares: RequestShares;
  /** Many devices share one connection: that of the proxy. */
  readonly #isBehindProxy: boolean;
  readonly #connections = new WeakMap<Socket, Connection>();

  constructor(core: GatewayCore, shares: RequestShares, isBehindProxy: boolean) {
    this.#core = core;
    this.#shares = shares;
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
    const connection: Connection = {
      sendAway: () => socket.destroy(),
      work: core.workShare(),
      bill: this.#isBehindProxy ? null : this.#shares.strangersBill(address),
      paced: new PacedConnection(socket, {
        turn: () => connection.bill?.turn() ?? core.turns.now(),
        work: (parse) => {
          const began = core.clock.busy();
          parse();
          const ms = core.clock.busy() - began;
          core.charge(address, connection.work, ms);
          connection.bill?.pay(ms);
        },
      }),
    };
    this.#connections.set(socket, connection);
    core.opened(connection);
    socket.on('close', () => core.closed(connection, address));
  }

  /** A registered device has used it. */
  isKnown(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    this.#core.isKnown(connection);
    connection.bill?.cancel();
    connection.bill = null;
  }

  /**
   * Whether a request is served: one at a time on a connection, since no device sends the next before it has its
   * answer, and none while the connection has used up its processor time.
   */
  begin(request: IncomingMessage, response: ServerResponse): 'serve' | 'refuse' | 'ignore' | 'shareUsedUp' {
    const connection = this.#connections.get(request.socket);
    if (connection === undefined) return 'ignore'; // it was not admitted
    const begun = connection.paced.begin(request, response);
    if (begun !== 'serve' || this.#isBehindProxy) return begun;
    // What the next one pays is not given back for this one.
    response.on('close', () => this.#renewBill(connection, request.socket));
    if (connection.work.hasSome(this.#core.clock.monotonic())) return 'serve';
    connection.paced.leave();
    return 'shareUsedUp';
  }

  #renewBill(connection: Connection, { remoteAddress }: Socket): void {
    if (connection.bill !== null) connection.bill = this.#shares.strangersBill(plainAddress(remoteAddress));
  }

  /** Processes a request of an address until it has to wait; the time is charged. */
  work<Result>(socket: Socket, address: string, bill: Bill, work: () => Result): Result {
    const began = this.#core.clock.busy();
    const result = work();
    const ms = this.#core.clock.busy() - began;
    this.#core.charge(address, this.#connections.get(socket)?.work, ms);
    bill.pay(ms);
    return result;
  }
}
