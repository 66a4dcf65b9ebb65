import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestProtocol } from '@varde/protocols/protocol';
import { metrics } from '#platform/log/metrics.ts';
import { forwardedAddress, plainAddress } from '#platform/net/address.ts';
import { readBody } from '#platform/net/read-body.ts';
import { CommandsToAnswer } from './commands-to-answer.ts';
import { GatewayCore } from './gateway-core.ts';
import { createLenientHttpServer } from './lenient-http-server.ts';
import { listen, portOf } from './listen.ts';
import { publishRequest } from './publish-request.ts';
import { RequestConnections } from './request-connections.ts';
import { RequestShares } from './request-shares.ts';
import type { GatewayOptions, GatewayServer } from './stream-server.ts';
import { TokenGuard } from './token-guard.ts';
import { within } from './within.ts';
import { urlWithoutToken } from './without-token.ts';

const stored = 200;
/** Rate limit: the device retries. */
const later = 503;
const tooLong = 413;
const tooMany = 429;

interface Answer {
  status: number;
  body?: string;
  /** Why it is refused without being read. The connection ends, and its remaining bytes are not read. */
  refused?: 'shareUsedUp' | 'severalAtOnce' | 'tooLong' | 'incomplete';
}
const shareUsedUp: Answer = { status: later, refused: 'shareUsedUp' };
const severalAtOnce: Answer = { status: later, refused: 'severalAtOnce' };

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
  const guesses = new TokenGuard(limits);
  const shares = new RequestShares(core, guesses);
  const connections = new RequestConnections(core, shares, isBehindProxy);
  const server = createLenientHttpServer(core, isBehindProxy, (request, response) => {
    const begun = connections.begin(request, response);
    if (begun === 'serve') void serve(request, response);
    else if (begun !== 'ignore') answer(response, begun === 'refuse' ? severalAtOnce : shareUsedUp);
  });
  server.on('connection', (socket) => connections.admit(socket));
  const commands = new CommandsToAnswer(protocol, core);
  options.bus.onDownlink((downlink) => commands.add(downlink));
  const resting = setInterval(() => {
    core.rest();
    guesses.forgetRested(clock.monotonic());
    shares.forgetRested();
  }, 5000).unref();

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    const address = addressOf(request, isBehindProxy);
    const bill = shares.billOf(request, address);
    // A connection of its own has waited for its turn before anything of it was read.
    if (isBehindProxy && !(await bill.turn())) return shareUsedUp;
    const body = await readBody(request, protocol.maxBodyLength);
    if (!Buffer.isBuffer(body)) {
      const raw = () => Buffer.from(`${request.method} ${urlWithoutToken(request.url ?? '')}`);
      void core.malformed.record(core.origin('', address), { reason: body, identity: null, raw });
      return { status: tooLong, refused: body };
    }
    core.guard.heard(address, body.length, clock.monotonic());
    if (!(await bill.turn())) return shareUsedUp;
    if (core.isFull || !core.takeMessage(address)) return { status: later };
    const context = { protocol, core, address, guesses, commands };
    const publish = () => publishRequest(request, body, context);
    const given = await connections.work(request.socket, address, bill, publish);
    if (given.status === stored) {
      bill.cancel();
      connections.isKnown(request.socket);
    }
    return given;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    answer(response, await answerTo(request));
  }

  function answer(response: ServerResponse, given: Answer): void {
    const { refused: reason } = given;
    if (reason !== undefined) metrics.requestsRefused.inc({ protocol: protocol.id, reason });
    write(response, given);
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

/** The origin of a request, for counts and records. */
function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const header = headers['x-forwarded-for'];
  const forwarded = trustProxy && typeof header === 'string' ? forwardedAddress(header) : null;
  return forwarded ?? plainAddress(socket.remoteAddress);
}

function write(response: ServerResponse, { status, body = '', refused }: Answer): void {
  const retry = status === later || status === tooMany ? { 'retry-after': '5' } : {};
  const close = refused === undefined ? {} : { connection: 'close' };
  const type = body === '' ? {} : { 'content-type': 'application/json' };
  const length = String(Buffer.byteLength(body));
  response.writeHead(status, { ...retry, ...close, ...type, 'content-length': length }).end(body);
}
