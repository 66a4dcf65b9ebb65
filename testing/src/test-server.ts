import type { Context } from '@varde/contract/session';
import { contextHeader, sessionCookie } from '@varde/contract/transport';
import { type App, createApp } from '@varde/server/app';
import { type Config, parseConfig } from '@varde/server/config';
import { beginSession } from '@varde/server/domain/accounts/sessions';
import { type Bus, type BusReceiver, createInProcessBus } from '@varde/server/platform/bus/bus';
import type { Clock } from '@varde/server/platform/clock/clock';
import { systemClock } from '@varde/server/platform/clock/clock';
import type { Database, OpenDatabase } from '@varde/server/platform/database/database';
import { createLog } from '@varde/server/platform/log/log';
import { createToken, hashOfToken } from '@varde/server/platform/secrets/tokens';
import { requireDeclared } from './declared-answers.ts';
import { anyPorts } from './free-port.ts';
import { clearTables, openTestDatabase } from './test-database.ts';

export interface TestAnswer {
  status: number;
  headers: Record<string, string | number | string[] | undefined>;
  /** Parsed JSON; the text when it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
  body: any;
}

export interface TestServer {
  app: App;
  db: Database;
  bus: Bus & BusReceiver;
  config: Config;
  /** Calls without a socket. Changing calls carry the context header unless `headers` says otherwise. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    options?: { as?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<TestAnswer>;
  /** Begins a session for the user and returns its `cookie` header, for `call`'s `as` and for sockets. */
  loginAs(user: { userId: number }, context?: Context): Promise<string>;
  /** The HTTP port, after `app.start()`. */
  port(): number;
  /** Empties all tables. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The whole of Varde on a fresh test database, or on a given one, which it closes. Nothing listens until `app.start()`, then on free ports of 127.0.0.1.
 */
export async function startTestServer(
  options: { clock?: Clock; environment?: Record<string, string>; database?: OpenDatabase } = {},
): Promise<TestServer> {
  const database = options.database ?? (await openTestDatabase());
  const { db } = database;
  const clock = options.clock ?? systemClock;
  const bus = createInProcessBus();
  const config = parseConfig({ ...quietEnvironment, ...options.environment });
  const app = await createApp(config, { database, bus, clock, log: createLog({ level: config.logLevel }) });
  return {
    app,
    db,
    bus,
    config,
    call: (method, url, { as, body, headers } = {}) =>
      call(
        app,
        method,
        url,
        {
          ...(method === 'GET' ? {} : { [contextHeader]: 'PROFFWEB' }),
          ...(as === undefined ? {} : { cookie: as }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body,
      ),
    loginAs: async ({ userId }, context = 'PROFFWEB') => {
      const token = createToken();
      const now = clock.now();
      const session = { tokenHash: hashOfToken(token), userId, context };
      await beginSession(db, { ...session, now, expiresAt: now + 86_400_000 });
      return `${sessionCookie}=${token}`;
    },
    port: () => {
      const address = app.http.server.address();
      if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
      return address.port;
    },
    clear: () => clearTables(db),
    close: async () => {
      await app.stop();
      await database.close();
    },
  };
}

const quietEnvironment = {
  VARDE_ROLES: 'gateway,processing,console', // jobs would run by themselves; their own tests run them
  ...anyPorts,
  VARDE_HTTP_HOST: '127.0.0.1',
  VARDE_DEVICE_HOST: '127.0.0.1',
  VARDE_TILES_URL: 'none',
  VARDE_ADDRESS_URL: 'none',
  VARDE_LOG_LEVEL: 'silent',
  VARDE_WORK_PER_SECOND: '1000000',
  VARDE_DATABASE_PER_SECOND: '1000000',
  VARDE_CALLS_PER_SECOND: '100000', // a test calls faster than any user: the limits have tests of their own
};

async function call(
  app: App,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<TestAnswer> {
  const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const response = await app.http.inject({
    method,
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  const contentType = response.headers['content-type']?.toString();
  requireDeclared({ method, url, status: response.statusCode, contentType });
  const isJson = contentType?.includes('json') === true;
  return {
    status: response.statusCode,
    headers: response.headers,
    body: isJson ? response.json() : response.body,
  };
}
