import { vi } from 'vitest';

interface Frame {
  command: string;
  headers: Record<string, string>;
}

/** One socket of the fake server, seen by the page as WebSocket and driven by the test as server. */
export class FakeSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string; wasClean: boolean }) => void) | null = null;
  onerror: (() => void) | null = null;
  binaryType = 'blob';
  readyState: number = WebSocket.CONNECTING;
  readonly url: string;
  /** Frames sent by the page, without heart-beats. */
  readonly frames: Frame[] = [];

  constructor(url: string) {
    this.url = url;
  }

  send(text: string): void {
    const frame = parse(text);
    if (frame) this.frames.push(frame);
    if (frame?.command === 'CONNECT') this.say('CONNECTED', { version: '1.2', 'heart-beat': '0,0' });
  }

  close(): void {
    this.end(1000);
  }

  /** Accepts the connection. */
  accept(): void {
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  say(command: string, headers: Record<string, string>, body = ''): void {
    const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}`);
    this.onmessage?.({ data: `${[command, ...lines].join('\n')}\n\n${body}\0` });
  }

  /** Closes or refuses the connection. */
  end(code: number): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code, reason: '', wasClean: true });
  }

  subscribed(): string[] {
    return this.frames.filter(({ command }) => command === 'SUBSCRIBE').map(({ headers }) => headers.destination ?? '');
  }

  /** The destinations that are subscribed to and not left again. */
  following(): string[] {
    const left = this.frames.filter(({ command }) => command === 'UNSUBSCRIBE');
    return this.frames
      .filter(({ command, headers }) => {
        return command === 'SUBSCRIBE' && !left.some(({ headers: { id } }) => id === headers.id);
      })
      .map(({ headers }) => headers.destination ?? '');
  }

  /** Sends a message to every subscriber of the destination. */
  tell(destination: string, message: unknown): void {
    const subscription = this.subscriptionTo(destination);
    this.say('MESSAGE', { subscription, destination, 'message-id': '1' }, JSON.stringify(message));
  }

  subscriptionTo(destination: string): string {
    const found = this.frames.findLast(
      ({ command, headers }) => command === 'SUBSCRIBE' && headers.destination === destination,
    );
    return found?.headers.id ?? '';
  }
}

function parse(text: string): Frame | null {
  const [head = ''] = text.split('\n\n');
  const [command = '', ...lines] = head.trim().split('\n');
  if (command === '') return null;
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]);
  return { command, headers: Object.fromEntries(headers) };
}

/** Replaces the page's WebSocket by a fake; the list contains every opened socket. */
export function fakeLiveServer(): FakeSocket[] {
  const sockets: FakeSocket[] = [];
  class Opened extends FakeSocket {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSING = 2;
    static readonly CLOSED = 3;
    constructor(url: string) {
      super(url);
      sockets.push(this);
    }
  }
  vi.stubGlobal('WebSocket', Opened);
  return sockets;
}
