import type { Framer, FramerOutput } from '@varde/protocols/protocol';

/** Bytes that are cut into frames at once. */
const pieceBytes = 16 * 1024;
const none: readonly FramerOutput[] = [];

/** Input buffer of a connection: bytes → frames, a piece at a time. */
export class Intake {
  readonly #framer: Framer;
  #chunks: Uint8Array[] = [];
  #outputs = none;
  #taken = 0;

  constructor(framer: Framer) {
    this.#framer = framer;
  }

  /** Whether there are bytes to cut or frames to process. */
  get isEmpty(): boolean {
    return !this.hasFrame && this.#chunks.length === 0;
  }

  get hasFrame(): boolean {
    return this.#taken < this.#outputs.length;
  }

  /** Whether a frame is incomplete. */
  get isIncomplete(): boolean {
    return this.#framer.isWaiting;
  }

  add(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
  }

  /** The next frame or garbage. Null: the next piece was cut instead. */
  next(): FramerOutput | null {
    if (this.hasFrame) return this.#outputs[this.#taken++] ?? null;
    const chunk = this.#chunks.shift();
    if (chunk === undefined) return null;
    if (chunk.length > pieceBytes) this.#chunks.unshift(chunk.subarray(pieceBytes));
    this.#set(this.#framer.push(chunk.subarray(0, pieceBytes)));
    return null;
  }

  /** The frame stays incomplete. Only when no frame is left to be processed. */
  giveUp(): void {
    this.#set(this.#framer.giveUp());
  }

  #set(outputs: readonly FramerOutput[]): void {
    this.#outputs = outputs.length > 0 ? outputs : none;
    this.#taken = 0;
  }
}
