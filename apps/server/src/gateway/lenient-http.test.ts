import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { Uplink } from '@varde/contract/events';
import { http } from '@varde/protocols/open/index';
import { osmand } from '@varde/protocols/osmand/index';
import type { RequestProtocol } from '@varde/protocols/protocol';
import { DeviceSocket } from '@varde/testing/device-socket';
import { createManualClock } from '@varde/testing/manual-clock';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createInProcessBus } from '#platform/bus/bus.ts';
import { createLog } from '#platform/log/log.ts';
import { metrics } from '#platform/log/metrics.ts';
import { createRequestServer } from './request-server.ts';
import type { GatewayServer } from './stream-server.ts';

let server: GatewayServer | undefined;
let uplinks: Uplink[];
let lines: { msg: string; times: number; last: string }[];
const clock = createManualClock();

beforeEach(() => {
  uplinks = [];
  lines = [];
});
afterEach(() => server?.stop());

async function serve(protocol: RequestProtocol, trustProxy = false): Promise<void> {
  const bus = createInProcessBus();
  bus.onUplink(async (uplink) => {
    uplinks.push(uplink);
    return uplink.kind === 'message' ? 'stored' : 'recorded';
  });
  const log = createLog({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  server = createRequestServer(protocol, { gatewayId: 'test', bus, clock, log, port: 0, trustProxy });
  await server.start();
}

/** Sends bytes as they are, and resolves with the first line of the answer. */
async function send(...parts: (string | Buffer)[]): Promise<string> {
  const device = await DeviceSocket.connect(server?.port() ?? 0);
  device.send(...parts);
  await vi.waitFor(() => expect(device.received.toString()).toMatch(/^HTTP\/1\.1 [1-5].*\r\n/));
  device.socket.destroy();
  await device.closed;
  return device.received.toString().split('\r\n', 1)[0] ?? '';
}

const ok = 'HTTP/1.1 200 OK';
const json = '{"device":"help-0001","events":["alarm"],"note":"Åse"}';
const post = (body: string | Buffer, ...headers: string[]) =>
  Buffer.concat([
    Buffer.from(['POST /v1/messages HTTP/1.1', ...headers, `Content-Length: ${body.length}`, '', ''].join('\r\n')),
    Buffer.from(body),
  ]);
const alarm = {
  kind: 'message',
  identity: 'help-0001',
  report: { samples: [{ metyId: 1, unknown: { note: 'Åse' } }] },
};
const utf8 = Buffer.from(json);
const latin1 = Buffer.from(json, 'latin1');

describe('an alarm over HTTP is taken', () => {
  test.each<[string, (string | Buffer)[]]>([
    ['without Host', [post(utf8)]],
    ['by HTTP/1.0', [post(utf8).toString().replace('1.1', '1.0')]],
    ['by a version that does not exist', [post(utf8).toString().replace('1.1', '1.2')]],
    ['with empty lines before it', ['\r\n\r\n', post(utf8)]],
    ['with two hosts', [post(utf8, 'Host: a', 'Host: b')]],
    ['with a whole address in its first line', [post(utf8).toString().replace('/v1', 'http://x:5057/v1')]],
    ['with a byte order mark before its JSON', [post(Buffer.from(`\ufeff${json}`))]],
    ['with bare line feeds', [post(utf8).toString().replaceAll('\r', '')]],
    ['with a folded header', [post(utf8, 'X-A: b\r\n c')]],
    ['with a header that is no text', [post(utf8, 'X-A: b\u0001\u00e5')]],
    ['with an expectation', [post(utf8, 'Expect: 100-continue')]],
    ['with an unknown expectation', [post(utf8, 'Expect: coffee')]],
    ['with an upgrade that nobody needs', [post(utf8, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c')]],
    ['with a length beside its chunks', [chunked(['Content-Length: 5'])]],
    ['with blanks behind the length of a chunk', [chunked([], '  ')]],
    ['with a name of a coding in capitals', [chunked([]).replace('chunked', 'Chunked')]],
    ['as Latin-1 that says so', [post(latin1, 'Content-Type: application/json; charset=ISO-8859-1')]],
    ['as Latin-1 that says nothing', [post(latin1)]],
    ['as UTF-8 that claims to be Latin-1', [post(utf8, 'Content-Type: text/plain;charset="latin1"')]],
    ['in a character set that does not exist', [post(utf8, 'Content-Type: a/b; charset=x-none')]],
    ['as UTF-16', [post(Buffer.from(`\ufeff${json}`, 'utf16le'), 'Content-Type: a/b; charset=utf-16')]],
    ['in gzip', [post(gzipSync(utf8), 'Content-Encoding: gzip')]],
    ['in gzip that nobody names', [post(gzipSync(utf8))]],
    ['in deflate', [post(deflateSync(utf8), 'Content-Encoding: deflate')]],
    ['in deflate without its header', [post(deflateRawSync(utf8), 'Content-Encoding: DEFLATE')]],
    ['cut into bytes', [...post(utf8)].map((byte) => Buffer.of(byte))],
  ])('%s', async (_how, parts) => {
    await serve(http);
    expect(await send(...parts)).toMatch(/^HTTP\/1\.1 (100|200)/);
    await vi.waitFor(() => expect(uplinks).toMatchObject([alarm]));
  });

  test.each([
    'GET http://varde:5055/?id=p&alarm=sos HTTP/1.1\r\n\r\n',
    'GET http://varde:5055?id=p&alarm=sos HTTP/1.1\r\n\r\n',
    'HEAD /?id=p&alarm=sos HTTP/1.1\r\n\r\n',
    'GET /?id=p&alarm=sos#top HTTP/1.1\r\n\r\n',
    'GET /any/path?id=p&alarm=sos&timestamp=2026-01-15T12:00:00+01:00 HTTP/1.0\nX: y\n\n',
    'POST /?id=p HTTP/1.1\r\nContent-Length: 11\r\n\r\nalarm=sos\r\n',
    'POST / HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\nid=p&alarm=sos',
    'PUT / HTTP/1.1\r\nContent-Length: 29\r\n\r\n\n{"id":"p","alarm":["sos",]}\0\0',
  ])('of a phone: %j', async (request) => {
    await serve(osmand);
    expect(await send(request)).toBe(ok);
    expect(uplinks).toMatchObject([
      { kind: 'message', identity: 'p', report: { samples: [{ events: [{ code: 'sos' }] }] } },
    ]);
  });

  test('behind a proxy too, as the proxy writes it; what two parsers may read differently is refused and recorded there', async () => {
    await serve(http, true);
    expect(await send(post(utf8))).toBe(ok);
    expect(await send(chunked(['Content-Length: 5']))).toBe('HTTP/1.1 400 Bad Request');
    await vi.waitFor(() =>
      expect(uplinks).toMatchObject([alarm, { kind: 'malformed', reason: 'badRequest', remoteAddress: '127.0.0.1' }]),
    );
  });
});

function chunked(headers: string[], blanks = ''): string {
  const head = ['POST /v1/messages HTTP/1.1', 'Transfer-Encoding: chunked', ...headers, '', ''].join('\r\n');
  return `${head}${utf8.length.toString(16)}${blanks}\r\n${json}\r\n0\r\n\r\n`;
}

describe('what is no request is counted, logged and recorded with its address', () => {
  const malformed = (reason: string) => ({
    kind: 'malformed',
    protocol: 'osmand',
    reason,
    remoteAddress: '127.0.0.1',
  });
  const counted = async (reason: string) =>
    (await metrics.malformed.get()).values.find(
      ({ labels }) => labels.protocol === 'osmand' && labels.reason === reason,
    )?.value ?? 0;

  test.each<[string, string, (string | Buffer)[]]>([
    ['a TLS hello', 'tls', [Buffer.from('16030100a5010000a10303aaaa', 'hex')]],
    ['a line of a load balancer', 'proxyHeader', ['PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nGET /?id=1 HTTP/1.1\r\n\r\n']],
    ['the same in binary', 'proxyHeader', [Buffer.from('0d0a0d0a000d0a515549540a2111000c', 'hex')]],
    ['a word that is no method', 'badRequest', ['alarm /?id=1 HTTP/1.1\r\n\r\n']],
    ['HTTP/2', 'badRequest', ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n']],
    ['a tunnel', 'badRequest', ['CONNECT varde:443 HTTP/1.1\r\n\r\n']],
    ['two lengths', 'badRequest', ['POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc']],
    ['a head without an end', 'tooLong', [`GET /?id=1&x=${'x'.repeat(20_000)}`]],
    ['a body without an end', 'tooLong', [`POST / HTTP/1.1\r\nContent-Length: 99999\r\n\r\n${'x'.repeat(70_000)}`]],
    ['a body that is too long when unpacked', 'tooLong', [packed(gzipSync(Buffer.alloc(1_000_000)), 'gzip')]],
    ['a body that cannot be unpacked', 'badCoding', [packed(Buffer.from('\x1f\x8bxxxx', 'latin1'), 'gzip')]],
    ['a body in an unknown coding', 'badCoding', [packed(Buffer.from('x'), 'br')]],
    ['no identity', 'noIdentity', ['GET /?alarm=sos HTTP/1.1\r\n\r\n']],
  ])('%s: %s', async (_what, reason, parts) => {
    await serve(osmand);
    const before = await counted(reason);
    expect(await send(...parts)).toMatch(/^HTTP\/1\.1 4(00|05|13|15) /);
    await vi.waitFor(() => expect(uplinks).toMatchObject([malformed(reason)]));
    expect(await counted(reason)).toBe(before + 1);
  });

  test('the log says so once a minute, with the address', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await serve(osmand);
    await send('nonsense\r\n\r\n');
    await send('GET / HTTP/1.1\r\n\r\n');
    vi.advanceTimersByTime(20_000);
    await send('nonsense\r\n\r\n');
    vi.advanceTimersByTime(5000);
    expect(lines).toMatchObject([{ protocol: 'osmand', times: 2, last: '127.0.0.1' }]);
    clock.advance(60_000);
    vi.advanceTimersByTime(5000);
    expect(lines).toMatchObject([{ times: 2 }, { times: 1 }]);
    vi.useRealTimers();
  });

  describe.each(['end', 'resetAndDestroy'] as const)('a connection that breaks (%s)', (breaks) => {
    test.each([
      ['in the head of a request', '', 'GET /?id=1&alarm=sos HTTP/1.1\r\nHos'],
      ['in its body', '', 'POST / HTTP/1.1\r\nContent-Length: 30\r\n\r\nid=1&alarm'],
      ['in the next one', 'GET /?id=1 HTTP/1.1\r\n\r\n', 'GET /?id=1&al'],
    ])('%s', async (_where, first, request) => {
      await serve(osmand);
      const device = await DeviceSocket.connect(server?.port() ?? 0);
      device.send(first);
      if (first !== '') await device.bytes(10);
      await new Promise((resolve) => device.socket.write(request, resolve));
      device.socket[breaks]();
      await vi.waitFor(() => expect(uplinks.at(-1)).toMatchObject(malformed('incomplete')));
      await device.closed;
      expect(uplinks).toHaveLength(first === '' ? 1 : 2);
    });

    test('between two requests, or before the first one, has lost nothing', async () => {
      await serve(osmand);
      for (const sent of ['', 'GET /?id=1 HTTP/1.1\r\n\r\n']) {
        const device = await DeviceSocket.connect(server?.port() ?? 0);
        device.send(sent);
        if (sent !== '') await device.bytes(10);
        device.socket[breaks]();
        await device.closed;
      }
      await send('nonsense\r\n\r\n'); // later than the end of the others
      expect(uplinks.map(({ kind }) => kind)).toEqual(['message', 'malformed']);
    });
  });
});

function packed(body: Buffer, coding: string): Buffer {
  const head = `POST / HTTP/1.1\r\nContent-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}
