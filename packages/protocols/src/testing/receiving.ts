import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { DialogueProtocol, FramerOutput, Received, StreamProtocol } from '../protocol.ts';

/** The result for one output of the framer. */
export interface Heard<State> {
  output: FramerOutput;
  /** Null for garbage. */
  received: Received<State> | null;
}

const around = 16;
const filler = 0xe5;

/**
 * Bytes as a socket delivers them: a `Buffer` cut out of a larger one, whose `slice()` shares memory where that of a
 * plain `Uint8Array` copies. `expectUntouched` fails when anything was written into them, or beside them.
 */
export function asFromSocket(bytes: Uint8Array): { bytes: Buffer; expectUntouched(): void } {
  const pool = Buffer.alloc(bytes.length + 2 * around, filler);
  pool.set(bytes, around);
  const before = Buffer.from(pool);
  return {
    bytes: pool.subarray(around, around + bytes.length),
    expectUntouched: () => {
      if (!before.equals(pool)) expect(pool.toString('hex')).toBe(before.toString('hex'));
    },
  };
}

/** `protocol.receive`, on bytes as from a socket, with proof that it only reads them. */
export function receiveUntouched<State>(
  protocol: DialogueProtocol<State>,
  state: State,
  frame: Uint8Array,
  now: number,
): Received<State> {
  const given = asFromSocket(frame);
  const received = protocol.receive(state, given.bytes, now);
  given.expectUntouched();
  if (received.type === 'needsSecret') throw new Error('a frame that is read without a secret was expected');
  return received;
}

/** Takes a stream in these pieces through framer and session, like the gateway. */
export function hearPieces<State>(
  protocol: StreamProtocol<State>,
  start: State,
  pieces: Iterable<Uint8Array>,
  now: number,
): Heard<State>[] {
  const framer = protocol.createFramer();
  const heard: Heard<State>[] = [];
  let state = start;
  for (const piece of pieces) {
    const given = asFromSocket(piece);
    const outputs = framer.push(given.bytes);
    for (const output of outputs) {
      const received = output.type === 'frame' ? receiveUntouched(protocol, state, output.bytes, now) : null;
      if (received !== null) state = received.state;
      heard.push({ output, received });
    }
    given.expectUntouched();
    // The network may reuse its memory.
    given.bytes.fill(0);
  }
  return heard;
}

/**
 * The server's result for a stream. Proves that it is the same, down to raw bytes and retry keys, whether the stream
 * comes whole, in two pieces cut at any place, or byte by byte.
 */
export function receiveInAnySplit<State>(
  protocol: StreamProtocol<State>,
  start: State,
  stream: Uint8Array,
  now: number,
): Heard<State>[] {
  const whole = hearPieces(protocol, start, [stream], now);
  for (let cut = 1; cut < stream.length; cut++) {
    const pieces = [stream.subarray(0, cut), stream.subarray(cut)];
    expectSame(hearPieces(protocol, start, pieces, now), whole);
  }
  const bytes = Array.from(stream, (byte) => Uint8Array.of(byte));
  expectSame(hearPieces(protocol, start, bytes, now), whole);
  return whole;
}

/** `expect` says what differs, and is slow where nothing does. */
function expectSame<State>(heard: readonly Heard<State>[], whole: readonly Heard<State>[]): void {
  if (!isDeepStrictEqual(heard, whole)) expect(heard).toEqual(whole);
}
