import { FrameImpl, Parser } from '@stomp/stompjs';
import { livePath } from '@varde/contract/transport';
import WebSocket from 'ws';

export interface LiveFrame {
  command: string;
  headers: Record<string, string>;
  body: string;
}

/** A STOMP client that exposes every frame, for tests of the wire format. */
export interface LiveClient {
  send(command: string, headers?: Record<string, string>): void;
  sendRaw(data: string | Uint8Array): void;
  /** A ping of WebSocket itself. */
  ping(data: string): void;
  /** The next frame with this command, in order of arrival; waits for it. */
  next(command: string): Promise<LiveFrame>;
  /** Resolves with the close code. */
  closed: Promise<number>;
  close(): void;
}

/** Opens a socket and by default sends CONNECT. Rejects with the HTTP status when the upgrade is refused. */
export async function openLiveClient(
  port: number,
  options: {
    cookie?: string;
    authorization?: string;
    origin?: string;
    connect?: boolean;
    query?: string;
  } = {},
): Promise<LiveClient> {
  const { cookie, authorization, origin, connect = true, query = '' } = options;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${livePath}${query}`, ['v12.stomp'], {
    headers: {
      ...(cookie === undefined ? {} : { cookie }),
      ...(authorization === undefined ? {} : { authorization }),
    },
    ...(origin === undefined ? {} : { origin }),
  });
  const frames: LiveFrame[] = [];
  const waiting: { command: string; resolve: (frame: LiveFrame) => void }[] = [];
  const parser = new Parser(
    (raw) => {
      const { command, headers, body } = FrameImpl.fromRawFrame(raw, true);
      const at = waiting.findIndex((waiter) => waiter.command === command);
      if (at === -1) frames.push({ command, headers, body });
      else waiting.splice(at, 1)[0]?.resolve({ command, headers, body });
    },
    () => undefined,
  );
  socket.on('message', (data: Buffer) => parser.parseChunk(new Uint8Array(data).buffer));
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))));
    socket.on('error', reject);
  });
  const client: LiveClient = {
    send: (command, headers = {}) =>
      socket.send(String(FrameImpl.marshall({ command, headers, escapeHeaderValues: true }))),
    sendRaw: (data) => socket.send(data),
    ping: (data) => socket.ping(data),
    next: (command) => {
      const at = frames.findIndex((frame) => frame.command === command);
      const [frame] = at === -1 ? [] : frames.splice(at, 1);
      if (frame !== undefined) return Promise.resolve(frame);
      return new Promise((resolve) => waiting.push({ command, resolve }));
    },
    closed,
    close: () => socket.close(),
  };
  if (connect) {
    client.send('CONNECT', { 'accept-version': '1.2', host: 'varde' });
    await client.next('CONNECTED');
  }
  return client;
}
