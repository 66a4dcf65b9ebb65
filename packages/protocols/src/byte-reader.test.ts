import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { fromHex, toHex } from './hex.ts';

describe('ByteReader', () => {
  it('reads every width as the writer wrote it', () => {
    const number = fc.integer({ min: 0, max: 0xffffffff });
    fc.assert(
      fc.property(number, (n) => {
        const bytes = new ByteWriter().u8(n).u16(n).u24(n).u32(n).u8(n).u16(n).u32(n).toBytes();
        const reader = new ByteReader(bytes);
        expect([reader.u8(), reader.u16(), reader.u24(), reader.u32()]).toEqual([
          n % 0x100,
          n % 0x10000,
          n % 0x1000000,
          n,
        ]);
        expect([reader.i8() & 0xff, reader.i16() & 0xffff, reader.i32() >>> 0]).toEqual([n % 0x100, n % 0x10000, n]);
        expect(reader.failed).toBe(false);
      }),
    );
  });

  it('knows the sign', () => {
    const reader = new ByteReader(fromHex('ff feff fdffffff'));
    expect([reader.i8(), reader.i16(), reader.i32()]).toEqual([-1, -2, -3]);
  });

  it('returns zeros past the end and sets failed', () => {
    const reader = new ByteReader(fromHex('0102'), 0, 1);
    expect([reader.u16(), reader.failed, reader.u32()]).toEqual([1, true, 0]);
    const short = new ByteReader(fromHex('0102'));
    expect([toHex(short.take(3)), short.failed]).toEqual(['0102', true]);
  });
});

it('turns hex into bytes and back, with or without separators', () => {
  expect(toHex(fromHex('AB:00 ff'))).toBe('ab00ff');
  expect(toHex(fromHex('ab00ff'), ':')).toBe('ab:00:ff');
});
