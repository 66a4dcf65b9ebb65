import { copyBytes } from '../copy-bytes.ts';
import { crc16 } from '../crc16.ts';
import type { Framer, FramerOutput } from '../protocol.ts';
import { frameHeader, headerBytes, maxBodyBytes } from './frame.ts';
import { RunningBuffer } from './running-buffer.ts';

/** Longest frame that is accepted, in bytes. */
export const maxFrameBytes = headerBytes + maxBodyBytes;

/** A longer body must begin with a known command, so that noise with a large length cannot hold up good frames. */
const shortBody = 256;
const longCommands = new Set([0x01, 0x02, 0x03, 0x04, 0x7e]);

type Look = { verdict: 'frame'; size: number } | { verdict: 'more' } | { verdict: 'header' | 'crc' };

const more = { verdict: 'more' } as const;
const badHeader = { verdict: 'header' } as const;

/**
 * Cuts the byte stream into frames: 0xAB, a sane length and a matching checksum. What matches nothing is reported
 * as garbage (`header`: no frame can begin here; `crc`: the checksum is wrong) and the search goes on at the next
 * byte, so a frame hidden behind a false start is found. Cost is linear in the input whatever it holds.
 */
export function createFramer(): Framer {
  const buffer = new RunningBuffer();
  return {
    push(chunk) {
      const outputs: FramerOutput[] = [];
      let taken = buffer.size === 0 ? takeWholeFrames(chunk, outputs) : 0;
      while (taken < chunk.length) {
        const next = Math.min(chunk.length, taken + maxFrameBytes - buffer.size);
        buffer.append(chunk, taken, next);
        taken = next;
        search(buffer, outputs);
      }
      return outputs;
    },
  };
}

/** The usual case: a chunk that begins with whole, good frames. Returns how many bytes they are. */
function takeWholeFrames(chunk: Uint8Array, outputs: FramerOutput[]): number {
  let at = 0;
  while (at < chunk.length) {
    const look = lookAt(chunk, at, chunk.length, (from, to) => crc16(chunk, from, to));
    if (look.verdict !== 'frame') break;
    outputs.push({ type: 'frame', bytes: copyBytes(chunk, at, at + look.size) });
    at += look.size;
  }
  return at;
}

function search(buffer: RunningBuffer, outputs: FramerOutput[]): void {
  let garbage = 0;
  let reason = 'header';
  const report = () => {
    if (garbage > 0) outputs.push({ type: 'garbage', reason, bytes: buffer.take(garbage) });
    garbage = 0;
  };
  while (garbage < buffer.size) {
    const at = buffer.start + garbage;
    const look = lookAt(buffer.bytes, at, buffer.end, (from, to) => buffer.crc(from, to));
    if (look.verdict === 'more') break;
    if (look.verdict === 'frame') {
      report();
      outputs.push({ type: 'frame', bytes: buffer.take(look.size) });
    } else {
      if (garbage === 0) reason = look.verdict;
      garbage++;
    }
  }
  report();
}

function lookAt(
  bytes: Uint8Array,
  at: number,
  end: number,
  crcOf: (from: number, to: number) => number,
): Look {
  if (bytes[at] !== frameHeader) return badHeader;
  if (at + 4 > end) return more;
  const length = (bytes[at + 2] ?? 0) | ((bytes[at + 3] ?? 0) << 8);
  if (length === 0 || length > maxBodyBytes) return badHeader;
  const body = at + headerBytes;
  if (length > shortBody) {
    if (body >= end) return more;
    if (!longCommands.has(bytes[body] ?? 0)) return badHeader;
  }
  if (body + length > end) return more;
  const checksum = (bytes[at + 4] ?? 0) | ((bytes[at + 5] ?? 0) << 8);
  if (crcOf(body, body + length) !== checksum) return { verdict: 'crc' };
  return { verdict: 'frame', size: headerBytes + length };
}
