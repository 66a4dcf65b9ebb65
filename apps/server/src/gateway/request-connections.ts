import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { plainAddress } from '#platform/address.ts';
import type { Clock } from '#platform/clock.ts';
import { metrics } from '#platform/metrics.ts';
import { TokenBucket } from '#platform/token-bucket.ts';
import type { AddressGuard, Refusal } from './address-guard.ts';
import type { AllowList } from './allow-list.ts';
import type { DeviceRoom } from './device-room.ts';
import type { GatewayLimits } from './gateway-limits.ts';
import { workTime } from './work-time.ts';

interface Connection {
  readonly socket: Socket;
  /** Milliseconds that its requests may keep the process busy. */
  work: TokenBucket;
  isBusy: boolean;
}

interface ConnectionHost {
  readonly protocol: string;
  readonly allowList: AllowList;
  readonly guard: AddressGuard;
  readonly room: DeviceRoom;
  readonly clock: Clock;
  readonly limits: GatewayLimits;
  /** Many devices speak on one connection: that of the proxy. */
  readonly isBehindProxy: boolean;
}

/** The connections of a port over HTTP: how many an address may open, and how busy each may keep the process. */
export class RequestConnections {
  readonly #host: ConnectionHost;
  readonly #connections = new WeakMap<Socket, Connection>();

  constructor(host: ConnectionHost) {
    this.#host = host;
  }

  admit(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress);
    const { protocol, guard, room, clock, limits } = this.#host;
    const now = clock.monotonic();
    const refusal = this.#refusalOf(address, now);
    if (refusal !== null) {
      metrics.connectionsRefused.inc({ protocol, reason: refusal });
      socket.destroy();
      return;
    }
    const work = new TokenBucket(limits.workPerSecond, limits.workAtOnce, now);
    const connection = { socket, work, isBusy: false };
    this.#connections.set(socket, connection);
    room.strangers.add(connection);
    metrics.connections.inc({ protocol });
    socket.on('close', () => {
      guard.release(address);
      room.giveBack(connection);
      metrics.connections.dec({ protocol });
    });
  }

  /** What an address beyond its share sent on a new connection would be read, only to be answered that it has to wait. */
  #refusalOf(address: string, now: number): Refusal | 'full' | 'notAllowed' | null {
    const { allowList, guard, room } = this.#host;
    if (!allowList.admits(address)) return 'notAllowed';
    const refusal = guard.mayGoOn(address, now) ? guard.admit(address, now) : 'tooManyAtOnce';
    if (refusal !== null || room.take()) return refusal;
    guard.release(address);
    return 'full';
  }

  /** A registered device has spoken on it. */
  isKnown(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection !== undefined) this.#host.room.strangers.delete(connection);
  }

  /**
   * Whether a request may be read: one at a time on a connection, since no device sends the next before it has its
   * answer, and none while the connection has used up its share of the process.
   */
  begin({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const { clock, isBehindProxy } = this.#host;
    const connection = this.#connections.get(socket);
    if (!connection || connection.isBusy) return false;
    if (!isBehindProxy && !connection.work.hasSome(clock.monotonic())) return false;
    connection.isBusy = true;
    response.on('close', () => {
      connection.isBusy = false;
    });
    return true;
  }

  /** Works on a request of an address until it has to wait; the time counts. */
  work<Result>(socket: Socket, address: string, work: () => Result): Result {
    const { clock, guard } = this.#host;
    const began = clock.busy();
    const result = work();
    const ms = workTime(began, clock.busy());
    const now = clock.monotonic();
    this.#connections.get(socket)?.work.spend(ms, now);
    guard.worked(address, ms, now);
    return result;
  }
}
