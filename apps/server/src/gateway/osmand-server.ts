import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { osmand } from '@varde/protocols/osmand/index';
import { forwardedAddress, plainAddress } from '#platform/address.ts';
import type { Clock } from '#platform/clock.ts';
import { metrics } from '#platform/metrics.ts';
import { TokenBucket } from '#platform/token-bucket.ts';
import { AddressGuard } from './address-guard.ts';
import { AllowList } from './allow-list.ts';
import { defaultGatewayLimits } from './gateway-limits.ts';
import { publishRequest, readBody } from './osmand-request.ts';
import type { GatewayOptions, GatewayServer } from './stream-server.ts';
import { TokenGuard } from './token-guard.ts';
import { Turns } from './turns.ts';
import { UplinkPublisher } from './uplink-publisher.ts';
import { within } from './within.ts';

/** Too much at once: try again. */
const later = 503;
const tooLong = 413;
const tooMany = 429;

export interface OsmandOptions extends GatewayOptions {
  /** Believe what the nearest proxy says in X-Forwarded-For: only behind one that sets it. */
  trustProxy?: boolean;
}

/**
 * Serves phones over HTTP: one request is one message, answered when it is durable. There are no connections to
 * speak of, so `connectionId` is empty and nothing is sent to the device.
 */
export function createOsmandServer(options: OsmandOptions): GatewayServer {
  const { bus, clock, log } = options;
  const limits = { ...defaultGatewayLimits, ...options.limits };
  const guard = new AddressGuard(limits);
  const allowList = new AllowList(options.allowed ?? [], osmand.id, log);
  const publisher = new UplinkPublisher(bus, log);
  const turns = new Turns(clock, limits.turnMs);
  const server = createServer({ requestTimeout: 20_000, headersTimeout: 10_000, keepAliveTimeout: 60_000 });
  server.maxConnections = limits.connections;
  server.on('connection', (socket) => admit(socket, { allowList, guard, clock }));
  server.on('request', (request, response) => void serve(request, response));
  const recorded = new TokenBucket(
    limits.malformedPerMinute / 60,
    limits.malformedPerMinute * 10,
    clock.monotonic(),
  );
  const guesses = new TokenGuard(limits);
  const resting = setInterval(() => {
    guard.forgetRested(clock.monotonic());
    guesses.forgetRested(clock.monotonic());
    allowList.report(clock.monotonic());
  }, 5000).unref();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = addressOf(request, options.trustProxy ?? false);
    const body = await readBody(request);
    if (body === null) {
      answer(response, tooLong);
      return;
    }
    guard.heard(address, body.length, clock.monotonic());
    await turns.mine();
    const full = publisher.inFlight >= limits.inFlight || !guard.takeFrame(address, clock.monotonic());
    const context = { publisher, clock, address, recorded, guesses };
    answer(response, full ? later : await publishRequest(request, body, context));
  }

  return {
    name: 'gateway osmand',
    port: () => (server.address() as AddressInfo | null)?.port ?? 0,
    start: () =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen({ port: options.port, host: options.host ?? '::' }, resolve);
      }),
    stop: async () => {
      clearInterval(resting);
      turns.stop();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await within(limits.drainSeconds * 1000, publisher.settled());
      await within(1000, closed); // the last answers
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Doorkeepers {
  allowList: AllowList;
  guard: AddressGuard;
  clock: Clock;
}

function admit(socket: Socket, { allowList, guard, clock }: Doorkeepers): void {
  const address = plainAddress(socket.remoteAddress);
  const refusal = !allowList.admits(address) ? 'notAllowed' : guard.admit(address, clock.monotonic());
  if (refusal !== null) {
    metrics.connectionsRefused.inc({ protocol: osmand.id, reason: refusal });
    socket.destroy();
    return;
  }
  metrics.connections.inc({ protocol: osmand.id });
  socket.on('close', () => {
    guard.release(address);
    metrics.connections.dec({ protocol: osmand.id });
  });
}

/** Where a phone is, for what is counted and recorded of it. */
function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const header = headers['x-forwarded-for'];
  const forwarded = trustProxy && typeof header === 'string' ? forwardedAddress(header) : null;
  return forwarded ?? plainAddress(socket.remoteAddress);
}

function answer(response: ServerResponse, status: number): void {
  const retry = status === later || status === tooMany ? { 'retry-after': '5' } : {};
  const leave = status === tooLong ? { connection: 'close' } : {}; // the rest of it is not read
  response.writeHead(status, { ...retry, ...leave, 'content-length': '0' }).end();
}
