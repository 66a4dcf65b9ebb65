import { createConnection } from 'node:net';
import { encodeWatchFrame, encodeWatchMessage, parseWatchFrame, watch } from '@varde/protocols/watch/index';

interface Press {
  host: string;
  /** Of the gateway of watches. */
  port: number;
  /** 15 digits. */
  identity: string;
  /** Unix milliseconds. */
  at: number;
  signal: AbortSignal;
}

/** Bit 16 of the status word, protocol notes 2.3. */
const sos = 1 << 16;
const word = 'AL';

/**
 * Presses the SOS button of a watch over a new connection. Resolves with Varde's answer, which a watch waits for; rejects
 * when the connection fails, when Varde closes it, or when the signal is aborted.
 */
export async function pressAlarm({ host, port, identity, at, signal }: Press): Promise<void> {
  const address = { manufacturer: 'VA', id: identity, index: null };
  const message = encodeWatchMessage({ type: 'position', word, fix: { at, valid: false, status: sos } });
  const socket = createConnection({ host, port, noDelay: true, signal });
  socket.write(encodeWatchFrame(address, message));
  const framer = watch.createFramer();
  for await (const chunk of socket) if (framer.push(chunk).some(({ bytes }) => isAnswer(bytes))) return;
  throw new Error('the connection was closed before the alarm was answered');
}

function isAnswer(bytes: Uint8Array): boolean {
  const frame = parseWatchFrame(bytes);
  return 'content' in frame && frame.content.word === word;
}
