import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A device's end of a TCP connection, for tests of the wire format. */
export class DeviceSocket {
  readonly socket: Socket;
  /** The other side has gone, or refused. */
  readonly closed: Promise<void>;
  #received = Buffer.alloc(0);
  #waiting: (() => void)[] = [];

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      for (const look of this.#waiting.splice(0)) look();
    });
  }

  /** `from`: its own address, another of this machine. */
  static async connect(port: number, from = '127.0.0.1'): Promise<DeviceSocket> {
    const device = new DeviceSocket(connect({ port, host: '127.0.0.1', localAddress: from }));
    await once(device.socket, 'connect');
    return device;
  }

  get received(): Buffer {
    return this.#received;
  }

  send(...parts: (Uint8Array | string)[]): void {
    for (const part of parts) this.socket.write(part);
  }

  /** Resolves when at least this many bytes have come, with all of them. Rejects when the other side has gone before. */
  async bytes(count: number): Promise<Buffer> {
    const gone = this.closed.then(() => true);
    while (this.#received.length < count) {
      const come = new Promise<false>((resolve) => this.#waiting.push(() => resolve(false)));
      if ((await Promise.race([come, gone])) && this.#received.length < count)
        throw new Error(`the connection was closed after ${this.#received.length} of ${count} bytes`);
    }
    return this.#received;
  }
}
