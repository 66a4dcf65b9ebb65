/**
 * FNV-1a, 64 bits, as 16 hex digits (http://www.isthe.com/chongo/tech/comp/fnv): cheap and pure, for telling a
 * retry from a new message. Not a defence against somebody who wants two messages to look alike.
 */
export function fnv1a(bytes: Uint8Array, from = 0, to = bytes.length): string {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (let i = from; i < to; i++) {
    low = (low ^ (bytes[i] ?? 0)) >>> 0;
    // The prime is 2^40 + 0x1b3; every product here stays below 2^53, so it is exact.
    const product = low * 0x1b3;
    const carry = Math.floor(product / 0x1_0000_0000);
    high = (high * 0x1b3 + carry + ((low << 8) >>> 0)) >>> 0;
    low = product >>> 0;
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}
