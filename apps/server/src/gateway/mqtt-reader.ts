import type { Duplex } from 'node:stream';
import type { LatePackets } from './late-packets.ts';
import { isGoodbye, isPublication, MqttPackets, mostBytes, UnwantedPacket } from './mqtt-packets.ts';

/** Packets of a stranger that are looked at when its connection ends: nobody pays for that. */
const mostOfStranger = 200;

export interface MqttPace {
  /**
   * Whether the next packet may be parsed: at once, or when the promise resolves. False: it has waited for too long.
   */
  turn(): true | Promise<boolean>;
  /** Passes a packet on, and charges the time. */
  work(packet: Buffer): void;
  /** Nothing more is read. */
  refuse(reason: string): void;
  /** Whether a publication must not be lost with its connection. */
  mayHoldAlarm(packet: Uint8Array): boolean;
  /** Keeps packets until the login of a connection that has ended. */
  readonly late: LatePackets;
}

/**
 * Reads a connection a packet at a time, each in its turn; meanwhile nothing more is read. The packet that connects is the
 * only one until the device is let in.
 */
export class MqttReader {
  readonly #stream: Duplex;
  readonly #pace: MqttPace;
  readonly #packets: MqttPackets;
  /** The packet that waits for its turn. */
  #next: Buffer | null = null;
  #state: 'new' | 'asksToBeLetIn' | 'letIn' | 'ended' = 'new';
  #isFeeding = false;

  constructor(stream: Duplex, maxBytes: number, pace: MqttPace) {
    this.#stream = stream;
    this.#pace = pace;
    this.#packets = new MqttPackets(maxBytes);
  }

  /** The connection is open, or has brought what must not be lost. */
  get waitsForLogin(): boolean {
    return this.#state !== 'ended' || this.#pace.late.has(this);
  }

  hear(chunk: Uint8Array): void {
    if (this.#state === 'ended') return;
    this.#packets.add(chunk);
    void this.#feed();
  }

  /** The login was right: what came behind it is read. */
  letIn(): void {
    if (this.#state !== 'asksToBeLetIn') return;
    this.#state = 'letIn';
    void this.#feed();
  }

  /**
   * The connection ends. A device may have no other one for an alarm that has arrived and waits for its turn; and one that has
   * said goodbye leaves no last will. Of one that was not let in yet, they wait for its login, as far as there is room for them.
   */
  ends(): void {
    const before = this.#state;
    if (before === 'ended') return;
    this.#state = 'ended'; // at once: what is passed on may end the connection again
    for (let chunk = this.#stream.read(); chunk !== null; chunk = this.#stream.read()) this.#packets.add(chunk);
    const connects = before === 'new' ? this.#take() : null;
    if (connects !== null) this.#pace.work(connects);
    if (before === 'letIn') for (const packet of this.#last(Number.POSITIVE_INFINITY)) this.#pace.work(packet);
    else this.#pace.late.keep(this, [...this.#lastOfStranger()]);
    this.#packets.clear();
  }

  /** What must not be lost of a connection that has ended before the broker let it in; once. */
  late(): readonly Buffer[] {
    return this.#pace.late.take(this);
  }

  /**
   * Of so many packets that were not passed on, those that must not be lost with the connection. Each is passed on before the
   * next is read: behind it may come what cannot be read.
   */
  *#last(atMost: number): Generator<Buffer> {
    for (let left = atMost; left > 0; left--) {
      const packet = this.#take();
      if (packet === null) return;
      if (isGoodbye(packet) || (isPublication(packet) && this.#pace.mayHoldAlarm(packet))) yield packet;
    }
  }

  /** Of those of a stranger, as many as there is room for. */
  *#lastOfStranger(): Generator<Buffer> {
    let left = mostBytes;
    for (const packet of this.#last(mostOfStranger)) {
      if (packet.length > left) continue;
      left -= packet.length;
      yield packet;
    }
  }

  async #feed(): Promise<void> {
    if (this.#isFeeding) return;
    this.#isFeeding = true;
    while (this.#mayGoOn()) {
      this.#next ??= this.#take();
      if (this.#next === null) break;
      const turn = this.#pace.turn();
      if (turn !== true && !(await this.#waitFor(turn))) break;
      this.#pass();
    }
    this.#isFeeding = false;
    if (!this.#mayGoOn()) this.#stream.pause();
    else if (this.#stream.isPaused()) this.#stream.resume();
  }

  #mayGoOn(): boolean {
    return this.#state === 'new' || this.#state === 'letIn';
  }

  async #waitFor(turn: Promise<boolean>): Promise<boolean> {
    this.#stream.pause();
    if (!(await turn) && this.#mayGoOn()) {
      this.ends();
      this.#pace.refuse('shareUsedUp');
    }
    return this.#mayGoOn();
  }

  #pass(): void {
    const packet = this.#next;
    this.#next = null;
    if (packet === null) return;
    if (this.#state === 'new') this.#state = 'asksToBeLetIn';
    this.#pace.work(packet);
  }

  #take(): Buffer | null {
    const waiting = this.#next;
    this.#next = null;
    if (waiting !== null) return waiting;
    try {
      return this.#packets.next();
    } catch (error) {
      if (!(error instanceof UnwantedPacket)) throw error;
      this.#refuse(error.fault);
      return null;
    }
  }

  #refuse(reason: string): void {
    this.#state = 'ended';
    this.#pace.refuse(reason);
  }
}
