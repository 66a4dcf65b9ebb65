import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ProviderRefused, ProviderSilent, ProviderUncertain } from '../delivery/provider-answers.ts';
import { createSmsSender } from './create-sms-sender.ts';

const open: Server[] = [];
afterEach(() => {
  for (const one of open.splice(0)) {
    one.closeAllConnections();
    one.close();
  }
});

const sms = { id: 'varde-sms-1', to: '+4790000001', text: 'pw,123456,reset#', reportUrl: null };
const senderAt = (url: string, timeoutMs?: number) =>
  createSmsSender({ provider: 'gateway', url, from: '', ...(timeoutMs && { timeoutMs }) });
const bodyOf = async (request: IncomingMessage) => JSON.parse(Buffer.concat(await request.toArray()).toString());

async function gateway(listener: RequestListener, login = ''): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  open.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  return `http://${login}127.0.0.1:${typeof address === 'object' ? address?.port : ''}/sms`;
}

test('an SMS is posted as JSON with its id and the login of the URL, and the name that the gateway gives it comes back', async () => {
  const heard: unknown[] = [];
  const url = await gateway(async (request, response) => {
    const { authorization, 'idempotency-key': key } = request.headers;
    heard.push([request.method, request.url, authorization, key, await bodyOf(request)]);
    response.writeHead(202, { 'content-type': 'application/json' }).end('{"id": 4711, "status": "queued"}');
  }, 'varde:p%40ss@');
  expect(await senderAt(url).send(sms)).toBe('4711');
  const basic = `Basic ${Buffer.from('varde:p@ss').toString('base64')}`;
  const { id, to, text } = sms;
  expect(heard).toEqual([['POST', '/sms', basic, 'varde-sms-1', { id, to, text }]]);
});

test('a gateway without a login in its URL gets none, and may give the SMS no name', async () => {
  let authorization: string | undefined = 'unset';
  const url = await gateway((request, response) => {
    authorization = request.headers.authorization;
    response.end('{}');
  });
  expect(await senderAt(url).send(sms)).toBeNull();
  expect(authorization).toBeUndefined();
});

test.each([400, 422])('status %i refuses the SMS for good', async (status) => {
  const url = await gateway((_request, response) => response.writeHead(status).end('{"error":"bad number"}'));
  await expect(senderAt(url).send(sms)).rejects.toBeInstanceOf(ProviderRefused);
});

const failureAt = (url: string): Promise<unknown> =>
  senderAt(url, 100)
    .send(sms)
    .then(
      () => 'accepted',
      (error: unknown) => error,
    );
const later = async (url: string) => {
  const failure = await failureAt(url);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(ProviderRefused);
  expect(failure).not.toBeInstanceOf(ProviderUncertain);
};
const inDoubt = async (url: string) => {
  const failure = await failureAt(url);
  expect(failure).toBeInstanceOf(ProviderUncertain);
  expect(failure).not.toBeInstanceOf(ProviderSilent);
};
const isSilent = async (url: string) => expect(await failureAt(url)).toBeInstanceOf(ProviderSilent);

test.each([500, 503, 429, 401, 404])('after status %i the SMS is worth another attempt', async (status) => {
  await later(await gateway((_request, response) => response.writeHead(status).end('{"id":"1"}')));
});

test.each([
  ['a page of a proxy', '<html>Log in</html>'],
  ['an empty answer', ''],
  ['text that is no object', '"ok"'],
  ['null', 'null'],
  ['more than any answer has', `{"id":"${'x'.repeat(20_000)}"}`],
])('%s with status 200 leaves in doubt whether the SMS was sent', async (_what, body) => {
  await inDoubt(await gateway((_request, response) => response.end(body)));
});

test('a gateway that redirects, or never ends its answer, leaves in doubt whether the SMS was sent', async () => {
  const url = await gateway((_request, response) => response.end('{}'));
  await inDoubt(await gateway((_request, response) => response.writeHead(307, { location: url }).end()));
  await inDoubt(
    await gateway((_request, response) => {
      response.write('{"id":');
    }),
  );
});

test('a gateway that never answers or hangs up leaves it in doubt as well, and is silent', async () => {
  await isSilent(await gateway(() => undefined));
  await isSilent(await gateway((request) => request.socket.destroy()));
});

test('a gateway that is not there has not sent the SMS', async () => {
  const gone = await gateway(() => undefined);
  const server = open.pop();
  await new Promise((resolve) => server?.close(resolve));
  await later(gone);
});

test.each<[string, (socket: Socket) => void]>([
  ['hangs up while TLS begins', (socket) => socket.once('data', () => socket.destroy())],
  ['resets the connection while TLS begins', (socket) => socket.once('data', () => socket.resetAndDestroy())],
  ['speaks no TLS', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['never ends the beginning of TLS', () => undefined],
])('a gateway that %s has not sent the SMS, which was never written', async (_how, answer) => {
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    answer(socket);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  try {
    await later(`https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/sms`);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

test('a gateway that hangs up on a connection which it has answered before leaves in doubt whether the SMS was sent', async () => {
  let requests = 0;
  const url = await gateway((request, response) => {
    requests += 1;
    if (requests === 1) response.end('{"id":"1"}');
    else request.socket.destroy();
  });
  await senderAt(url).send(sms);
  await isSilent(url);
});
