import { frameHeader, headerBytes } from './frame.ts';
import { bodyLengthAt, checksumAt } from './frame-start.ts';
import type { RunningBuffer } from './running-buffer.ts';

const smallestFrame = headerBytes + 1;

/**
 * Finds whole frames behind the start of an incomplete one. A possible start is noted once, under the byte at which its
 * frame would end, and its checksum is compared once, when that byte has arrived: linear, however many false starts
 * there are and however small the pieces in which they arrive. Positions count from the start of the stream.
 */
export class InnerFrames {
  readonly #startsByEnd = new Map<number, number[]>();
  /** Starts before it are noted. */
  #noted = 0;
  /** Ends up to it are compared. */
  #compared = 0;

  /** Frames completed since the last call, none before `after`, none overlapping another. */
  find(buffer: RunningBuffer, after: number): { from: number; to: number }[] {
    const { passed } = buffer;
    const end = passed + buffer.size;
    this.#noteStarts(buffer, passed, end);
    const found: { from: number; to: number }[] = [];
    let free = after;
    for (let to = Math.max(this.#compared, passed) + 1; to <= end && this.#startsByEnd.size > 0; to++) {
      const from = this.#startsByEnd.get(to)?.find((start) => start >= free && isFrame(buffer, start, to));
      this.#startsByEnd.delete(to);
      if (from === undefined) continue;
      found.push({ from, to });
      free = to;
    }
    this.#compared = end;
    return found;
  }

  #noteStarts(buffer: RunningBuffer, passed: number, end: number): void {
    const { bytes, start } = buffer;
    let from = Math.max(this.#noted, passed + 1);
    for (; from + smallestFrame <= end; from++) {
      const at = start + from - passed;
      if (bytes[at] !== frameHeader) continue;
      const length = bodyLengthAt(bytes, at, buffer.end);
      if (typeof length !== 'number') continue;
      const to = from + headerBytes + length;
      const starts = this.#startsByEnd.get(to);
      if (starts === undefined) this.#startsByEnd.set(to, [from]);
      else starts.push(from);
    }
    this.#noted = from;
  }
}

function isFrame(buffer: RunningBuffer, from: number, to: number): boolean {
  const offset = buffer.start - buffer.passed;
  return buffer.crc(from + headerBytes + offset, to + offset) === checksumAt(buffer.bytes, from + offset);
}
