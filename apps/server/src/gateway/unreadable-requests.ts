import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { plainAddress } from '#platform/net/address.ts';
import { foreignTraffic, isBlank } from './foreign-traffic.ts';
import type { GatewayCore } from './gateway-core.ts';
import { requestWithoutToken } from './without-token.ts';

export interface ParserFault {
  code?: string;
  /** The bytes that the parser refused; undefined: they ended too early, or came too slowly. */
  rawPacket?: Buffer;
  /** Bytes of them that it had read. */
  bytesParsed?: number;
}

/** Requests that never become one: the HTTP parser refuses them, or they end in the middle. All of them are recorded. */
export class UnreadableRequests {
  readonly #core: GatewayCore;
  /** The answer that is under way on a connection. */
  readonly #answers = new WeakMap<Socket, ServerResponse>();
  readonly #refused = new WeakSet<Socket>();
  /** What had been read on a connection when its last request was answered. */
  readonly #readBefore = new WeakMap<Socket, number>();

  constructor(core: GatewayCore) {
    this.#core = core;
  }

  /** Call for each request that was read. */
  follow({ socket }: IncomingMessage, response: ServerResponse): void {
    this.#answers.set(socket, response);
    response.on('close', () => {
      this.#answers.delete(socket);
      this.#readBefore.set(socket, socket.bytesRead);
    });
  }

  /** Records the bytes that follow on this connection, and ends it when its last request has been answered. */
  refuse({ code, rawPacket, bytesParsed }: ParserFault, socket: Socket): void {
    if (this.#refused.has(socket)) return;
    this.#refused.add(socket);
    const answer = this.#answers.get(socket);
    if (rawPacket !== undefined) {
      const rest = rawPacket.subarray(bytesParsed);
      // Some clients send blanks behind a body.
      if (rest.length === 0 || !isBlank(rest)) this.#record(reasonOf(code, rawPacket), socket, rawPacket);
    } else if (answer === undefined && this.#isInside(code, socket)) this.#record('incomplete', socket);
    if (answer === undefined) leave(socket);
    else if (rawPacket === undefined)
      socket.destroy(); // the reader of the request records that it was cut off
    else {
      socket.pause();
      answer.on('close', () => socket.destroySoon());
    }
  }

  /** Whether a request had begun on the connection. */
  #isInside(code: string | undefined, socket: Socket): boolean {
    return code === 'HPE_INVALID_EOF_STATE' || socket.bytesRead > (this.#readBefore.get(socket) ?? 0);
  }

  #record(reason: string, socket: Socket, bytes: Buffer = Buffer.alloc(0)): void {
    const origin = this.#core.origin('', plainAddress(socket.remoteAddress));
    void this.#core.malformed.record(origin, { reason, identity: null, raw: () => requestWithoutToken(bytes) });
  }
}

function reasonOf(code: string | undefined, bytes: Buffer): string {
  const foreign = foreignTraffic(bytes);
  if (foreign !== null && foreign !== 'http') return foreign;
  return code === 'HPE_HEADER_OVERFLOW' ? 'tooLong' : 'badRequest';
}

function leave(socket: Socket): void {
  if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  socket.destroySoon();
}
