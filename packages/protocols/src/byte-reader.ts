/**
 * Reads little-endian values from a part of a byte array. Reading past the end never throws: it returns zeros and sets
 * `failed`, so that a decoder checks once, at the end. Fields also set it for an invalid value.
 */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly end: number;
  position: number;
  failed = false;

  constructor(bytes: Uint8Array, from = 0, to = bytes.length) {
    this.bytes = bytes;
    this.position = from;
    this.end = to;
  }

  get remaining(): number {
    return this.end - this.position;
  }

  u8(): number {
    if (this.position >= this.end) {
      this.failed = true;
      return 0;
    }
    return this.bytes[this.position++] ?? 0;
  }

  i8(): number {
    return (this.u8() << 24) >> 24;
  }

  u16(): number {
    return this.u8() | (this.u8() << 8);
  }

  i16(): number {
    return (this.u16() << 16) >> 16;
  }

  u24(): number {
    return this.u16() | (this.u8() << 16);
  }

  i32(): number {
    return this.u16() | (this.u16() << 16);
  }

  u32(): number {
    return this.i32() >>> 0;
  }

  /** The next bytes, as a view on the same memory; fewer when there are not enough. */
  take(length: number): Uint8Array {
    if (length > this.remaining) this.failed = true;
    const from = this.position;
    this.position = Math.min(from + length, this.end);
    return this.bytes.subarray(from, this.position);
  }

  rest(): Uint8Array {
    return this.take(this.remaining);
  }
}
