import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { StreamProtocol } from '@varde/protocols/protocol';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { metrics } from '#platform/metrics.ts';
import type { Service } from '#platform/service.ts';
import { AddressGuard, plainAddress } from './address-guard.ts';
import { connectionNumbers } from './connection-numbers.ts';
import { defaultGatewayLimits, type GatewayLimits } from './gateway-limits.ts';
import { Session, type SessionHost } from './session.ts';
import { UplinkPublisher } from './uplink-publisher.ts';
import { within } from './within.ts';

export interface GatewayOptions {
  bus: Bus;
  clock: Clock;
  log: Log;
  /** 0: any free one. */
  port: number;
  host?: string;
  limits?: Partial<GatewayLimits>;
}

export interface GatewayServer extends Service {
  /** The port that it listens on; 0 before `start`. */
  port(): number;
}

/** How often held connections are tried again, and silent ones looked for. */
const holdMs = 100;
const idleCheckMs = 5000;
/** How long a device that reads slowly may take for its last acknowledgements. */
const lastWritesMs = 1000;

/** Serves one TCP protocol. Rejects on start when the port cannot be had. */
export function createStreamServer<State>(
  protocol: StreamProtocol<State>,
  options: GatewayOptions,
): GatewayServer {
  const { bus, clock, log } = options;
  const limits = { ...defaultGatewayLimits, ...options.limits };
  const guard = new AddressGuard(limits);
  const publisher = new UplinkPublisher(bus, log);
  const host: SessionHost<State> = {
    protocol,
    clock,
    limits,
    guard,
    publisher,
    routes: new Map(),
    held: new Set(),
  };
  const sessions = new Map<Socket, Session<State>>();
  const nextNumber = connectionNumbers(clock);
  // The server reads nothing on its own: it would drain the battery of a watch to be probed (protocol notes, watch).
  const server = createServer({ noDelay: true, keepAlive: false, allowHalfOpen: true }, accept);
  let timers: NodeJS.Timeout[] = [];

  function accept(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress);
    const refusal = sessions.size >= limits.connections ? 'full' : guard.admit(address, clock.now());
    socket.on('error', ignore); // the close that follows is what counts
    if (refusal !== null) {
      metrics.connectionsRefused.inc({ protocol: protocol.id, reason: refusal });
      socket.destroy();
      return;
    }
    metrics.connections.inc({ protocol: protocol.id });
    sessions.set(socket, new Session(host, socket, address, nextNumber()));
    socket.on('data', hear);
    socket.on('end', end);
    socket.on('close', close);
  }

  // One function of each kind for all connections: five thousand of them are mostly idle.
  function hear(this: Socket, chunk: Uint8Array): void {
    sessions.get(this)?.hear(chunk);
  }

  function end(this: Socket): void {
    sessions.get(this)?.end();
  }

  function close(this: Socket): void {
    const session = sessions.get(this);
    if (session === undefined) return;
    sessions.delete(this);
    guard.release(session.address);
    metrics.connections.dec({ protocol: protocol.id });
    session.closed();
  }

  function closeIdle(): void {
    const now = clock.now();
    for (const [socket, { identity, openedAt, lastHeardAt }] of sessions) {
      const silentFor = now - lastHeardAt;
      const anonymousFor = identity === null ? now - openedAt : 0;
      const isIdle = silentFor > protocol.limits.idleSeconds * 1000;
      if (isIdle || anonymousFor > limits.anonymousSeconds * 1000) socket.destroy();
    }
    guard.forgetRested(now);
  }

  bus.onDownlink((downlink) => {
    if (downlink.protocol === protocol.id) host.routes.get(downlink.identity)?.send(downlink);
  });

  return {
    name: `gateway ${protocol.id}`,
    port: () => (server.address() as AddressInfo | null)?.port ?? 0,
    start: async () => {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen({ port: options.port, host: options.host ?? '::' }, resolve);
      });
      timers = [
        setInterval(() => {
          for (const session of host.held) session.proceed();
        }, holdMs),
        setInterval(closeIdle, idleCheckMs),
      ];
      for (const timer of timers) timer.unref();
    },
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const timer of timers) clearInterval(timer);
      host.held.clear(); // what was not taken yet stays with the device
      for (const socket of sessions.keys()) socket.pause();
      await within(limits.drainSeconds * 1000, publisher.settled());
      for (const socket of sessions.keys()) socket.destroySoon();
      await within(lastWritesMs, closed);
      for (const socket of sessions.keys()) socket.destroy();
      await closed;
      await within(limits.drainSeconds * 1000, publisher.settled()); // that they are disconnected
    },
  };
}

function ignore(): void {
  return;
}
