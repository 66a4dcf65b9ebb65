import { createConnection, type Socket } from 'node:net';

/** The server closes a connection that sends too much. */
const reopenMs = 100;

export interface Flood {
  /** Stops the flood, and returns the number of frames sent. */
  stop(): number;
}

/** Sends frames repeatedly, as fast as they are read, and reopens the connection when it is closed. */
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
