import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FramerOutput, StreamProtocol } from '../protocol.ts';
import { concatBytes, cutsArbitrary, damaged, hostileStream, splitAt } from './byte-arbitraries.ts';
import { describeFalseStarts, type FalseStartCase } from './false-starts.ts';
import { asFromSocket, receiveInAnySplit, receiveUntouched } from './receiving.ts';
import { reportFaults } from './report-faults.ts';

export interface StreamProtocolCase<State> {
  protocol: StreamProtocol<State>;
  /** Captured streams, with the state of their connection. */
  captured: readonly { id: string; state: State; stream: Uint8Array }[];
  /** Whole, valid frames of every kind, as a device sends them. */
  frames: fc.Arbitrary<Uint8Array>;
  /** Repeated to some megabytes: the most expensive input for a careless framer, such as frame starts without ends. */
  costly: readonly Uint8Array[];
  behindFalseStarts: FalseStartCase;
}

const now = Date.UTC(2026, 0, 15, 12);
const costlyBytes = 2 * 1024 * 1024;

/**
 * The promises of every stream protocol for any input on its port: no throw, no hang, bounded memory, nothing lost
 * without a report, the same frames however the network splits the stream, and no alarm behind a false start.
 */
export function describeStreamProtocol<State>(name: string, testCase: StreamProtocolCase<State>): void {
  const { protocol, frames } = testCase;
  describeFalseStarts(name, protocol, frames, testCase.behindFalseStarts);

  describe(`${name}: a captured stream`, () => {
    it.each(testCase.captured)('$id is the same in any split, and is only read', ({ state, stream }) => {
      const heard = receiveInAnySplit(protocol, state, stream, now);
      expect(concatBytes(heard.map(({ output }) => output.bytes))).toEqual(new Uint8Array(stream));
    });
  });

  describe(`${name}: input on the port`, () => {
    it('gives good frames unchanged, joined or split at any place', () => {
      fc.assert(
        fc.property(fc.array(frames, { maxLength: 10 }), cutsArbitrary, (sent, cuts) => {
          const outputs = pushAll(protocol, splitAt(concatBytes(sent), cuts));
          expect(outputs.map(toHex)).toEqual(sent.map((bytes) => `frame ${hex(bytes)}`));
        }),
      );
    });

    it('gives the same frames when damaged, however it is split', () => {
      fc.assert(
        fc.property(hostileStream(frames), cutsArbitrary, (stream, cuts) => {
          const whole = framesOf(pushAll(protocol, [stream]));
          expect(framesOf(pushAll(protocol, splitAt(stream, cuts)))).toEqual(whole);
          expect(
            framesOf(
              pushAll(
                protocol,
                [...stream].map((byte) => Uint8Array.of(byte)),
              ),
            ),
          ).toEqual(whole);
        }),
      );
    });

    it('is reported byte by byte, in order, as frames or garbage, and less than one frame is held back until it is discarded', () => {
      fc.assert(fc.property(hostileStream(frames), cutsArbitrary, (s, cuts) => keepsEveryByte(protocol, s, cuts)));
    });

    it('gives good frames again after garbage, at the latest one longest frame later', () => {
      fc.assert(
        fc.property(fc.oneof(damaged(frames), fc.uint8Array({ maxLength: 64 })), frames, (garbage, frame) => {
          const repeats = Math.ceil(protocol.limits.maxFrameBytes / frame.length) + 2;
          const stream = concatBytes([garbage, ...Array.from({ length: repeats }, () => frame)]);
          expect(framesOf(pushAll(protocol, [stream])).at(-1)).toBe(hex(frame));
        }),
        { numRuns: 25 },
      );
    });

    it.each(testCase.costly.map((pattern) => [hex(pattern.slice(0, 24)), pattern] as const))(
      'does not slow the framer with megabytes of %s',
      (_name, pattern) => {
        const framer = protocol.createFramer();
        const chunk = concatBytes(Array.from({ length: Math.ceil(65_536 / pattern.length) }, () => pattern));
        for (let sent = 0; sent < costlyBytes; sent += chunk.length) framer.push(chunk);
      },
      4_000,
    );

    it('never makes a frame throw, whatever it holds, and never gives impossible values', () => {
      const anything = fc.oneof(frames, damaged(frames), fc.uint8Array({ maxLength: 300 }));
      fc.assert(
        fc.property(fc.array(anything, { maxLength: 5 }), (received) => receivesSoundly(protocol, received)),
        { numRuns: 500 },
      );
    });
  });
}

function receivesSoundly<State>(protocol: StreamProtocol<State>, received: readonly Uint8Array[]): void {
  let state = protocol.initialState;
  const before = JSON.stringify(state);
  for (const bytes of received) {
    const result = receiveUntouched(protocol, state, bytes, now);
    state = result.state;
    if (result.type === 'message') expect(reportFaults(result.report)).toEqual([]);
    else expect(result.reason).toMatch(/^[a-z][A-Za-z]*$/);
  }
  expect(JSON.stringify(protocol.initialState)).toBe(before);
}

function keepsEveryByte<State>(protocol: StreamProtocol<State>, stream: Uint8Array, cuts: number[]): void {
  const framer = protocol.createFramer();
  const max = protocol.limits.maxFrameBytes;
  const bytes = Buffer.from(stream);
  let seen = 0;
  let pushed = 0;
  const take = ({ type, bytes: output }: FramerOutput) => {
    expect(output.length).toBeLessThanOrEqual(max);
    const continues = bytes.subarray(seen, seen + output.length).equals(output);
    // A frame around another one that was emitted before it.
    const from = continues || type === 'garbage' ? seen : bytes.lastIndexOf(output, seen);
    expect(bytes.subarray(from, from + output.length).equals(output)).toBe(true);
    expect(from + output.length).toBeGreaterThanOrEqual(seen);
    seen = from + output.length;
  };
  for (const chunk of splitAt(stream, cuts)) {
    pushed += chunk.length;
    framer.push(chunk).forEach(take);
    expect(pushed - seen).toBeLessThan(max);
    expect(framer.isWaiting || pushed === seen).toBe(true);
  }
  framer.giveUp().forEach(take);
  expect(seen).toBe(stream.length);
  expect(framer.isWaiting).toBe(false);
}

function pushAll<State>(protocol: StreamProtocol<State>, chunks: readonly Uint8Array[]): FramerOutput[] {
  const framer = protocol.createFramer();
  return chunks.flatMap((chunk) => {
    const given = asFromSocket(chunk);
    const outputs = framer.push(given.bytes);
    given.expectUntouched();
    given.bytes.fill(0);
    return outputs;
  });
}

function framesOf(outputs: readonly FramerOutput[]): string[] {
  return outputs.filter((output) => output.type === 'frame').map((output) => hex(output.bytes));
}

function toHex(output: FramerOutput): string {
  return `${output.type === 'frame' ? 'frame' : `garbage ${output.reason}`} ${hex(output.bytes)}`;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
