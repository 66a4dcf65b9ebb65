import type { Framer, FramerOutput } from '../protocol.ts';
import { closeBracket, type FrameHeader, longestHeader, openBracket, readFrameHeader } from './frame-header.ts';

/** Protocol notes 2.1: "cap the size (32 KiB)". */
export const maxFrameBytes = 32 * 1024;
const pieceBytes = 16 * 1024;
const initialCapacity = 512;

/** An incomplete frame. Positions count from the first held byte. */
interface OpenFrame {
  at: number;
  header: FrameHeader;
  /** The position where a `]` ends it whatever brackets are open, if its announced length is right. */
  announcedEnd: number;
  /** The number of brackets open before it. */
  depth: number;
}

/**
 * Finds watch frames. A frame ends where its brackets balance, or earlier at its announced length when there is a `]`
 * (a WiFi name may hold a lone `[`). A `]` before the announced length ends it too: the announced length is often too
 * long (vector watch-032), and waiting for bytes that never come would delay an alarm. A `]` with the header of a frame
 * directly behind it ends it as well.
 *
 * While a frame is incomplete, the last one that began inside of it is read by the same rules, and emitted when it is
 * complete. If it is of the same watch, the outer one was cut short (`truncatedFrame`). If not, the outer one may still
 * be completed (`falseStart`: the bytes before the inner one).
 */
export function createWatchFramer(): Framer {
  return new WatchFramer();
}

class WatchFramer implements Framer {
  private buffer = new Uint8Array(initialCapacity);
  private start = 0;
  private end = 0;
  /** The frame that begins at `start`, when its header is complete, and the last one that began inside of it. */
  private outer: OpenFrame | null = null;
  private inner: OpenFrame | null = null;
  /** Next byte to read, and the number of brackets open there. */
  private scan = 0;
  private depth = 0;
  /** Bytes at the start that were emitted already, while the outer frame is incomplete. */
  private handedOut = 0;
  private garbage: { bytes: number; reason: string } | null = null;
  private outputs: FramerOutput[] = [];

  get isWaiting(): boolean {
    return this.end > this.start;
  }

