import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tranSource } from '@varde/catalogue/transaction-sources';
import type { UplinkOrigin, UplinkVerdict } from '@varde/contract/events';
import { osmand, parseOsmand } from '@varde/protocols/osmand/index';
import { metrics } from '#platform/metrics.ts';
import { hashOfToken } from '#platform/tokens.ts';
import { AddressGuard, plainAddress } from './address-guard.ts';
import { defaultGatewayLimits } from './gateway-limits.ts';
import type { GatewayOptions, GatewayServer } from './stream-server.ts';
import { UplinkPublisher } from './uplink-publisher.ts';
import { within } from './within.ts';

/** Phones keep a message until they hear 200; anything else they send again. */
const statusOf: Record<UplinkVerdict, number> = {
  stored: 200,
  duplicate: 200,
  recorded: 400,
  wrongToken: 401,
  unknownDevice: 404,
};
/** Not durable, or too much at once: try again. */
const later = 503;
const tooLong = 413;

/**
 * Serves phones over HTTP: one request is one message, answered when it is durable. There are no connections to
 * speak of, so `connectionId` is empty and nothing is sent to the device.
 */
export function createOsmandServer(options: GatewayOptions): GatewayServer {
  const { bus, clock, log } = options;
  const limits = { ...defaultGatewayLimits, ...options.limits };
  const guard = new AddressGuard(limits);
  const publisher = new UplinkPublisher(bus, log);
  const server = createServer({ requestTimeout: 20_000, headersTimeout: 10_000, keepAliveTimeout: 60_000 });
  server.maxConnections = limits.connections;
  server.on('connection', admit);
  server.on('request', (request, response) => void serve(request, response));
  const resting = setInterval(() => guard.forgetRested(clock.now()), 5000);
  resting.unref();

  function admit(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress);
    const refusal = guard.admit(address, clock.now());
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

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = plainAddress(request.socket.remoteAddress);
    const body = await readBody(request);
    if (body === null) return answer(response, tooLong);
    guard.heard(address, body.length, clock.now());
    const full = publisher.inFlight >= limits.inFlight;
    if (full || !guard.takeFrame(address, clock.now())) return answer(response, later);
    answer(response, await handle(request, body, address));
  }

  async function handle(request: IncomingMessage, body: Buffer, remoteAddress: string): Promise<number> {
    const { method = '', url = '', headers } = request;
    const received = parseOsmand({
      method,
      url,
      contentType: headers['content-type'],
      authorization: headers.authorization,
      body: body.toString('utf8'),
    });
    const origin: UplinkOrigin = {
      protocol: osmand.id,
      connectionId: '',
      remoteAddress,
      receivedAt: clock.now(),
      tranSource: tranSource.http,
    };
    const raw = Buffer.from(`${method} ${withoutToken(url)}\n\n${withoutToken(body.toString('utf8'))}`);
    if (received.type === 'malformed') {
      metrics.malformed.inc({ protocol: osmand.id, reason: received.reason });
      await publisher.publish({ ...origin, kind: 'malformed', identity: null, reason: received.reason, raw });
      return received.status;
    }
    const { type: _type, token, ...message } = received;
    const tokenHash = hashOfToken(token ?? ''); // none is as wrong as any other
    const verdict = await publisher.publish({ ...origin, kind: 'message', ...message, tokenHash, raw });
    return verdict === null ? later : statusOf[verdict];
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
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await within(limits.drainSeconds * 1000, publisher.settled());
      await within(1000, closed); // the last answers
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Null when it is longer than the protocol allows, or broke off. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request) {
      length += chunk.length;
      if (length > osmand.maxBodyLength) return null;
      chunks.push(chunk);
    }
  } catch {
    return null; // the phone went away: half a message is none
  }
  return Buffer.concat(chunks);
}

/** What is kept of a request must not let its reader speak for the device. */
function withoutToken(text: string): string {
  return text.replaceAll(/((?:^|[?&"])token"?\s*[=:]\s*"?)[^&"\s]+/gi, '$1***');
}

function answer(response: ServerResponse, status: number): void {
  const retry = status === later ? { 'retry-after': '5' } : {};
  const leave = status === tooLong ? { connection: 'close' } : {}; // the rest of it is not read
  response.writeHead(status, { ...retry, ...leave, 'content-length': '0' }).end();
}
