import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { api } from '@varde/contract/api';
import { bodyLimitOf, type Endpoint } from '@varde/contract/endpoint';
import { problemSchema } from '@varde/contract/errors';
import { createCustomer, createDevice, createUser, type TestUser } from '@varde/testing/factories';
import { resetOrder } from '@varde/testing/reset-order';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

let server: TestServer;
let user: TestUser;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer();
  const custId = await createCustomer(server.db);
  await createDevice(server.db, { custId });
  user = await createUser(server.db, { role: 'SUPERFIRM', custId: null });
});
// Each test has a session of its own: one of them logs out.
beforeEach(async () => {
  cookie = await server.loginAs(user);
});
afterAll(() => server.close());

const nasty = [
  "'; drop table devices; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00',
  '\u0000',
  '\ud800',
  '9'.repeat(40),
  '99999999999',
  '-1',
  '1e309',
  'NaN',
  'null',
  '[object Object]',
  '{"$gt":""}',
  'ø'.repeat(500),
  '',
];

const calls: [string, Endpoint][] = Object.entries(api).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]): [string, Endpoint] => [`${group}.${name}`, endpoint]),
);

/** Whatever the input: an answer of the contract or a problem that names the fault, without internal details. */
function expectCivil({ status, body }: { status: number; body: unknown }): void {
  if (status === 200) return;
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status, JSON.stringify(body)).toBeLessThan(500);
  const problem = problemSchema.strict().parse(body);
  expect(problem.status).toBe(status);
  expect(JSON.stringify(body)).not.toMatch(/node_modules|\bat .*\.ts|select |insert |SyntaxError/i);
}

/** Valid throughout. */
const plain = '1';

const callWith = (endpoint: Endpoint, value: string, body?: string, contentType = 'application/json') => {
  const path = endpoint.path.replaceAll(/:\w+/g, encodeSafely(value));
  const query = [
    'cursor',
    'limit',
    'search',
    'status',
    'filter',
    'custId',
    'sort',
    'count',
    'deviId',
    ...(value === plain ? [] : ['roles']), // selecting a role that the user does not hold permits nothing
  ]
    .map((name) => `${name}=${encodeSafely(value)}`)
    .join('&');
  return server.call(endpoint.method, `${path}?${query}`, {
    as: cookie,
    ...(body === undefined || endpoint.method === 'GET' ? {} : { body, headers: { 'content-type': contentType } }),
  });
};

/** Escaped parts are kept as they are, so that broken escapes reach the server too. */
const encodeSafely = (value: string) => (value.startsWith('%') ? value : encodeURIComponent(value.toWellFormed()));

const contentTypeOf = ({ form }: Endpoint) =>
  form === true ? 'application/x-www-form-urlencoded' : 'application/json';

describe.each(calls)('%s', (_name, endpoint) => {
  test('answers hostile words in path, query and body with the contract’s answer or a problem', async () => {
    for (const [at, value] of nasty.entries()) {
      const named = { values: { [value]: value }, handledBy: value, outcome: value, username: value };
      const others = [
        JSON.stringify({ values: value, handledBy: 1, outcome: [], note: {} }),
        new URLSearchParams({ username: value, password: value, TWO_FACTOR_KEY: value }).toString(),
        value,
      ];
      // Each value by name; of the other bodies one, in turn: hostile-fields.test.ts tries each value in each field.
      const bodies = endpoint.method === 'GET' ? [undefined] : [JSON.stringify(named), others[at % others.length]];
      for (const body of bodies) expectCivil(await callWith(endpoint, value, body, contentTypeOf(endpoint)));
    }
  });
});

describe.each(calls.filter(([, { method }]) => method !== 'GET'))('%s', (_name, endpoint) => {
  test('answers bodies that are not JSON, of a wrong kind or too large with a problem', async () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    const bodies = ['{', 'null', '[]', '"x"', '{"__proto__":{"admin":true}}', deep];
    for (const body of bodies) expectCivil(await callWith(endpoint, plain, body, contentTypeOf(endpoint)));
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'nonsense'])
      expectCivil(await callWith(endpoint, plain, 'x', type));
    const large = await callWith(
      endpoint,
      plain,
      `{"note":"${'x'.repeat(bodyLimitOf(endpoint))}"}`,
      contentTypeOf(endpoint),
    );
    expectCivil(large);
    if (endpoint.body !== undefined) expect(large).toMatchObject({ status: 413, body: { code: 'payloadTooLarge' } });
  });
});

