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
}

export interface StompReader {
  /** Takes received bytes. False: they are not STOMP, and nothing more will be read. */
  read(chunk: string | Uint8Array): boolean;
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
  const parser = new Parser(
    (raw: IRawFrameType) => {
      waiting = 0;
      if (broken) return;
      if (!clientCommands.has(raw.command ?? '')) {
        broken = true;
        return;
      }
      const { command, headers } = FrameImpl.fromRawFrame(raw, true);
      listener.frame({ command, headers });
    },
    () => {
      waiting = 0;
      listener.heartBeat();
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
        if (waiting > maxFrameBytes) broken = true;
      }
      return !broken;
    },
  };
}

const sliceBytes = 1_024;

/** A frame of the server. Header values are escaped as the specification asks. */
export function stompText(command: string, headers: Record<string, string>, body = ''): string {
  return FrameImpl.marshall({ command, headers, body, escapeHeaderValues: true }) as string;
}
