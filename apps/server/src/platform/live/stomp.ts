import { FrameImpl, type IRawFrameType, Parser } from '@stomp/stompjs';

/** STOMP 1.2 as text: https://stomp.github.io/stomp-specification-1.2.html */

export interface StompFrame {
  command: string;
  headers: Readonly<Record<string, string>>;
}

export interface StompListener {
  frame(frame: StompFrame): void;
  /** A line feed between frames (STOMP 1.2, "Heart-beating"). */
  heartBeat(): void;
  /** The bytes are not STOMP, and nothing more will be read. `headers`: those of the frame, as far as they are known. */
  malformed(headers: StompFrame['headers']): void;
}

export interface StompReader {
  /** Takes received bytes. */
  read(chunk: string | Uint8Array): void;
}

const clientCommands: ReadonlySet<string> = new Set([
  'CONNECT',
  'STOMP',
  'SUBSCRIBE',
  'UNSUBSCRIBE',
  'SEND',
  'ACK',
  'NACK',
  'BEGIN',
  'COMMIT',
  'ABORT',
  'DISCONNECT',
]);

/** Frames of clients are a command and a few headers. */
const maxFrameBytes = 16_384;

/** Bytes → frames of a client. Holds at most one frame's worth; bodies are ignored, since no client sends any. */
export function createStompReader(listener: StompListener): StompReader {
  let waiting = 0;
  let broken = false;
  const end = (headers: StompFrame['headers']) => {
    broken = true;
    listener.malformed(headers);
  };
  const parser = new Parser(
    (raw: IRawFrameType) => {
      waiting = 0;
      if (broken) return;
      const command = raw.command ?? '';
      const { headers, faults } = headersOf(command, raw.headers);
      if (faults || !clientCommands.has(command)) end(headers);
      else listener.frame({ command, headers });
    },
    () => {
      waiting = 0;
      if (!broken) listener.heartBeat();
    },
  );
  return {
    read(chunk) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      // In slices, so that an endless frame is noticed before it has filled the parser.
      for (let at = 0; at < bytes.length && !broken; at += sliceBytes) {
        const slice = bytes.subarray(at, at + sliceBytes);
        waiting += slice.length;
        parser.parseChunk(new Uint8Array(slice).buffer);
        if (waiting > maxFrameBytes && !broken) end({});
      }
    },
  };
}

/**
 * STOMP 1.2, "Value Encoding" and "Repeated Header Entries": blanks belong to a value, the first of repeated headers
 * counts, and an escape that is not defined is an error. `fromRawFrame` of the library trims values and lets every
 * escape pass.
 */
function headersOf(
  command: string,
  raw: IRawFrameType['headers'],
): { headers: Record<string, string>; faults: boolean } {
  const escaped = command !== 'CONNECT';
  const headers: Record<string, string> = {};
  let faults = false;
  for (const parts of raw) {
    const [name, value] = escaped ? parts.map(unescaped) : parts;
    if (name === undefined || value === undefined) faults = true;
    else if (!Object.hasOwn(headers, name)) headers[name] = value;
  }
  return { headers, faults };
}

const escapes: Readonly<Record<string, string>> = { r: '\r', n: '\n', c: ':', '\\': '\\' };

/** Undefined: it has an escape that STOMP does not define. */
function unescaped(text: string): string | undefined {
  if (/\\(?![rnc\\])/.test(text.replaceAll('\\\\', ''))) return undefined;
  return text.replaceAll(/\\(.)/g, (_, sign: string) => escapes[sign] ?? '');
}

const sliceBytes = 1_024;

/** A frame of the server. Header values are escaped as the specification asks. */
export function stompText(command: string, headers: Record<string, string>, body = ''): string {
  return FrameImpl.marshall({ command, headers, body, escapeHeaderValues: true }) as string;
}
