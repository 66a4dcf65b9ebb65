import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { GatewayCore } from './gateway-core.ts';
import { type ParserFault, UnreadableRequests } from './unreadable-requests.ts';

/**
 * A server that reads HTTP as devices write it: without `Host`, with bare line feeds, folded headers, a length beside
 * chunks, any version and any expectation. On a device's own connection that harms nobody. Behind a proxy (`isShared`)
 * many devices share a connection, and bytes that the two read differently would be taken for another device's request or
 * answer: there the parser is strict, since the proxy has written the requests anew. What no parser reads is recorded.
 */
export function createLenientHttpServer(core: GatewayCore, isShared: boolean, onRequest: RequestListener): Server {
  const unreadable = new UnreadableRequests(core);
  const server = createServer({
    requestTimeout: 20_000,
    headersTimeout: 10_000,
    keepAliveTimeout: 60_000,
    requireHostHeader: false,
    insecureHTTPParser: !isShared,
  });
  const followed: RequestListener = (request, response) => {
    unreadable.follow(request, response);
    onRequest(request, response);
  };
  server.on('request', followed);
  server.on('checkExpectation', followed);
  server.on('clientError', (fault: ParserFault, socket) => unreadable.refuse(fault, socket as Socket));
  server.on('connect', ({ url }, socket) => {
    unreadable.refuse({ rawPacket: Buffer.from(`CONNECT ${url}`) }, socket as Socket);
  });
  return server;
}
