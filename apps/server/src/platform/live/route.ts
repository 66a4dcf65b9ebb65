import type { Duplex } from 'node:stream';
import websocket from '@fastify/websocket';
import { livePath } from '@varde/contract/transport';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { AppError } from '../app-error.ts';
import { apiKeyOf } from '../http/api-key.ts';
import { takeArrival } from '../http/arrival.ts';
import type { Callers } from '../http/callers.ts';
import type { Door } from '../http/door.ts';
import { refuseSocket } from '../http/security-headers.ts';
import { tokenOf } from '../http/sessions.ts';
import type { LiveSocket } from './connection.ts';
import type { LiveHub } from './hub.ts';

const subProtocol = 'v12.stomp';
const maxMessageBytes = 65_536;
/** A peer that does not answer a ping within this time is dead, whether or not it has agreed to heart-beats. */
const pingMs = 30_000;
/** Timeout of the closing handshake, during which the peer may still send. */
const farewellMs = 1_000;

export interface LiveRouteOptions {
  hub: LiveHub;
  callers: Pick<Callers, 'identifyLive'>;
  door: Pick<Door, 'pace'>;
  publicUrl: string | undefined;
}

/**
 * `/ajax/live`: the session cookie and the origin are checked before the upgrade. Register before the routes of
 * features, since the plugin must see this route.
 */
export async function serveLive(
  app: FastifyInstance,
  { hub, callers, door, publicUrl }: LiveRouteOptions,
): Promise<void> {
  await app.register(websocket, {
    options: {
      maxPayload: maxMessageBytes,
      handleProtocols: (offered) => (offered.has(subProtocol) ? subProtocol : false),
    },
    preClose: (done) => {
      hub.stop();
      const { clients } = app.websocketServer;
      const timer = setTimeout(() => {
        for (const client of clients) client.terminate();
      }, farewellMs);
      app.websocketServer.close(() => {
        clearTimeout(timer);
        done();
      });
    },
  });
  // The library would upgrade on every route, and close the connection then.
  app.addHook('onRequest', async (request) => {
    if (request.ws && request.routeOptions.url !== livePath) throw new AppError('notFound');
  });
  // A malformed handshake: the library would answer it by itself.
  app.websocketServer.on('wsClientError', (_error: Error, socket: Duplex) =>
    refuseSocket(socket, 400, app.securityHeaders),
  );
  const authorise = async (request: FastifyRequest) => {
    requireOwnOrigin(request, publicUrl);
    if (apiKeyOf(request) !== null) throw new AppError('notForPrograms');
    request.arrival = takeArrival(request);
    const token = tokenOf(request);
    request.sessionHolder = token === null ? null : await callers.identifyLive(token, request.arrival);
    if (request.sessionHolder === null) throw new AppError('notLoggedIn');
    if (hub.isFull(request.sessionHolder.caller.userId)) throw new AppError('tooManyCalls');
  };
  app.get(livePath, { websocket: true, preValidation: authorise }, (socket, request) => {
    const token = tokenOf(request);
    if (token === null || request.sessionHolder === null) return socket.terminate();
    const connection = hub.connect(liveSocketOf(socket), {
      token,
      arrival: request.arrival,
      holder: request.sessionHolder,
    });
    const stopPinging = keepAlive(socket);
    request.raw.socket.on('data', (chunk: Buffer) => connection.heard(chunk.length));
    door.pace(request.raw.socket, request.sessionHolder.caller.userId);
    socket.on('message', (data: Buffer) => connection.receive(data));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      stopPinging();
      hub.disconnect(connection);
    });
  });
}

/** Browsers send the origin of a page; another site's page must not listen with the user's cookie. */
function requireOwnOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  const own = [request.host, ...(publicUrl === undefined ? [] : [new URL(publicUrl).host])];
  if (!URL.canParse(origin) || !own.includes(new URL(origin).host)) throw new AppError('notAllowed');
}

const liveSocketOf = (socket: WebSocket): LiveSocket => ({
  send: (text) => socket.send(text),
  bufferedAmount: () => socket.bufferedAmount,
  close: (code, reason) => {
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), farewellMs).unref();
  },
  terminate: () => socket.terminate(),
});

function keepAlive(socket: WebSocket): () => void {
  let answered = true;
  socket.on('pong', () => {
    answered = true;
  });
  const timer = setInterval(() => {
    if (!answered) return socket.terminate();
    answered = false;
    socket.ping();
  }, pingMs);
  return () => clearInterval(timer);
}
