import { Agent, request } from 'node:http';
import type { DeviceRequest } from '@varde/protocols/protocol';
import type { Endpoint, Link, LinkEvents } from './link.ts';

/** The server's answer to a request. */
export interface HttpAnswer {
  /** Null: the server says it by itself. */
  request: DeviceRequest | null;
  status: number;
  /** May hold commands. */
  body: string;
}

/** Requests one after the other over one kept connection, as a phone sends them. */
export function createHttpLink({ host, port }: Endpoint, events: LinkEvents<HttpAnswer>): Link<DeviceRequest> {
  let agent: Agent | null = null;

  const send = (sent: DeviceRequest, using: Agent) => {
    const headers = {
      ...(sent.contentType !== undefined && { 'content-type': sent.contentType }),
      ...(sent.authorization !== undefined && { authorization: sent.authorization }),
      'content-length': Buffer.byteLength(sent.body),
    };
    const outgoing = request({ host, port, agent: using, method: sent.method, path: sent.url, headers });
    outgoing.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => {
        if (agent === using) events.received({ request: sent, status: response.statusCode ?? 0, body });
      });
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (agent !== using) return;
      agent = null;
      using.destroy();
      events.closed(error.code ?? error.message);
    });
    outgoing.end(sent.body);
  };

  return {
    open() {
      const opened = new Agent({ keepAlive: true, maxSockets: 1 });
      agent = opened;
      // HTTP connects with its first request, so this only permits one.
      queueMicrotask(() => agent === opened && events.opened());
    },
    write: (wire) => agent && send(wire, agent),
    writeGarbage: (bytes) =>
      agent &&
      send({ method: 'POST', url: '/', contentType: 'text/plain', body: Buffer.from(bytes).toString('hex') }, agent),
    drop() {
      agent?.destroy();
      agent = null;
    },
  };
}
