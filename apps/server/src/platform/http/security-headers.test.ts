import { connect } from 'node:net';
import { createUser } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer({ environment: { VARDE_PUBLIC_URL: 'https://varde.example' } });
  await server.app.start();
  cookie = await server.loginAs(await createUser(server.db));
});
afterAll(() => server.close());

/** The server's answer to these bytes, until it closes or has sent a whole head. */
function answerTo(sent: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port(), '127.0.0.1');
    let answer = '';
    const done = () => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (answer.includes('\r\n\r\n')) done();
    });
    socket.on('close', done);
    socket.write(sent); // no end: a server may drop a client that closes at once
  });
}
const get = (path: string, ...headers: string[]) =>
  ['GET', path, 'HTTP/1.1\r\nHost: varde.example\r\n'].join(' ') +
  [...headers, 'Connection: close'].map((header) => `${header}\r\n`).join('') +
  '\r\n';
const upgrade = (path: string, ...headers: string[]) =>
  `GET ${path} HTTP/1.1\r\nHost: varde.example\r\n` +
  [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  ]
    .map((header) => `${header}\r\n`)
    .join('') +
  '\r\n';
const cases: [string, number, () => string][] = [
  ['a call', 200, () => get('/ajax/config')],
  ['a call without a session', 401, () => get('/ajax/devices')],
  ['a call that is not valid', 400, () => get('/ajax/customer/validateCouponCode/%00')],
  ['an address that is nowhere', 404, () => get('/nowhere/at/all')],
  ['a hidden file', 404, () => get('/.vite/manifest.json')],
  ['an address that cannot be decoded', 400, () => get('/%')],
  ['a method that is none', 400, () => 'HELLO / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['no HTTP at all', 400, () => '\x16\x03\x01\x02\x00\x01\r\n\r\n'],
  ['headers without end', 431, () => get('/', `X-Much: ${'x'.repeat(20_000)}`)],
  ['the documentation', 200, () => get('/ajax/docs/json')],
  ['the health', 200, () => get('/healthz')],
  ['the live channel without a session', 401, () => upgrade('/ajax/live')],
  [
    'the live channel from a foreign page',
    403,
    () => upgrade('/ajax/live', `Cookie: ${cookie}`, 'Origin: https://elsewhere.example'),
  ],
  ['the live channel without an upgrade', 404, () => get('/ajax/live', `Cookie: ${cookie}`)],
  ['an upgrade elsewhere', 404, () => upgrade('/nowhere')],
  ['an upgrade where a call is', 404, () => upgrade('/ajax/config')],
  [
    'an upgrade with a key that is none',
    400,
    () => upgrade('/ajax/live', `Cookie: ${cookie}`).replace(/Key: \S+/, 'Key: none'),
  ],
  [
    'an upgrade to another version',
    400,
    () => upgrade('/ajax/live', `Cookie: ${cookie}`).replace('Version: 13', 'Version: 7'),
  ],
];

describe.each(cases)('the answer to %s', (_, status, request) => {
  test(`is ${status}, and has the headers that hold for all answers`, async () => {
    const answer = await answerTo(request());
    expect(answer.split(' ')[1]).toBe(String(status));
    const head = answer.slice(0, answer.indexOf('\r\n\r\n')).toLowerCase();
    for (const header of [
      "content-security-policy: default-src 'none'",
      'x-content-type-options: nosniff',
      'x-frame-options: deny',
      'referrer-policy: same-origin',
      'strict-transport-security: max-age=',
      'cross-origin-resource-policy: same-origin',
    ])
      expect(head).toContain(header);
    expect(head).not.toMatch(/x-powered-by|\r\nserver:/);
  });
});

test('an accepted upgrade gets no other answer', async () => {
  expect(await answerTo(upgrade('/ajax/live', `Cookie: ${cookie}`))).toMatch(/^HTTP\/1\.1 101 /);
});
