import { api } from '@varde/contract/api';
import type { Endpoint } from '@varde/contract/endpoint';
import { contentOfTables } from '@varde/testing/content-of-tables';
import { refusalQueries } from '@varde/testing/refusal-bodies';
import { createRefusalWorld, type RefusalWorld } from '@varde/testing/refusal-world';
import { servedRoutes } from '@varde/testing/served-routes';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { generateSecret } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registrations } from '#domain/accounts/tables.ts';
import { createToken, hashOfToken } from '#platform/secrets/tokens.ts';

const calls = Object.entries(api).flatMap(([group, endpoints]) =>
  Object.entries(endpoints)
    .map(([name, endpoint]: [string, Endpoint]) => ({ name: `${group}.${name}`, endpoint }))
    .filter(({ endpoint: { method } }) => method === 'GET'),
);
const others = ['/', '/index.html', '/healthz', '/readyz', '/metrics', '/ajax/live', '/ajax/docs/json'];

let server: TestServer;
let world: RefusalWorld;
/** A link to confirm a registration that has not been used. */
const token = createToken();
beforeAll(async () => {
  server = await startTestServer();
  world = await createRefusalWorld(server, generateSecret());
  await server.db
    .update(registrations)
    .set({
      state: 'unconfirmed',
      tokenHash: hashOfToken(token),
      expiresAt: new Date(Date.now() + 3_600_000),
    })
    .where(eq(registrations.registrationId, Number(world.ids.registrationId)));
});
afterAll(() => server.close());

const urlOf = ({ name, endpoint }: (typeof calls)[number]): string => {
  const values: Record<string, string | number> = { ...world.ids, token, username: 'owner@test.example' };
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, param: string) => String(values[param] ?? 1));
  return `${path}${refusalQueries[name] ?? ''}`;
};

/** The difference in the tables after the request by each caller: authorised, unauthorised and anonymous. */
async function changedBy(method: 'GET' | 'HEAD', url: string): Promise<string[]> {
  const before = await contentOfTables(server.db);
  for (const cookie of [world.callers.ahp, world.callers.admin, world.callers.foreign, ''])
    await server.app.http.inject({ method, url, headers: { cookie } });
  const after = await contentOfTables(server.db);
  return Object.keys(after).filter((table) => after[table] !== before[table]);
}

describe('GET and HEAD', () => {
  test.each(calls.filter(({ endpoint }) => !endpoint.changes))('change nothing by $name', async (call) => {
    expect(await changedBy('GET', urlOf(call))).toEqual([]);
    expect(await changedBy('HEAD', urlOf(call))).toEqual([]);
  });

  test.each(others)('change nothing at %s', async (url) => {
    expect(await changedBy('GET', url)).toEqual([]);
    expect(await changedBy('HEAD', url)).toEqual([]);
  });

  test.each(calls.filter(({ endpoint }) => endpoint.changes))(
    'of $name, which the specification has as a GET: HEAD is not answered and changes nothing',
    async (call) => {
      expect(await changedBy('HEAD', urlOf(call))).toEqual([]);
      const head = { method: 'HEAD', url: urlOf(call), headers: { cookie: world.callers.ahp } } as const;
      expect(await server.app.http.inject(head)).toMatchObject({
        statusCode: 405,
        headers: { allow: 'GET' },
      });
      expect((await changedBy('GET', urlOf(call))).length).toBeGreaterThan(0);
    },
  );
});

test('the calls that change something by GET are those of the specification, and no other method hides one', () => {
  const changing = calls.filter(({ endpoint }) => endpoint.changes).map(({ endpoint }) => endpoint.path);
  expect(changing.sort()).toEqual([
    '/ajax/user/forgot/:username',
    '/ajax/user/sendEmailGdpr',
    '/ajax/user/validation/:token',
  ]);
  const methods = servedRoutes(server.app.http).map((route) => route.split(' ', 1)[0]);
  expect([...new Set(methods)].sort()).toEqual(['DELETE', 'GET', 'POST', 'PUT']);
});
