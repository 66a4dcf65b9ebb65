import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestProtocol } from '@varde/protocols/protocol';
import { forwardedAddress, plainAddress } from '#platform/address.ts';
import { CommandsToAnswer } from './commands-to-answer.ts';
import { GatewayCore } from './gateway-core.ts';
import { createLenientHttpServer } from './lenient-http-server.ts';
import { listen, portOf } from './listen.ts';
import { publishRequest, readBody } from './publish-request.ts';
import { RequestConnections } from './request-connections.ts';
import type { GatewayOptions, GatewayServer } from './stream-server.ts';
import { TokenGuard } from './token-guard.ts';
import { within } from './within.ts';
import { urlWithoutToken } from './without-token.ts';

const stored = 200;
/** Rate limit: the device retries. */
const later = 503;
const tooLong = 413;
const tooMany = 429;

export interface RequestServerOptions extends GatewayOptions {
  /** Trust X-Forwarded-For of the nearest proxy: only behind one that sets it. */
  trustProxy?: boolean;
}

/**
 * Serves one protocol over HTTP: one request is one message, answered when it is durable. A device has no connection
 * of its own, so `connectionId` is empty, and a command reaches it in the answer to a request.
 */
export function createRequestServer(protocol: RequestProtocol, options: RequestServerOptions): GatewayServer {
  const core = new GatewayCore(protocol.id, options);
  const { clock, limits } = core;
  const isBehindProxy = options.trustProxy ?? false;
  const connections = new RequestConnections(core, isBehindProxy);
  const server = createLenientHttpServer(core, isBehindProxy, (request, response) => {
    void (connections.begin(request, response) ? serve : refuse)(request, response);
  });
  server.on('connection', (socket) => connections.admit(socket));
  const guesses = new TokenGuard(limits);
  const commands = new CommandsToAnswer(protocol, core);
  options.bus.onDownlink((downlink) => commands.add(downlink));
  const resting = setInterval(() => {
    core.rest();
    guesses.forgetRested(clock.monotonic());
  }, 5000).unref();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = addressOf(request, isBehindProxy);
    const body = await readBody(request, protocol.maxBodyLength);
    if (!Buffer.isBuffer(body)) {
      const raw = () => Buffer.from(`${request.method} ${urlWithoutToken(request.url ?? '')}`);
      void core.malformed.record(core.origin('', address), { reason: body, identity: null, raw });
      answer(response, { status: tooLong }, true);
      return;
    }
    core.guard.heard(address, body.length, clock.monotonic());
    await core.turns.mine();
    const isTaken = !core.isFull && core.takeMessage(address);
    const context = { protocol, core, address, guesses, commands };
    const publish = () => publishRequest(request, body, context);
    const given = isTaken ? await connections.work(request.socket, address, publish) : { status: later };
    if (given.status === stored) connections.isKnown(request.socket);
    answer(response, given);
  }

  return {
    name: `gateway ${protocol.id}`,
    port: () => portOf(server),
    start: () => listen(server, options),
    stop: async () => {
      clearInterval(resting);
      core.turns.stop();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await core.drained();
      await within(1000, closed); // the last answers
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Reads nothing more on the connection, which ends when its earlier requests have been answered. */
function refuse({ socket }: IncomingMessage, response: ServerResponse): void {
  socket.pause();
  answer(response, { status: later }, true);
}

/** The origin of a request, for counts and records. */
function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const header = headers['x-forwarded-for'];
  const forwarded = trustProxy && typeof header === 'string' ? forwardedAddress(header) : null;
  return forwarded ?? plainAddress(socket.remoteAddress);
}

/** `leave`: the connection ends, and its remaining bytes are not read. */
function answer(
  response: ServerResponse,
  { status, body = '' }: { status: number; body?: string },
  leave = false,
): void {
  const retry = status === later || status === tooMany ? { 'retry-after': '5' } : {};
  const close = leave ? { connection: 'close' } : {};
  const type = body === '' ? {} : { 'content-type': 'application/json' };
  const length = String(Buffer.byteLength(body));
  response.writeHead(status, { ...retry, ...close, ...type, 'content-length': length }).end(body);
}
