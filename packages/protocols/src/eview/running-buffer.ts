import { crc16Between, crc16Step } from '../crc16.ts';

const smallest = 256;

/**
 * Bytes that wait for the rest of their frame, with the running CRC beside each, so that the CRC of any part costs the
 * same however long the part is. It grows by doubling, and holds no memory while it is empty.
 */
export class RunningBuffer {
  bytes = new Uint8Array(0);
  start = 0;
  end = 0;
  /** Bytes taken out since the beginning of the stream. */
  passed = 0;
  /** `#running[i]` is the CRC of everything before byte `i`. */
  #running = new Uint16Array(1);

  get size(): number {
    return this.end - this.start;
  }

  append(chunk: Uint8Array, from: number, to: number): void {
    this.#makeRoom(to - from);
    let crc = this.#running[this.end] ?? 0;
    for (let i = from; i < to; i++) {
      const byte = chunk[i] ?? 0;
      crc = crc16Step(crc, byte);
      this.bytes[this.end++] = byte;
      this.#running[this.end] = crc;
    }
  }

  /** CRC of the bytes `from…to`, both positions in `bytes`. */
  crc(from: number, to: number): number {
    return crc16Between(this.#running[from] ?? 0, this.#running[to] ?? 0, to - from);
  }

  /** A copy of the bytes `from…to`, both counted from the first held byte. */
  copy(from: number, to: number): Uint8Array {
    return this.bytes.slice(this.start + from, this.start + to);
  }

  /** Takes the first bytes out, as a copy. */
  take(count: number): Uint8Array {
    const taken = this.copy(0, count);
    this.start += count;
    this.passed += count;
    if (this.start === this.end) this.#clear();
    return taken;
  }

  #clear(): void {
    this.bytes = new Uint8Array(0);
    this.#running = new Uint16Array(1);
    this.start = 0;
    this.end = 0;
  }

  /** Moves the remaining bytes to the front, into a larger array unless half of this one is free: cheap on average. */
  #makeRoom(count: number): void {
    if (this.end + count <= this.bytes.length) return;
    const size = this.size;
    const fits = (size + count) * 2 <= this.bytes.length;
    const capacity = Math.max(smallest, (size + count) * 2);
    const bytes = fits ? this.bytes : new Uint8Array(capacity);
    const running = fits ? this.#running : new Uint16Array(capacity + 1);
    bytes.set(this.bytes.subarray(this.start, this.end));
    running.set(this.#running.subarray(this.start, this.end + 1));
    this.bytes = bytes;
    this.#running = running;
    this.start = 0;
    this.end = size;
  }
}
