import { createConnection } from 'node:net';
import { CliError } from '../cli/cli-error.ts';
import type { Io } from '../cli/io.ts';
import type { Endpoint } from '../links/link.ts';
import type { Cancel, Clock } from '../timing/clock.ts';
import { type CapturedFrame, showBytes } from './capture.ts';

export interface ReplayOptions extends Endpoint {
  frames: readonly CapturedFrame[];
  /** Milliseconds without a reply after which the replay ends. */
  wait: number;
  clock: Clock;
}

/**
 * Sends the frames over one connection and prints them (`>`) and the replies (`<`), until the server is silent. Rejects
 * with CliError when there is no connection, or when it is lost.
 */
export function replay({ host, port, frames, wait, clock }: ReplayOptions, io: Io): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host, port, noDelay: true });
    let isConnected = false;
    let cancel: Cancel = () => undefined;
    const end = (error?: CliError) => {
      cancel();
      io.signal.removeEventListener('abort', stop);
      socket.destroy();
      if (error === undefined) resolve();
      else reject(error);
    };
    const stop = () => end();
    const waitOn = () => {
      cancel();
      cancel = clock.after(wait, stop);
    };

    io.signal.addEventListener('abort', stop, { once: true });
    socket.on('connect', () => {
      isConnected = true;
      for (const { bytes } of frames) {
        socket.write(bytes);
        io.print(`> ${showBytes(bytes)}`);
      }
      waitOn();
    });
    socket.on('data', (bytes) => {
      io.print(`< ${showBytes(bytes)}`);
      waitOn();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const what = isConnected ? 'connection lost' : `cannot connect to ${host}:${port}`;
      end(new CliError(`${what} (${error.code ?? error.message})`));
    });
    socket.on('end', () => end(new CliError('the server ended the connection')));
  });
}
