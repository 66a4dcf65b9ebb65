/**
 * A copy of `bytes[from…to)` as a plain `Uint8Array`. A socket delivers a `Buffer`, whose `slice()` returns a view on
 * the network's memory instead.
 */
export function copyBytes(bytes: Uint8Array, from: number, to: number): Uint8Array {
  return new Uint8Array(bytes.subarray(from, to));
}
