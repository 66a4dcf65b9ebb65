import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import { createLog } from '../log/log.ts';
import { closeHttpServer, createHttpServer } from './server.ts';

test('an upload that stalls does not keep the server from closing', async () => {
  // Regression: closing waited for the upload, until the whole stop timed out as failed.
  const log = createLog({ level: 'silent' });
  const app = await createHttpServer({
    log,
    clock: systemClock,
    trustProxy: false,
    https: false,
    tilesUrl: null,
  });
  app.post('/upload', async () => 'done');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const arrived = once(app.server, 'request');
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  const gone = once(socket, 'close');
  socket.write('POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
  await arrived;
  await closeHttpServer(app);
  await gone;
  expect(app.server.listening).toBe(false);
}, 10_000);
