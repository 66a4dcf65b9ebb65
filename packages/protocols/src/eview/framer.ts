import { copyBytes } from '../copy-bytes.ts';
import { crc16 } from '../crc16.ts';
import type { Framer, FramerOutput } from '../protocol.ts';
import { headerBytes, maxBodyBytes } from './frame.ts';
import { bodyLengthAt, checksumAt } from './frame-start.ts';
import { InnerFrames } from './inner-frames.ts';
import { RunningBuffer } from './running-buffer.ts';

/** Longest accepted frame, in bytes. */
export const maxFrameBytes = headerBytes + maxBodyBytes;

type Look = { verdict: 'frame'; size: number } | { verdict: 'more' } | { verdict: 'header' | 'crc' };

/**
 * Cuts the byte stream into frames: 0xAB, a sane length and a matching checksum. Other bytes are reported as garbage
 * (`header`: no frame can begin here; `crc`: the checksum is wrong) and the search continues at the next byte. While a
 * frame is incomplete, whole frames inside of it are emitted (`falseStart`: the bytes before them). Cost is linear in
 * the input whatever it holds.
 */
export function createFramer(): Framer {
  return new EviewFramer();
}

class EviewFramer implements Framer {
  readonly #buffer = new RunningBuffer();
  #inner: InnerFrames | null = null;
  /** Bytes at the start of the buffer that were emitted already, while the frame that they may begin is incomplete. */
  #handedOut = 0;
  #outputs: FramerOutput[] = [];

  get isWaiting(): boolean {
    return this.#buffer.size > 0;
  }

  push(chunk: Uint8Array): FramerOutput[] {
    let taken = this.isWaiting ? 0 : takeWholeFrames(chunk, this.#outputs);
    while (taken < chunk.length) {
      const next = Math.min(chunk.length, taken + maxFrameBytes - this.#buffer.size);
      this.#buffer.append(chunk, taken, next);
      taken = next;
      this.#search();
    }
    return this.#takeOutputs();
  }

  /** Whole frames in the waiting bytes were emitted long ago. */
  giveUp(): FramerOutput[] {
    this.#drop(this.#buffer.size, 'incomplete');
    this.#inner = null;
    return this.#takeOutputs();
  }

  #search(): void {
    const buffer = this.#buffer;
    let bad = 0;
    let reason = 'header';
    while (bad < buffer.size) {
      const look = lookAt(buffer.bytes, buffer.start + bad, buffer.end, (from, to) => buffer.crc(from, to));
      if (look.verdict === 'more') break;
      if (look.verdict === 'frame') {
        this.#drop(bad, reason);
        this.#outputs.push({ type: 'frame', bytes: buffer.take(look.size) });
        this.#handedOut = Math.max(0, this.#handedOut - look.size);
        bad = this.#handedOut;
      } else {
        if (bad === 0) reason = look.verdict;
        bad = Math.max(bad + 1, this.#handedOut);
      }
    }
    this.#drop(bad, reason);
    if (buffer.size > 0) this.#handOutInner();
    else this.#inner = null;
  }

  #handOutInner(): void {
    const { passed } = this.#buffer;
    this.#inner ??= new InnerFrames();
    for (const { from, to } of this.#inner.find(this.#buffer, passed + this.#handedOut)) {
      const before = this.#buffer.copy(this.#handedOut, from - passed);
      if (before.length > 0) this.#outputs.push({ type: 'garbage', reason: 'falseStart', bytes: before });
      this.#outputs.push({ type: 'frame', bytes: this.#buffer.copy(from - passed, to - passed) });
      this.#handedOut = to - passed;
    }
  }

  /** Takes bytes off the buffer; those not emitted are garbage. */
  #drop(count: number, reason: string): void {
    const silent = Math.min(count, this.#handedOut);
    this.#buffer.take(silent);
    this.#handedOut -= silent;
    if (count > silent) this.#outputs.push({ type: 'garbage', reason, bytes: this.#buffer.take(count - silent) });
  }

  #takeOutputs(): FramerOutput[] {
    const outputs = this.#outputs;
    this.#outputs = [];
    return outputs;
  }
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

function lookAt(bytes: Uint8Array, at: number, end: number, crcOf: (from: number, to: number) => number): Look {
  const length = bodyLengthAt(bytes, at, end);
  if (length === null) return { verdict: 'header' };
  const body = at + headerBytes;
  if (length === 'more' || body + length > end) return { verdict: 'more' };
  if (crcOf(body, body + length) !== checksumAt(bytes, at)) return { verdict: 'crc' };
  return { verdict: 'frame', size: headerBytes + length };
}