  push(chunk: Uint8Array): FramerOutput[] {
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      this.append(chunk.subarray(at, at + pieceBytes));
      while (this.isWaiting && this.step());
      this.flushGarbage();
    }
    return this.takeOutputs();
  }

  /** Each header up to the last `]` before the next one is a frame: its length and its brackets gave no end. */
  giveUp(): FramerOutput[] {
    this.drop(this.handedOut, 'incomplete');
    while (this.isWaiting) {
      const held = this.buffer.subarray(this.start, this.end);
      const from = nextHeader(held, 0);
      const close = held.lastIndexOf(closeBracket, nextHeader(held, from + 1) - 1);
      if (from > 0) this.drop(from, 'incomplete');
      else if (close > 0) this.handOutOuter(close + 1);
      else this.drop(nextHeader(held, 1), 'incomplete');
    }
    this.flushGarbage();
    return this.takeOutputs();
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
      this.start = 0;
      this.end = held;
    }
    this.buffer.set(piece, this.end);
    this.end += piece.length;
  }

  /** One frame, or one run of garbage. False when more bytes are needed. */
  private step(): boolean {
    return this.outer === null ? this.findHeader() : this.findEnd(this.outer);
  }

  private findHeader(): boolean {
    const open = this.nextOpen(0);
    if (open > 0) {
      this.drop(open, 'noFrameStart');
      return true;
    }
    const header = readFrameHeader(this.buffer, this.start, this.end);
    if (header === 'incomplete') return false;
    if (header === 'invalid') {
      this.drop(this.nextOpen(1), 'badHeader');
      return true;
    }
    this.outer = openFrame(0, header, 0);
    this.scan = header.contentOffset;
    this.depth = 1;
    return true;
  }

  private findEnd(outer: OpenFrame): boolean {
    const limit = Math.min(this.end - this.start, maxFrameBytes);
    for (; this.scan < limit; this.scan++) {
      const byte = this.buffer[this.start + this.scan];
      if (byte === closeBracket) {
        this.depth--;
        if (this.inner && this.ends(this.inner) && this.handOutInner(this.inner, this.scan + 1)) return true;
        if (this.ends(outer)) return this.handOutOuter(this.scan + 1);
      } else if (byte === openBracket) {
        const header = this.innerHeader();
        if (header === 'incomplete') return false;
        if (header !== 'invalid' && this.begin(header)) return true;
        this.depth++;
      }
    }
    return this.scan === maxFrameBytes && this.giveUpLong();
  }

  private ends({ depth, announcedEnd }: OpenFrame): boolean {
    return this.depth === depth || this.scan === announcedEnd;
  }

  private innerHeader(): FrameHeader | 'incomplete' | 'invalid' {
    if (this.scan + longestHeader > maxFrameBytes) return 'invalid';
    return readFrameHeader(this.buffer, this.start + this.scan, this.end);
  }

  /** A frame begins inside the outer one. True when that one was emitted, or was cut short. */
  private begin(header: FrameHeader): boolean {
    const isEnd = this.buffer[this.start + this.scan - 1] === closeBracket;
    const isAfterEnd = isEnd && this.handedOut < this.scan;
    if (isAfterEnd && this.inner === null) return this.handOutOuter(this.scan);
    if (isAfterEnd && this.inner !== null && this.handOutInner(this.inner, this.scan)) return true;
    this.inner = openFrame(this.scan, header, this.depth);
    return false;
  }

  private handOutOuter(to: number): true {
    this.flushGarbage();
    this.outputs.push({ type: 'frame', bytes: this.copy(0, to) });
    this.handedOut = Math.max(this.handedOut, to);
    this.drop(to, '');
    return true;
  }

  /** True when the outer frame was cut short. */
  private handOutInner(inner: OpenFrame, to: number): boolean {
    this.flushGarbage();
    const isOfOuter = this.beginsLikeOuter(inner);
    if (inner.at > this.handedOut) {
      const reason = isOfOuter ? 'truncatedFrame' : 'falseStart';
      this.outputs.push({ type: 'garbage', reason, bytes: this.copy(this.handedOut, inner.at) });
    }
    this.outputs.push({ type: 'frame', bytes: this.copy(inner.at, to) });
    this.handedOut = to;
    this.depth = inner.depth;
    this.inner = null;
    if (isOfOuter) this.drop(to, '');
    return isOfOuter;
  }

  /** Whether a frame inside of the outer one is of the same watch. */
  private beginsLikeOuter({ at, header }: OpenFrame): boolean {
    const [own, others] = [0, at].map((from) => this.copy(from, from + header.prefixLength));
    return own?.every((byte, index) => byte === others?.[index]) === true;
  }

  /** The outer frame is overlong. One that began inside of it takes its place, or may begin in its last bytes. */
  private giveUpLong(): true {
    const lastOpen = Math.min(this.nextOpen(maxFrameBytes - longestHeader + 1), maxFrameBytes);
    this.drop(this.inner?.at ?? lastOpen, 'frameTooLong');
    return true;
  }

  /** Takes bytes off the front; those not emitted are garbage. The search begins anew behind them. */
  private drop(count: number, reason: string): void {
    const silent = Math.min(count, this.handedOut);
    if (silent > 0) this.flushGarbage();
    this.start += silent;
    this.handedOut -= silent;
    if (count > silent) {
      if (this.garbage !== null && this.garbage.bytes + count - silent > maxFrameBytes) this.flushGarbage();
      this.garbage ??= { bytes: 0, reason };
      this.garbage.bytes += count - silent;
      this.start += count - silent;
    }
    this.outer = null;
    this.inner = null;
  }

  private flushGarbage(): void {
    if (this.garbage === null) return;
    const { bytes, reason } = this.garbage;
    this.outputs.push({ type: 'garbage', reason, bytes: this.copy(-bytes, 0) });
    this.garbage = null;
  }

  private copy(from: number, to: number): Uint8Array {
    return this.buffer.slice(this.start + from, this.start + to);
  }

  private nextOpen(from: number): number {
    const held = this.buffer.subarray(this.start, this.end);
    const at = held.indexOf(openBracket, from);
    return at === -1 ? held.length : at;
  }

  private takeOutputs(): FramerOutput[] {
    const outputs = this.outputs;
    this.outputs = [];
    return outputs;
  }
}

function openFrame(at: number, header: FrameHeader, depth: number): OpenFrame {
  return { at, header, announcedEnd: at + header.contentOffset + header.announcedLength, depth };
}

/** The start of the next complete header; the end when there is none. */
function nextHeader(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(openBracket, from);
  while (at !== -1 && typeof readFrameHeader(bytes, at, bytes.length) === 'string')
    at = bytes.indexOf(openBracket, at + 1);
  return at === -1 ? bytes.length : at;
}
