import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crc16, crc16Between, crc16Step } from './crc16.ts';

it('gives the published check value of CRC-16/XMODEM', () => {
  expect(crc16(new TextEncoder().encode('123456789'))).toBe(0x31c3);
  expect(crc16(new Uint8Array())).toBe(0);
});

it('finds the CRC of any part of a stream from the running CRC on both sides of it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3000 }), fc.nat(), fc.nat(), (bytes, one, other) => {
      const cuts = [one % (bytes.length + 1), other % (bytes.length + 1)];
      const [from, to] = [Math.min(...cuts), Math.max(...cuts)];
      const running = [0];
      for (const byte of bytes) running.push(crc16Step(running.at(-1) ?? 0, byte));
      expect(crc16Between(running[from] ?? 0, running[to] ?? 0, to - from)).toBe(crc16(bytes, from, to));
    }),
  );
});
