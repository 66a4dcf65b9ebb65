import type { ImageType } from './image-types.ts';

const ascii = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length));
const begins = (bytes: Uint8Array, head: readonly number[]) => head.every((byte, at) => bytes[at] === byte);
const ends = (bytes: Uint8Array, tail: readonly number[]) => begins(bytes.subarray(bytes.length - tail.length), tail);

const pngHead = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const pngTail = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];

/**
 * The image type by content, whatever its name; null for everything else. No bytes may precede or follow the image, so
 * that no file is valid as an image and as another type. SVG is not accepted: it can contain scripts.
 */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  if (begins(bytes, pngHead)) return ascii(bytes, 12, 4) === 'IHDR' && ends(bytes, pngTail) ? 'image/png' : null;
  if (begins(bytes, [0xff, 0xd8, 0xff])) return ends(bytes, [0xff, 0xd9]) ? 'image/jpeg' : null;
  return isWebp(bytes) ? 'image/webp' : null;
}

/** A RIFF container states its length; chunks are padded to even lengths. */
function isWebp(bytes: Uint8Array): boolean {
  if (ascii(bytes, 0, 4) !== 'RIFF' || !/^WEBPVP8[ LX]$/.test(ascii(bytes, 8, 8))) return false;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true) + 8;
  return length === bytes.length;
}

/**
 * Width and height in pixels that a PNG or JPEG claims; null: it claims none, or is another file. In a JPEG they are in
 * the first frame header (ITU-T T.81, B.2.2), behind segments that state their lengths.
 */
export function imageSidesOf(bytes: Uint8Array): [width: number, height: number] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (begins(bytes, pngHead)) return bytes.length < 24 ? null : claimed(view.getUint32(16), view.getUint32(20));
  if (!begins(bytes, [0xff, 0xd8])) return null;
  for (let at = 2; at + 9 <= bytes.length; at += 2 + view.getUint16(at + 2)) {
    if (bytes[at] !== 0xff) return null;
    if (isFrameHeader(view.getUint8(at + 1))) return claimed(view.getUint16(at + 7), view.getUint16(at + 5));
  }
  return null;
}

const claimed = (width: number, height: number): [number, number] | null =>
  width > 0 && height > 0 ? [width, height] : null;

/** SOF0 to SOF15, without the tables (DHT, JPG, DAC) among their numbers. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
