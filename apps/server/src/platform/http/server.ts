import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';
import { metrics } from '../log/metrics.ts';
import { bodyBytes } from './bodies.ts';
import { fieldsOf } from './form-fields.ts';
import { readForwardedFor } from './forwarded-for.ts';
import { answerWithProblems, sendProblem } from './problems.ts';
import { addSecurityHeaders, refuseSocket, securityHeaders } from './security-headers.ts';

export interface HttpServerOptions {
  log: Log;
  clock: Clock;
  /** Trust X-Forwarded-For and X-Forwarded-Proto of the nearest proxy: only behind a proxy that sets them. */
  trustProxy: boolean;
  /** The public address of the console is https, also when this process serves http. */
  https: boolean;
  tilesUrl: string | null;
}

/** Of a parameter of a path: an e-mail address of 254 characters, each of which may be four bytes, written as `%F0`. */
const longestParameter = 254 * 4 * 3;

/** The proxy nearest to us. A browser may have written the entries further left. */
const isNearestProxy = (_address: string, hop: number): boolean => hop === 0;

/** The bare server with everything common to all routes. Routes are registered on it afterwards. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const headers = securityHeaders(options);
  const app: FastifyInstance = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy ? isNearestProxy : false,
    bodyLimit: bodyBytes,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: longestParameter, querystringParser: fieldsOf },
    frameworkErrors: (error, request, reply) => {
      sendProblem(error, request, reply.headers(headers));
    },
    clientErrorHandler: (error, socket) => refuseSocket(socket, statusOf(error), headers),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('sessionHolder', null);
  addSecurityHeaders(app, headers);
  readForwardedFor(app, options);
  answerWithProblems(app);
  app.addHook('onRequest', async ({ headers }) => {
    headers.cookie &&= ownCookies(headers.cookie);
  });
  await app.register(cookie);
  measureCalls(app);
  return app;
}

/** Those of a host name are a browser's for all that is served there, and as many as a stranger likes. */
const mostCookies = 50;
const ownCookies = (header: string): string =>
  header
    .split(';')
    .filter((cookie) => cookie.trimStart().startsWith('varde_'))
    .slice(0, mostCookies)
    .join(';');

/** For a request that could not be read: too slow, too long, or not HTTP. */
const statusOf = ({ code }: { code?: string }): number =>
  code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;

/** Limits the number of open HTTP connections. */
export function limitConnections({ server }: FastifyInstance, most: number): void {
  server.maxConnections = most;
  server.on('drop', () => metrics.connectionsRefused.inc({ protocol: 'browser', reason: 'full' }));
}

/** Grace period for calls in progress when Varde stops. */
const lastCallsMs = 2000;

/** Accepts no more calls, and waits for those in progress; a stalled one is cut off. */
export async function closeHttpServer(app: FastifyInstance): Promise<void> {
  const overdue = setTimeout(() => app.server.closeAllConnections(), lastCallsMs);
  await app.close();
  clearTimeout(overdue);
}

function measureCalls(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    };
    metrics.httpSeconds.observe(labels, reply.elapsedTime / 1000);
  });
}
