import { createConnection, type Socket } from 'node:net';

/** A phone's connection that sends too much is closed by the server. */
const reopenMs = 100;

export interface Flood {
  /** Ends it, and gives the number of frames that were sent. */
  stop(): number;
}

/** Sends frames over and over on a connection that is opened again when it is closed, as fast as they are read. */
export function flood(
  port: number,
  frames: readonly Uint8Array[],
  prepare: (frame: Uint8Array, number: number) => Uint8Array = (frame) => frame,
): Flood {
  let sent = 0;
  let isOver = false;
  let socket = open();
  function open(): Socket {
    const opened = createConnection({ host: '127.0.0.1', port, noDelay: true });
    opened.on('error', () => opened.destroy());
    opened.on('connect', () => send(opened));
    opened.on('drain', () => send(opened));
    opened.on('close', () => {
      setTimeout(() => {
        if (!isOver) socket = open();
      }, reopenMs);
    });
    return opened.resume();
  }
  function send(to: Socket): void {
    for (let room = true; room && !isOver && to.writable; ) {
      const frame = frames[sent % frames.length];
      if (frame === undefined) return;
      sent += 1;
      room = to.write(prepare(frame, sent));
    }
  }
  return {
    stop: () => {
      isOver = true;
      socket.destroy();
      return sent;
    },
  };
}
