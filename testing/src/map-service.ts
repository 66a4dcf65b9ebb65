import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { sendJson } from './address-service.ts';

/** A call as it reached the service. */
export interface MapServiceCall {
  method: string;
  path: string;
  query: Readonly<Record<string, string>>;
  /** Of a session that is to be opened. */
  body: string;
  etag: string | undefined;
}

export interface FakeMapService {
  /** Where it is reached. */
  url: string;
  /** All calls, in the order of their arrival. */
  calls: MapServiceCall[];
  /** How calls are answered from now on. */
  answer: (response: ServerResponse, call: MapServiceCall) => void;
  /** When its sessions expire, Unix milliseconds. */
  expiresAt: number;
  /** As Google's Map Tiles API answers. */
  answerWell: FakeMapService['answer'];
  close(): Promise<void>;
}

/** One grey pixel. */
export const greyPicture: Buffer = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** A map service on 127.0.0.1, which answers as a test says. */
export async function startMapService(): Promise<FakeMapService> {
  const calls: MapServiceCall[] = [];
  const answerWell: FakeMapService['answer'] = (response, { path, query, body, etag }) => {
    if (path === '/createSession') {
      const session = `session ${calls.length} ${JSON.parse(body).language}`;
      const expiry = String(service.expiresAt / 1000);
      return sendJson(response, { session, expiry, tileWidth: 256, tileHeight: 256, imageFormat: 'png' });
    }
    if (path === '/viewport') return sendJson(response, { copyright: `Map data ©2026 for ${query.zoom}` });
    const headers = { etag: '"1"', 'cache-control': 'public, max-age=600, stale-while-revalidate=60', age: '100' };
    if (etag === '"1"') return response.writeHead(304, headers).end();
    return response.writeHead(200, { ...headers, 'content-type': 'image/png' }).end(greyPicture);
  };
  const service = { calls, answer: answerWell, answerWell, expiresAt: Date.now() + 14 * 86_400_000 };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const { method = '', headers } = request;
    const query = Object.fromEntries(url.searchParams);
    const call = { method, path: url.pathname, query, body: await text(request), etag: headers['if-none-match'] };
    calls.push(call);
    service.answer(response, call);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the map service has no port');
  return Object.assign(service, {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
