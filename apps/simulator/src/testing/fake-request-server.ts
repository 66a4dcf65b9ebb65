import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestProtocol, RequestReceived } from '@varde/protocols/protocol';
import { ReceivedLog } from './received-log.ts';

export interface FakeRequestServer {
  port: number;
  requests: ReceivedLog<{ received: RequestReceived; url: string }>;
  /** The status of every answer from now on; null: the regular one. */
  answerWith(status: number | null): void;
  close(): Promise<void>;
}

/** A server for tests that decodes requests with the production protocol and records them. */
export async function startFakeRequestServer(protocol: RequestProtocol, port = 0): Promise<FakeRequestServer> {
  const requests = new ReceivedLog<{ received: RequestReceived; url: string }>();
  let forced: number | null = null;

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const received = protocol.read({
        method,
        url,
        contentType: headers['content-type'],
        authorization: headers.authorization,
        body: Buffer.concat(chunks).toString(),
      });
      response.writeHead(forced ?? (received.type === 'message' ? 200 : received.status)).end();
      requests.add({ received, url });
    });
  });

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    answerWith: (status) => {
      forced = status;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
