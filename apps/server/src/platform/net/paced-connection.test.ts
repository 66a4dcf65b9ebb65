import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { DeviceSocket } from '@varde/testing/device-socket';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Pace, PacedConnection } from './paced-connection.ts';
import { readBody } from './read-body.ts';

let server: Server;
let paced: PacedConnection;
let slices: number;
let begun: ('serve' | 'refuse' | 'ignore')[];
let serve: (request: IncomingMessage, response: ServerResponse) => void;
let turn: Pace['turn'];
let client: DeviceSocket;

beforeEach(async () => {
  slices = 0;
  begun = [];
  serve = (_request, response) => response.end('served');
  turn = () => true;
  const work = (parse: () => void) => {
    slices += 1;
    parse();
  };
  server = createServer((request, response) => {
    const outcome = paced.begin(request, response);
    begun.push(outcome);
    if (outcome === 'serve') serve(request, response);
    if (outcome === 'refuse') response.writeHead(503, { connection: 'close' }).end();
  });
  server.on('connection', (socket) => {
    paced = new PacedConnection(socket, { turn: () => turn(), work });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  client = await DeviceSocket.connect(typeof address === 'object' && address !== null ? address.port : 0);
});
afterEach(async () => {
  client.socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const get = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
const post = (body: string) => `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
const bodies = async (request: IncomingMessage, response: ServerResponse, maxLength = 1_000_000) => {
  const body = await readBody(request, maxLength);
  response.shouldKeepAlive = false;
  response.end(Buffer.isBuffer(body) ? String(body.length) : body);
};
/** As the server sees them: one byte each. */
const inChunks = (count: number) =>
  `POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(count)}0\r\n\r\n`;

test('requests one after the other on a connection are all served', async () => {
  for (let n = 1; n <= 3; n++) {
    client.send(get);
    await vi.waitFor(() => expect(client.received.toString().match(/served/g)).toHaveLength(n));
  }
  expect(begun).toEqual(['serve', 'serve', 'serve']);
});

test('of two thousand requests in one packet a slice is parsed, one is served, one refused, and nothing more is read', async () => {
  serve = () => undefined; // not yet
  client.send(get.repeat(2_000));
  await vi.waitFor(() => expect(begun).toContain('refuse'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(slices).toBe(1);
  expect(begun.length).toBeLessThan(200);
  expect(begun.filter((outcome) => outcome !== 'ignore')).toEqual(['serve', 'refuse']);
});

test('each slice of a body waits for a turn of its own, and nothing is parsed before the first', async () => {
  const turns: ((isMine: boolean) => void)[] = [];
  turn = () => new Promise((resolve) => turns.push(resolve));
  serve = (request, response) => void bodies(request, response);
  client.send(post('x'.repeat(10_000)));
  for (let n = 0; n < 3; n++) {
    await vi.waitFor(() => expect(turns).toHaveLength(n + 1));
    expect([slices, begun.length]).toEqual([n, Math.min(n, 1)]);
    turns[n]?.(true);
  }
  await client.closed;
  expect(client.received.toString()).toContain('10000');
});

test('bytes that have waited for too long end the connection, and none of them is parsed', async () => {
  turn = async () => false;
  client.send(get);
  await client.closed;
  expect([slices, client.received.length]).toEqual([0, 0]);
});

test('of a body that nobody reads, little is parsed; the rest when somebody does', async () => {
  const held = Promise.withResolvers<void>();
  serve = (request, response) => void held.promise.then(() => bodies(request, response));
  client.send(post('x'.repeat(500_000))); // 123 slices
  await vi.waitFor(() => expect(begun).toEqual(['serve']));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(slices).toBeLessThan(40);
  held.resolve();
  await client.closed;
  expect(client.received.toString()).toContain('500000');
});

test('a short body in chunks of a byte is read', async () => {
  serve = (request, response) => void bodies(request, response, 20_000);
  client.send(inChunks(300));
  await client.closed;
  expect(client.received.toString()).toMatch(/\b300$/);
});

test('a body in thousands of chunks of a byte is not read to its end', async () => {
  serve = (request, response) => void bodies(request, response, 20_000);
  client.send(inChunks(100_000)); // 147 slices
  await client.closed;
  expect(client.received.toString()).toContain('tooLong');
  expect(slices).toBeLessThan(40);
});

test('a body that is longer than allowed, or cut off, is refused', async () => {
  serve = (request, response) => void bodies(request, response, 100);
  client.send(post('x'.repeat(101)));
  await client.closed;
  expect(client.received.toString()).toContain('tooLong');
});

test('a connection that is upgraded hands over the bytes that wait, in order', async () => {
  const upgraded = Promise.withResolvers<string>();
  server.on('upgrade', (_request, socket, head: Buffer) => {
    paced.release();
    socket.unshift(head);
    const parts: Buffer[] = [];
    socket.on('data', (part: Buffer) => {
      parts.push(part);
      const text = Buffer.concat(parts).toString();
      if (!text.endsWith('end')) return;
      upgraded.resolve(text);
      socket.destroy();
    });
  });
  const payload = `${Array.from({ length: 3_000 }, (_, n) => n).join()}end`;
  client.send(`GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n${payload}`);
  expect(await upgraded.promise).toBe(payload);
});
