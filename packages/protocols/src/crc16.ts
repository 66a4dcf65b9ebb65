const polynomial = 0x1021;

const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = timesX(crc);
  return crc;
});

/** One bit further: multiplication by x in GF(2)[x] modulo the polynomial. */
function timesX(crc: number): number {
  return crc & 0x8000 ? ((crc << 1) ^ polynomial) & 0xffff : (crc << 1) & 0xffff;
}

/** CRC-16/XMODEM with one more byte. The CRC of no bytes is 0. */
export function crc16Step(crc: number, byte: number): number {
  return ((crc << 8) & 0xffff) ^ (table[(crc >> 8) ^ byte] ?? 0);
}

/** CRC-16/XMODEM (polynomial 0x1021, start 0, not reflected, no final xor) of `bytes[from…to)`. */
export function crc16(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let crc = 0;
  for (let i = from; i < to; i++) crc = crc16Step(crc, bytes[i] ?? 0);
  return crc;
}

/** Shift factors x^(8·2^k) modulo the polynomial: the effect of 2^k zero bytes on a CRC. */
const shiftFactors = ((): number[] => {
  const factors = [0x0100];
  for (let k = 1; k < 16; k++) {
    const last = factors[k - 1] ?? 0;
    factors.push(multiply(last, last));
  }
  return factors;
})();

/**
 * CRC of a part of a stream, from the running CRC before it and after it and its length (below 65,536), without reading
 * its bytes again. It keeps the search for frames in hostile input linear: the CRC is linear over GF(2), so the earlier
 * part counts as itself followed by `length` zero bytes.
 */
export function crc16Between(before: number, after: number, length: number): number {
  let shifted = before;
  for (let k = 0, rest = length; rest > 0; k++, rest >>= 1) {
    if (rest & 1) shifted = multiply(shifted, shiftFactors[k] ?? 0);
  }
  return shifted ^ after;
}

function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 15; bit >= 0; bit--) {
    product = timesX(product);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}
