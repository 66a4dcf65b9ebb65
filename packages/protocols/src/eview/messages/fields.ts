import type { ByteReader } from '../../byte-reader.ts';
import type { ByteWriter } from '../../byte-writer.ts';
import { fromHex, toHex } from '../../hex.ts';

/** One value on the wire, both ways. A value that cannot be read exactly sets `reader.failed`. */
export interface Field<T> {
  read(reader: ByteReader): T;
  write(writer: ByteWriter, value: T): void;
}

export const u8: Field<number> = { read: (r) => r.u8(), write: (w, value) => w.u8(value) };
export const i8: Field<number> = { read: (r) => r.i8(), write: (w, value) => w.u8(value) };
export const u16: Field<number> = { read: (r) => r.u16(), write: (w, value) => w.u16(value) };
export const i16: Field<number> = { read: (r) => r.i16(), write: (w, value) => w.u16(value) };
export const u24: Field<number> = { read: (r) => r.u24(), write: (w, value) => w.u24(value) };
export const u32: Field<number> = { read: (r) => r.u32(), write: (w, value) => w.u32(value) };
const i32: Field<number> = { read: (r) => r.i32(), write: (w, value) => w.u32(value) };

/** A decimal number that travels as a whole number of `1 / scale`. */
function scaled(field: Field<number>, scale: number): Field<number> {
  return {
    read: (reader) => field.read(reader) / scale,
    write: (writer, value) => field.write(writer, Math.round(value * scale)),
  };
}

/** Degrees, in units of 1e-7. */
export const coordinate = scaled(i32, 1e7);
export const tenthsU16 = scaled(u16, 10);
export const tenthsI16 = scaled(i16, 10);

/** Bytes of unknown meaning, as hex. */
export function hex(length: number): Field<string> {
  return { read: (r) => toHex(r.take(length)), write: (w, value) => w.put(fromHex(value)) };
}

/** All remaining bytes, as hex. */
export const hexRest: Field<string> = {
  read: (r) => toHex(r.rest()),
  write: (w, value) => w.put(fromHex(value)),
};

/** A hardware address as lower-case hex with colons. */
export const mac: Field<string> = {
  read: (r) => toHex(r.take(6), ':'),
  write: (w, value) => w.put(fromHex(value)),
};

/** As `mac`, last byte first: the order of tags and beacons. */
export const reversedMac: Field<string> = {
  read: (r) => toHex(r.take(6).toReversed(), ':'),
  write: (w, value) => w.put(fromHex(value).toReversed()),
};

/** Text to the end of the item. */
export const text: Field<string> = {
  read: (r) => decodeText(r, r.rest()),
  write: (w, value) => w.put(encoder.encode(value)),
};

/** Text with its length in bytes before it. */
export const prefixedText: Field<string> = {
  read: (r) => decodeText(r, r.take(r.u8())),
  write: (w, value) => {
    const bytes = encoder.encode(value);
    w.u8(bytes.length).put(bytes);
  },
};

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** UTF-8 or failure: invalid text could not be encoded to the same bytes. */
function decodeText(reader: ByteReader, bytes: Uint8Array): string {
  if (bytes.every((byte) => byte < 0x80)) return String.fromCharCode(...bytes);
  try {
    return decoder.decode(bytes);
  } catch {
    reader.failed = true;
    return '';
  }
}
