import { ByteWriter } from '../byte-writer.ts';
import { crc16 } from '../crc16.ts';

/** First byte of every frame. */
export const frameHeader = 0xab;
/** Header, flags, length, checksum and sequence. */
export const headerBytes = 8;
/** Reference decoders cap the body at 32 KiB; the longest captured one has 1370 bytes. */
export const maxBodyBytes = 32 * 1024;
/** Flag: the sender wants an acknowledgement. */
export const ackWanted = 0x10;

/** Header of a frame. */
export interface EviewFrame {
  flags: number;
  /** 0…65535, chosen by the sender; an answer repeats it. */
  sequence: number;
  /** Command byte and items; never empty. */
  body: Uint8Array;
}

/** Takes a frame apart. Null: not exactly one complete frame. The framer has verified the checksum. */
export function decodeFrame(bytes: Uint8Array): EviewFrame | null {
  if (bytes.length <= headerBytes || bytes[0] !== frameHeader) return null;
  const word = (at: number) => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  if (word(2) !== bytes.length - headerBytes) return null;
  return { flags: bytes[1] ?? 0, sequence: word(6), body: bytes.subarray(headerBytes) };
}

/** Builds a frame with its checksum. Throws RangeError when the body is empty or longer than 32 KiB. */
export function encodeFrame({ flags, sequence, body }: EviewFrame): Uint8Array {
  if (body.length === 0 || body.length > maxBodyBytes) throw new RangeError(`body of ${body.length} bytes`);
  const writer = new ByteWriter().u8(frameHeader).u8(flags).u16(body.length).u16(crc16(body)).u16(sequence);
  return writer.put(body).toBytes();
}
