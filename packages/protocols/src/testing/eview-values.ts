import fc from 'fast-check';
import { toHex } from '../hex.ts';

export const u8 = fc.nat(0xff);
export const u16 = fc.nat(0xffff);
export const u32 = fc.integer({ min: 0, max: 0xffffffff });
export const i8 = fc.integer({ min: -128, max: 127 });
export const i16 = fc.integer({ min: -0x8000, max: 0x7fff });
export const degrees = fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff }).map((n) => n / 1e7);
export const tenths = u16.map((n) => n / 10);
export const hex = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map((b) => toHex(b));
export const mac = fc.uint8Array({ minLength: 6, maxLength: 6 }).map((bytes) => toHex(bytes, ':'));
/** Well-formed, at most 60 bytes of UTF-8. */
export const text = fc
  .string({ unit: 'grapheme', maxLength: 15 })
  .filter((s) => new TextEncoder().encode(s).length <= 60);
const extra = fc.uint8Array({ minLength: 1, maxLength: 6 }).map((bytes) => toHex(bytes));

/** Items without fields in doubt: every field present, `extra` sometimes. */
export function item<T extends string, F extends Record<string, fc.Arbitrary<unknown>>>(
  type: T,
  fields: F,
  more = true,
) {
  const record = fc.record({ type: fc.constant(type), ...fields });
  return more
    ? fc.oneof(
        record,
        fc.tuple(record, extra).map(([r, e]) => ({ ...r, extra: e })),
      )
    : record;
}

export const place = { lat: degrees, lng: degrees };

/** An item with an unknown key. */
export const unknownItem = fc.record({
  type: fc.constant('unknown' as const),
  key: fc.integer({ min: 0x80, max: 0xdf }),
  value: fc.uint8Array({ maxLength: 254 }).map((bytes) => toHex(bytes)),
});
