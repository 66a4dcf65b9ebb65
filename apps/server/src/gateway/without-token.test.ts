import { parseOsmand } from '@varde/protocols/osmand/index';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodyWithoutToken, requestWithoutToken, urlWithoutToken } from './without-token.ts';

const secret = 'geheim-1';

test.each([
  '/?id=1&token=geheim-1&lat=1',
  '/?id=1&Token=geheim-1&lat=1',
  '/?TOKEN=geheim-1&id=1',
  '/?id=1&%74oken=geheim-1',
  '/?id=1&t%4Fken=geheim-1',
  '/?id=1&token=geheim%2D1',
  '/?token=geheim-1&id=1&token=geheim-1',
  '/??token=geheim-1&id=1',
  '/path?id=1&token=geheim-1#x',
])('the query of %s is kept without the token, and with everything else', (url) => {
  const kept = urlWithoutToken(url);
  expect(kept).toContain('***');
  expect(decodeURIComponent(kept)).not.toContain(secret);
  expect(kept).toMatch(/id=1/);
});

test.each([
  'id=1&Token=geheim-1',
  'id=1&tok%65n=geheim-1',
  '{"id":1,"Token":"geheim-1"}',
  '{"id":1,"token":"geheim-1","location":{"extras":{"TOKEN":"geheim-1"}}}',
  '{"id":1,"\\u0074oken":"geheim-1"}',
  '{"id":1,"token":"\\u0067eheim-1"}',
  '{"id":1,"token":["geheim-1"]}',
  '{"id":1,"to\u212aen":"geheim-1"}',
  '{"id":1,"t\\oken":"geheim-1"}',
  '{"id":1,"token":{"x":["geheim-1","]"]},"y":2}',
  '{"id":1,"token"\0:\0"geheim-1"}',
  'id=1&to%E2%84%AAen=geheim-1',
  '{"id":1, "token" : "geheim-1", "torn',
])('the body %s is kept without the token, and with everything else', (body) => {
  const kept = bodyWithoutToken(body);
  expect(kept).toContain('***');
  expect(JSON.stringify(kept).replaceAll('\\\\u0067', 'g')).not.toContain(secret);
  expect(kept).toMatch(/id"?[=:]\s*1/);
});

test.each([
  ['/?token=geheim-1&id=1', '/?token=***&id=1'],
  ['/a/b?id=1&Token=geheim-1&lat=1', '/a/b?id=1&token=***&lat=1'],
  ['/?id=1', '/?id=1'],
  ['/token', '/token'],
  ['', ''],
])('%s is kept as %s', (url, kept) => {
  expect(urlWithoutToken(url)).toBe(kept);
});

test.each([
  ['id=1&token=geheim-1', 'id=1&token=***'],
  ['{"id":1,"Token":"geheim-1"}', '{"id":1,"Token":"***"}'],
  ['{"id":1, "token" : "geheim-1", "torn', '{"id":1, "token" : "***", "torn'],
  ['{ "id": 1 }', '{ "id": 1 }'],
  ['{"a":{"token":[1,"]\\"",{}]},"b":"token"}', '{"a":{"token":"***"},"b":"token"}'],
  ['{"token":12.5,"lat":1}', '{"token":"***","lat":1}'],
  ['{"lat":1,"token":null}', '{"lat":1,"token":"***"}'],
  ['{"note":"x&token=y","lat":2}', '{"note":"x&token=***","lat":2}'],
])('the body %s is kept as %s', (body, kept) => {
  expect(bodyWithoutToken(body)).toBe(kept);
});

describe('a stored request', () => {
  test('without a token is kept as it is', () => {
    for (const body of ['', 'id=1&lat=2&note=tokens', '{ "id": 1,\n "note": "a token" }', 'x'.repeat(1000)])
      expect(bodyWithoutToken(body)).toBe(body);
    for (const url of ['/', '/?', '/?id=1&x=token', '/a?b?c']) expect(urlWithoutToken(url)).toBe(url);
  });

  test('with a token that the parser finds is kept without it, in any spelling of its name', () => {
    const letter = (char: string) => fc.constantFrom(char, char.toUpperCase(), `%${char.charCodeAt(0).toString(16)}`);
    const name = fc.tuple(...[...'token'].map(letter)).map((letters) => letters.join(''));
    const other = fc.constantFrom('id=1', 'lat=2', 'note=a%26b', '', '=', '?');
    fc.assert(
      fc.property(name, fc.array(other), fc.array(other), (named, before, after) => {
        const query = [...before, 'id=1', `${named}=${secret}`, ...after].join('&');
        const read = parseOsmand({ method: 'GET', url: `/?${query}`, body: '' });
        expect(read).toMatchObject({ token: secret });
        expect(urlWithoutToken(`/?${query}`)).not.toContain(secret);
        expect(bodyWithoutToken(query)).not.toContain(secret);
      }),
    );
  });

  test('in brackets that are nested ten thousand deep is kept without its token', () => {
    const body = `{"x":${'['.repeat(20_000)}${']'.repeat(20_000)},"token":"${secret}"}`;
    expect(bodyWithoutToken(body)).not.toContain(secret);
  });
});

test.each([
  ['ALARM /?id=1&token=geheim-1 HTTP/1.1\r\n\r\n', 'ALARM /?id=1&token=***'],
  ['ALARM / HTTP/1.1\r\nAuthorization: Bearer geheim-1\r\nx: y', 'ALARM / HTTP/1.1\r\nAuthorization: ***\r\nx: y'],
  ['AUTHORIZATION:geheim-1\nx: y', 'AUTHORIZATION: ***\nx: y'],
  ['authorization: Bearer\r\n geheim-1\r\nx: y', 'authorization: ***\r\nx: y'],
])('the request %j, which no parser reads, is kept as %j', (request, kept) => {
  expect(requestWithoutToken(Buffer.from(request)).toString()).toBe(kept);
});

test('a request that no parser reads is looked through for tokens at once, whatever it holds', () => {
  const began = performance.now();
  expect(requestWithoutToken(Buffer.from('authorization:'.repeat(40_000))).toString()).toBe('authorization: ***');
  expect(performance.now() - began).toBeLessThan(500);
});
