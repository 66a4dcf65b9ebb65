import { createConnection, type Socket } from 'node:net';
import type { Endpoint, Link, LinkEvents } from './link.ts';

/** A TCP connection that can be reopened after a loss. */
export function createTcpLink({ host, port }: Endpoint, events: LinkEvents<Uint8Array>): Link<Uint8Array> {
  let socket: Socket | null = null;

  return {
    open() {
      let reason = 'closed';
      const opening = createConnection({ host, port, noDelay: true });
      socket = opening;
      opening.on('connect', () => socket === opening && events.opened());
      opening.on('data', (bytes) => socket === opening && events.received(bytes));
      opening.on('error', (error: NodeJS.ErrnoException) => {
        reason = error.code ?? error.message;
      });
      opening.on('close', () => {
        if (socket !== opening) return;
        socket = null;
        events.closed(reason);
      });
    },
    write: (bytes) => socket?.write(bytes),
    writeGarbage: (bytes) => socket?.write(bytes),
    drop() {
      socket?.destroy();
      socket = null;
    },
  };
}
