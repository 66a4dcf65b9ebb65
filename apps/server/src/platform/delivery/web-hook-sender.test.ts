import { createHmac } from 'node:crypto';
import type { lookup } from 'node:dns';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { ForbiddenAddress, forbiddenUrl } from '../net/guarded-post.ts';
import { isPublicAddress } from '../net/public-address.ts';
import { createWebHookSender } from './web-hook-sender.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function receiver(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
const hook = {
  id: 'varde-7',
  secret: 'hemmelig',
  body: '{"event":"alarmRaised","æ":"ø"}',
  timestamp: 1_768_478_400,
};
const sendTo = async (listener: RequestListener) => {
  const url = `http://127.0.0.1:${await receiver(listener)}/hook?a=1`;
  return createWebHookSender({ inside: true, timeoutMs: 300 }).send({ ...hook, url });
};

describe('a web hook', () => {
  test('is posted as JSON, with its number and a signature of time and body', async () => {
    const heard: unknown[] = [];
    const status = await sendTo(async (request: IncomingMessage, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      const { 'varde-delivery': id, 'varde-timestamp': at, 'varde-signature': signature } = request.headers;
      heard.push([request.method, request.url, request.headers['content-type'], id, body]);
      const expected = createHmac('sha256', 'hemmelig')
        .update(`${String(at)}.${body}`)
        .digest('hex');
      heard.push([at, signature === `v1=${expected}`]);
      response.writeHead(204).end();
    });
    expect(status).toBe(204);
    expect(heard).toEqual([
      ['POST', '/hook?a=1', 'application/json', 'varde-7', hook.body],
      ['1768478400', true],
    ]);
  });

  test('follows no redirect', async () => {
    const reached: unknown[] = [];
    const elsewhere = await receiver((request, response) => {
      reached.push(request.url);
      response.end();
    });
    const location = `http://127.0.0.1:${elsewhere}/stolen`;
    expect(await sendTo((_request, response) => response.writeHead(307, { location }).end())).toBe(307);
    expect(reached).toEqual([]);
  });

  test('has its answer with the status, however long the body is', async () => {
    expect(
      await sendTo((_request, response) => {
        response.writeHead(200);
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      }),
    ).toBe(200);
  });

  test.each<[string, RequestListener]>([
    ['hangs', () => undefined],
    ['closes the connection', (request) => request.socket.destroy()],
    ['answers with something that is not HTTP', (request) => request.socket.end('SSH-2.0-x\r\n')],
  ])('fails when its receiver %s', async (_what, listener) => {
    await expect(sendTo(listener)).rejects.toThrow();
  });

  test.each([
    ['one private address', ['127.0.0.1']],
    ['a private address among others', ['93.184.215.14', '10.0.0.5']],
    ['an IPv6 address of this machine', ['::1']],
    ['no address', []],
  ])('is not posted to a name with %s', async (_what, addresses) => {
    const reached: unknown[] = [];
    const port = await receiver((request, response) => {
      reached.push(request.url);
      response.end();
    });
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const resolved = ((_name: string, _options: unknown, done: (error: null, all: typeof found) => void) =>
      done(null, found)) as typeof lookup;
    const sender = createWebHookSender({ inside: false, lookup: resolved });
    const sent = sender.send({ ...hook, url: `https://hooks.test.example:${port}/` });
    await expect(sent).rejects.toBeInstanceOf(ForbiddenAddress);
    expect(reached).toEqual([]);
  });

  test('is not posted to an address that was allowed when it was registered and is not any more', async () => {
    const url = `http://127.0.0.1:${await receiver((_request, response) => response.end())}/`;
    expect(forbiddenUrl(url, true)).toBeNull();
    const sent = createWebHookSender({ inside: false }).send({ ...hook, url });
    await expect(sent).rejects.toBeInstanceOf(ForbiddenAddress);
  });
});

describe('the address of a web hook', () => {
  test.each([
    'https://hooks.example.no/varde?key=1',
    'https://93.184.215.14:8443/',
    'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
  ])('may be %s', (url) => expect(forbiddenUrl(url, false)).toBeNull());

  test.each([
    'http://hooks.example.no/',
    'ftp://hooks.example.no/',
    'hooks.example.no',
    '',
    'https://user:password@hooks.example.no/',
    'https://localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://127.0.0.1/',
    'https://2130706433/', // 127.0.0.1
    'https://0x7f.1/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[64:ff9b::7f00:1]/',
  ])('may not be %s', (url) => expect(forbiddenUrl(url, false)).not.toBeNull());

  test('may be private and http only where the installation says so, and never has a login', () => {
    expect(forbiddenUrl('http://10.0.0.5:8080/varde', true)).toBeNull();
    expect(forbiddenUrl('ftp://10.0.0.5/', true)).not.toBeNull();
    expect(forbiddenUrl('http://a:b@10.0.0.5/', true)).not.toBeNull();
  });
});

test.each([
  ['172.15.255.255', true],
  ['172.16.0.0', false],
  ['172.31.255.255', false],
  ['172.32.0.0', true],
  ['100.63.255.255', true],
  ['100.64.0.0', false],
  ['192.168.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::ffff:10.0.0.1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['2a02:c0::1', true],
  ['hooks.example.no', false],
])('%s is an address of the internet: %s', (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic));
