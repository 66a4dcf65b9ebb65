import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

export type SecurityHeaders = Readonly<Record<string, string>>;

declare module 'fastify' {
  interface FastifyInstance {
    /** The headers of every answer. */
    securityHeaders: SecurityHeaders;
  }
}

/** Adds the headers to the answers of all routes, and to the one for a missing route. */
export function addSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.decorate('securityHeaders', headers);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}

/** Answers on a socket whose request could not be parsed, and closes it. */
export function refuseSocket(socket: Duplex, status: number, headers: SecurityHeaders): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': '0' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n`);
}

/**
 * The headers of every answer: strict ones. Styles may be inline because the console's component library sets them so;
 * scripts may not. The map library starts its worker from a blob in some browsers.
 */
export function securityHeaders({ tilesUrl, https }: { tilesUrl: string | null; https: boolean }): SecurityHeaders {
  const tiles = tilesUrl === null ? [] : [originOf(tilesUrl)];
  const middleware = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'", 'data:'],
        imgSrc: ["'self'", 'data:', 'blob:', ...tiles],
        mediaSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...tiles],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Browsers ignore both on plain HTTP and log a warning.
    strictTransportSecurity: https,
    crossOriginOpenerPolicy: https,
    originAgentCluster: https,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  });
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  middleware(response.req, response, () => undefined);
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}

/** Origin of a tile URL template; a host like `{s}.tile.example` becomes `*.tile.example`. */
function originOf(template: string): string {
  const { protocol, host } = new URL(template.replaceAll(/\{[^}]*\}/g, 'x'));
  return `${protocol}//${/^[a-z]+:\/\/\{[^}]*\}\./i.test(template) ? `*.${host.split('.').slice(1).join('.')}` : host}`;
}
