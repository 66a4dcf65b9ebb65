import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const statusOf = async (remoteAddress: string, headers: Record<string, string> = {}) =>
  (await server.app.http.inject({ method: 'GET', url: '/metrics', remoteAddress, headers })).statusCode;

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '172.31.0.9', '192.168.1.1', 'fd00::7', 'fe80::1%eth0'])(
  'the metrics answer requests from %s, a network of the operator',
  async (address) => expect(await statusOf(address)).toBe(200),
);

test.each(['192.0.2.7', '172.32.0.1', '::ffff:192.0.2.7', '2001:db8::1'])(
  'the metrics do not exist for %s, which is on the internet',
  async (address) => expect(await statusOf(address)).toBe(404),
);

test.each(['X-Forwarded-For', 'X-Forwarded-Proto', 'Forwarded'])(
  'a proxy without a rule for the metrics does not publish them: %s',
  async (header) => expect(await statusOf('127.0.0.1', { [header]: '127.0.0.1' })).toBe(404),
);
