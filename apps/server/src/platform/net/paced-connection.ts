import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Bytes that the HTTP parser gets at once. One packet may hold two thousand requests, or ten thousand pieces of a body,
 * and the parser passes all of them on before anything else has its turn.
 */
const sliceBytes = 4096;

type Parse = (this: Socket, slice: Buffer) => void;

export interface Pace {
  /**
   * Whether the next bytes of the connection may be parsed: at once, or when the promise resolves. False: they have
   * waited for too long.
   */
  turn(): true | Promise<boolean>;
  /** Parses a slice by calling `parse`, and charges the time. */
  work(parse: () => void): void;
}

/**
 * A connection of an HTTP server, or one that was upgraded, whose bytes are parsed a slice at a time, each in its turn;
 * meanwhile nothing more is read. It has one request at a time.
 */
export class PacedConnection {
  readonly #socket: Socket;
  readonly #pace: Pace;
  readonly #parse: Parse;
  readonly #hear = (chunk: Buffer) => {
    this.#chunks.push(chunk);
    this.#proceed();
  };
  readonly #proceed = () => {
    if (this.#isWaiting || this.#isLeaving) this.#socket.pause();
    else if (!this.#isFeeding) void this.#feed();
  };
  #chunks: Buffer[] = [];
  #isFeeding = false;
  #isWaiting = false;
  #isLeaving = false;
  #request: IncomingMessage | null = null;

  /** Call in the server's event `connection`, or when whoever has upgraded it listens to its bytes. */
  constructor(socket: Socket, pace: Pace) {
    const [parse] = socket.listeners('data') as Parse[];
    if (parse === undefined) throw new Error('the connection has no parser');
    this.#socket = socket;
    this.#pace = pace;
    this.#parse = parse;
    socket.off('data', parse);
    socket.on('data', this.#hear);
    socket.on('resume', this.#proceed); // the HTTP server pauses it while a body is not read
  }

  /**
   * Whether a request is served: the one before it has been answered. Otherwise nothing more is read: the first such
   * request is to be refused with an answer that ends the connection, and those after it are ignored.
   */
  begin(request: IncomingMessage, response: ServerResponse): 'serve' | 'refuse' | 'ignore' {
    if (this.#isLeaving) return 'ignore';
    if (this.#request !== null) {
      this.leave();
      return 'refuse';
    }
    this.#request = request;
    response.on('finish', () => {
      if (request.complete) return;
      this.leave(); // answered before its body was read
      this.#socket.destroySoon();
    });
    response.on('close', () => {
      this.#request = null;
    });
    return 'serve';
  }

  /** Reads nothing more: the answer in progress is the last. */
  leave(): void {
    this.#isLeaving = true;
    this.#chunks = [];
    this.#socket.pause();
  }

  /** Call before the event `upgrade` is handled: gives the bytes that wait to the new owner. */
  release(): void {
    this.#socket.off('data', this.#hear);
    this.#socket.off('resume', this.#proceed);
    for (const chunk of this.#chunks.splice(0).reverse()) this.#socket.unshift(chunk);
  }

  async #feed(): Promise<void> {
    this.#isFeeding = true;
    while (this.#chunks.length > 0 && !this.#socket.isPaused()) {
      const turn = this.#pace.turn();
      if (turn !== true && !(await this.#waitFor(turn))) break;
      this.#parseNext();
    }
    this.#isFeeding = false;
  }

  async #waitFor(turn: Promise<boolean>): Promise<boolean> {
    this.#isWaiting = true;
    this.#socket.pause();
    const isMine = await turn;
    this.#isWaiting = false;
    if (!isMine) this.#socket.destroy();
    if (this.#socket.destroyed) return false;
    this.#socket.resume();
    return true;
  }

  #parseNext(): void {
    const chunk = this.#chunks.shift();
    if (chunk === undefined) return;
    if (chunk.length > sliceBytes) this.#chunks.unshift(chunk.subarray(sliceBytes));
    this.#pace.work(() => this.#parse.call(this.#socket, chunk.subarray(0, sliceBytes)));
  }
}
