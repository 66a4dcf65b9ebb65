import { decodeFrame, decodeMessage, eview } from '@varde/protocols/eview/index';
import { createLine, type Line } from '../links/line.ts';
import type { Endpoint } from '../links/link.ts';
import { createTcpLink } from '../links/tcp-link.ts';
import { createRandom } from '../random.ts';
import type { Clock } from '../timing/clock.ts';
import type { EncodedUplink, Uplink } from './uplink.ts';

export interface LoadConnectionOptions {
  endpoint: Endpoint;
  clock: Clock;
  uplinks: readonly EncodedUplink[];
  /** Limit of messages in flight. */
  window: number;
  /** After a loss: reconnect and repeat unanswered messages, or stay down. */
  reconnects: boolean;
  opened(): void;
  /** The answers in one read from the socket. */
  acknowledged(uplinks: readonly Uplink[]): void;
  lost(): void;
}

/** One device that sends the given messages, in order, and records the answers. */
export class LoadConnection {
  readonly acknowledged: Uplink[] = [];
  readonly #options: LoadConnectionOptions;
  readonly #line: Line<Uint8Array>;
  readonly #waiting = new Map<number, EncodedUplink>();
  #framer = eview.createFramer();
  #next = 0;
  #isUp = false;
  resent = 0;
  /** Lost connections; failed attempts to connect do not count. */
  losses = 0;

  constructor(options: LoadConnectionOptions) {
    this.#options = options;
    this.#line = createLine<Uint8Array, Uint8Array>({
      createLink: (events) => createTcpLink(options.endpoint, events),
      clock: options.clock,
      random: createRandom(options.uplinks[0]?.identity ?? ''),
      opened: () => this.#opened(),
      received: (bytes) => this.#received(bytes),
      lost: () => {
        if (!options.reconnects) this.#line.end();
        if (this.#isUp) this.losses++;
        this.#isUp = false;
        options.lost();
      },
    });
  }

  get sent(): number {
    return this.#next;
  }

  get waiting(): Uplink[] {
    return [...this.#waiting.values()].map(described);
  }

  get isOpen(): boolean {
    return this.#line.isOpen;
  }

  get isDone(): boolean {
    return this.#next === this.#options.uplinks.length && this.#waiting.size === 0;
  }

  /** How many more it may send now. */
  get room(): number {
    if (!this.#line.isOpen) return 0;
    const left = this.#options.uplinks.length - this.#next;
    return Math.min(left, this.#options.window - this.#waiting.size);
  }

  connect(): void {
    this.#line.keepUp();
  }

  close(): void {
    this.#line.end();
  }

  /** Sends up to `count` messages in one write; returns how many there was room for. */
  send(count: number): number {
    const uplinks = this.#options.uplinks.slice(this.#next, this.#next + Math.min(count, this.room));
    for (const uplink of uplinks) this.#waiting.set(uplink.sequence, uplink);
    this.#next += uplinks.length;
    this.#write(uplinks);
    return uplinks.length;
  }

  #opened(): void {
    this.#isUp = true;
    this.#framer = eview.createFramer();
    this.resent += this.#waiting.size;
    this.#write([...this.#waiting.values()]);
    this.#options.opened();
  }

  #received(bytes: Uint8Array): void {
    const answered: Uplink[] = [];
    for (const output of this.#framer.push(bytes)) {
      const frame = output.type === 'frame' ? decodeFrame(output.bytes) : null;
      if (frame === null) continue;
      const message = decodeMessage(frame.body);
      const uplink = this.#waiting.get(frame.sequence);
      if (message.command !== 'response' || message.code !== 0 || uplink === undefined) continue;
      this.#waiting.delete(frame.sequence);
      answered.push(described(uplink));
    }
    this.acknowledged.push(...answered);
    this.#options.acknowledged(answered);
  }

  #write(uplinks: readonly EncodedUplink[]): void {
    if (uplinks.length > 0) this.#line.write(Buffer.concat(uplinks.map(({ bytes }) => bytes)));
  }
}

function described({ identity, sequence, at, kind }: EncodedUplink): Uplink {
  return { identity, sequence, at, kind };
}
