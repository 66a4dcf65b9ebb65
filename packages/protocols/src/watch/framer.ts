import type { Framer, FramerOutput } from '../protocol.ts';
import { closeBracket, type FrameHeader, openBracket, readFrameHeader } from './frame-header.ts';

/** Protocol notes 2.1: "cap the size (32 KiB)". */
export const maxFrameBytes = 32 * 1024;
const pieceBytes = 16 * 1024;
const initialCapacity = 512;

/**
 * Finds watch frames. A frame ends where its brackets balance, or earlier at its announced length when a `]` stands
 * there (a WiFi name may hold a lone `[`). A `]` before the announced length ends it too: the announced length is
 * often too long (vector watch-032), and waiting for bytes that never come would hold back an alarm.
 * A new frame of the same watch inside an open one shows that the open one was cut short.
 */
export function createWatchFramer(): Framer {
  return new WatchFramer();
}

class WatchFramer implements Framer {
  private buffer = new Uint8Array(initialCapacity);
  private start = 0;
  private end = 0;
  /** The frame being read, if its header is complete. */
  private header: FrameHeader | null = null;
  /** Next byte to look at, and how many brackets are open there. */
  private scan = 0;
  private depth = 0;
  private skipped: { from: number; reason: string } | null = null;
  private outputs: FramerOutput[] = [];

  push(chunk: Uint8Array): FramerOutput[] {
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      this.append(chunk.subarray(at, at + pieceBytes));
      while (this.start < this.end && this.step());
      this.flushSkipped();
    }
    const outputs = this.outputs;
    this.outputs = [];
    return outputs;
  }

  /** Every byte is moved at most once before it is consumed, and growth doubles: linear in what arrives. */
  private append(piece: Uint8Array): void {
    const held = this.end - this.start;
    if (this.end + piece.length > this.buffer.length) {
      let target = this.buffer;
      if (held + piece.length > target.length) {
        target = new Uint8Array(Math.max(held + piece.length, target.length * 2));
      }
      target.set(this.buffer.subarray(this.start, this.end));
      this.buffer = target;
      this.scan -= this.start;
      this.start = 0;
      this.end = held;
    }
    this.buffer.set(piece, this.end);
    this.end += piece.length;
  }

  /** One frame, or one run of garbage. False when more bytes are needed. */
  private step(): boolean {
    return this.header === null ? this.findHeader() : this.findEnd(this.header);
  }

  private findHeader(): boolean {
    const open = this.nextOpen(this.start);
    if (open > this.start) {
      this.skipTo(open, 'noFrameStart');
      return true;
    }
    const header = readFrameHeader(this.buffer, this.start, this.end);
    if (header === 'incomplete') return false;
    if (header === 'invalid') {
      this.skipTo(this.nextOpen(this.start + 1), 'badHeader');
      return true;
    }
    this.header = header;
    this.scan = this.start + header.contentOffset;
    this.depth = 1;
    return true;
  }

  private findEnd(header: FrameHeader): boolean {
    const announcedEnd = this.start + header.contentOffset + header.announcedLength;
    const limit = Math.min(this.end, this.start + maxFrameBytes);
    for (; this.scan < limit; this.scan++) {
      const byte = this.buffer[this.scan];
      if (byte === closeBracket) {
        this.depth--;
        if (this.depth === 0 || this.scan === announcedEnd) return this.emitFrame(this.scan + 1);
      } else if (byte === openBracket) {
        const again = this.repeatsHeader(header);
        if (again === 'incomplete') return false;
        if (again) {
          if (this.buffer[this.scan - 1] === closeBracket) return this.emitFrame(this.scan);
          this.skipTo(this.scan, 'truncatedFrame');
          return true;
        }
        this.depth++;
      }
    }
    if (this.scan - this.start < maxFrameBytes) return false;
    this.skipTo(this.scan, 'frameTooLong');
    return true;
  }

  /** Whether the `[` at `scan` begins another frame of the same watch. */
  private repeatsHeader(header: FrameHeader): boolean | 'incomplete' {
    if (this.scan + header.prefixLength > this.start + maxFrameBytes) return false;
    for (let offset = 1; offset < header.prefixLength; offset++) {
      if (this.scan + offset >= this.end) return 'incomplete';
      if (this.buffer[this.scan + offset] !== this.buffer[this.start + offset]) return false;
    }
    return true;
  }

  private emitFrame(to: number): true {
    this.flushSkipped();
    this.outputs.push({ type: 'frame', bytes: this.buffer.slice(this.start, to) });
    this.start = to;
    this.header = null;
    return true;
  }

  private skipTo(to: number, reason: string): void {
    if (this.skipped !== null && to - this.skipped.from > maxFrameBytes) this.flushSkipped();
    this.skipped ??= { from: this.start, reason };
    this.start = to;
    this.header = null;
  }

  private flushSkipped(): void {
    if (this.skipped === null) return;
    const { from, reason } = this.skipped;
    this.outputs.push({ type: 'garbage', reason, bytes: this.buffer.slice(from, this.start) });
    this.skipped = null;
  }

  private nextOpen(from: number): number {
    const at = this.buffer.subarray(from, this.end).indexOf(openBracket);
    return at === -1 ? this.end : from + at;
  }
}
