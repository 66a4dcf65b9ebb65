/** Collects little-endian values. Numbers are cut to their width, as the wire does. */
export class ByteWriter {
  #bytes: number[] = [];

  get length(): number {
    return this.#bytes.length;
  }

  u8(value: number): this {
    this.#bytes.push(value & 0xff);
    return this;
  }

  u16(value: number): this {
    return this.u8(value).u8(value >> 8);
  }

  u24(value: number): this {
    return this.u16(value).u8(value >> 16);
  }

  u32(value: number): this {
    return this.u16(value).u16(value >>> 16);
  }

  put(bytes: Uint8Array): this {
    for (const byte of bytes) this.#bytes.push(byte);
    return this;
  }

  toBytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}