const isOptional = ({ method, body }: Endpoint) =>
  method !== 'GET' && (body === undefined || body.safeParse({}).success);

test.each(calls.filter(([, endpoint]) => isOptional(endpoint)))(
  '%s needs no body, also when the request names the type of one, as most clients do',
  async (_name, endpoint) => {
    const answer = await callWith(endpoint, plain, '', contentTypeOf(endpoint));
    expectCivil(answer);
    expect(answer.body).not.toMatchObject({ code: 'malformedRequest' });
  },
);

test('random words never cause a fault', async () => {
  const endpoints = calls
    .filter(([name]) => !['session.login', 'session.logout'].includes(name))
    .map(([, endpoint]) => endpoint);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...endpoints),
      fc.string({ unit: 'binary' }),
      fc.json(),
      async (endpoint, word, json) => {
        expectCivil(await callWith(endpoint, word, json));
      },
    ),
    { numRuns: 150 },
  );
});

test('a faulty parameter is named by its path, as in the body', async () => {
  const answer = await server.call('POST', '/ajax/alarms/1/reset', {
    as: cookie,
    body: { ...resetOrder(), handledBy: '', outcome: 'x' },
  });
  expect(answer).toMatchObject({ status: 400, body: { code: 'validationFailed' } });
  expect(
    problemSchema
      .parse(answer.body)
      .errors?.map(({ path }) => path)
      .sort(),
  ).toEqual(['handledBy', 'outcome']);
});

test('an unknown path gets a problem too', async () => {
  for (const url of [
    '/ajax/nothing',
    '/ajax/devices/1/nothing',
    '/nothing',
    '/ajax/%zz',
    `/ajax/devices/${'1'.repeat(300)}`,
  ])
    expectCivil(await server.call('GET', url, { as: cookie }));
});

test('a fault reveals nothing of its cause', async () => {
  const broken = await startTestServer();
  const as = await broken.loginAs(await createUser(broken.db, { role: 'SUPERFIRM', custId: null }));
  await broken.db.execute('alter table devices rename column device_name to something_else');
  const answer = await broken.call('GET', '/ajax/devices', { as });
  expect(answer).toMatchObject({
    status: 500,
    body: {
      type: 'about:blank',
      status: 500,
      code: 'internalError',
      title: 'Something went wrong in Varde.',
    },
  });
  expect(Object.keys(answer.body as object)).toHaveLength(4);
  await broken.close();
});

test('the description of the interface is written once, compressed, and not sent again to who has it', async () => {
  const written = vi.spyOn(server.app.http, 'swagger');
  const get = (method: 'GET' | 'HEAD', headers: Record<string, string>) =>
    server.app.http.inject({ method, url: '/ajax/docs/json', headers });
  const [plain, gzipped, br] = [
    await get('GET', {}),
    await get('GET', { 'accept-encoding': 'gzip, deflate' }),
    await get('GET', { 'accept-encoding': 'gzip, deflate, br' }),
  ];
  expect([plain, gzipped, br].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br']);
  expect(gunzipSync(gzipped.rawPayload).equals(plain.rawPayload)).toBe(true);
  expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
  const head = await get('HEAD', {});
  expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', plain.headers.etag]);
  for (const { headers } of [plain, br]) {
    const again = await get('GET', {
      'if-none-match': String(headers.etag),
      'accept-encoding': String(headers['content-encoding'] ?? 'identity'),
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
  expect(written.mock.calls.length).toBeLessThanOrEqual(1);
  written.mockRestore();
});

test('the interface describes itself, under a policy that allows no foreign script', async () => {
  const document = await server.call('GET', '/ajax/docs/json');
  expect(document.body).toMatchObject({ openapi: '3.1.0' });
  const paths = Object.keys((document.body as { paths: object }).paths);
  expect(paths).toHaveLength(new Set(calls.map(([, { path }]) => path)).size);
  const page = await server.call('GET', '/ajax/docs/');
  expect(page.headers['content-security-policy']).toContain("script-src 'self';");
  expect(String(page.body)).not.toMatch(/<script(?![^>]*src=)/);
});
