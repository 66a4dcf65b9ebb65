import { expect, test } from 'vitest';
import { parseConfig } from '../config.ts';
import { hasUntrustedProxy } from './has-untrusted-proxy.ts';

const https = { VARDE_PUBLIC_URL: 'https://varde.example.no' };
const http = { VARDE_PUBLIC_URL: 'http://varde.example.no:8080' };

test.each([
  ['nothing said of where browsers come', {}, false],
  ['an address on this machine only', { VARDE_HTTP_HOST: '127.0.0.1' }, false],
  ['https, which Varde does not speak', https, true],
  ['https and a trusted proxy', { ...https, VARDE_TRUST_PROXY: 'true' }, false],
  ['http on the own port', http, false],
  ['http on the own port of a private address', { ...http, VARDE_HTTP_HOST: '10.0.0.5' }, false],
  ['http on another port', { ...http, VARDE_HTTP_PORT: '8081' }, true],
  ['http without a port', { VARDE_PUBLIC_URL: 'http://varde.example.no' }, true],
  ['http without a port, on port 80', { VARDE_PUBLIC_URL: 'http://varde.example.no', VARDE_HTTP_PORT: '80' }, false],
  ['a public name, and this machine only', { ...http, VARDE_HTTP_HOST: '127.0.0.1' }, true],
  ['a public name, and this machine only in IPv6', { ...http, VARDE_HTTP_HOST: '::1' }, true],
  ['a public name, and the demo', { ...http, VARDE_DEMO: 'true' }, true],
  ['this machine for both', { VARDE_PUBLIC_URL: 'http://localhost:8080', VARDE_HTTP_HOST: '127.0.0.1' }, false],
  ['this machine for both, in IPv6', { VARDE_PUBLIC_URL: 'http://[::1]:8080', VARDE_HTTP_HOST: '::1' }, false],
])('with %s, %j: a proxy that is not trusted is %s', (_what, environment, expected) => {
  expect(hasUntrustedProxy(parseConfig(environment))).toBe(expected);
});
