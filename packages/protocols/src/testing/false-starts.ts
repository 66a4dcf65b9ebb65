import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Framer, FramerOutput, StreamProtocol } from '../protocol.ts';
import { concatBytes, splitAt } from './byte-arbitraries.ts';
import { asFromSocket } from './receiving.ts';

export interface FalseStartCase {
  /** The first bytes of a frame. */
  startByte: number;
  /** The frame with another length, 0…65535. */
  withLength(frame: Uint8Array, length: number): Uint8Array;
  /** Another SOS for each number; even ones from the device that sent the frame, odd ones from another. */
  sosAfter(frame: Uint8Array, number: number): Uint8Array;
}

const trials = 4_000;
/** At least this many of them are emitted at once, and all when the waiting bytes are discarded. */
const atOnce = 0.99 * trials;

/** Numbers below `limit`, the same in every run (Numerical Recipes, `ranqd1`). */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

type Random = (limit: number) => number;
type Junk = (frame: Uint8Array, random: Random, given: FalseStartCase) => Uint8Array;

const kinds: Record<string, Junk> = {
  'random bytes': (_frame, random) => Uint8Array.from({ length: 1 + random(300) }, () => random(256)),
  'a stray start byte': (_frame, _random, { startByte }) => Uint8Array.of(startByte),
  'a truncated frame': (frame, random) => frame.slice(0, random(frame.length)),
  'a frame with a flipped bit': (frame, random) => {
    const copy = frame.slice();
    const at = random(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << random(8));
    return copy;
  },
  'a frame of a wrong length': (frame, random, { withLength }) => withLength(frame, random(65_536)),
};

/** In one packet, the SOS in its own, byte by byte, or cut at any three places. */
function packetsOf(junk: Uint8Array, sos: Uint8Array, random: Random): Uint8Array[] {
  const stream = concatBytes([junk, sos]);
  const ways = [
    () => [stream],
    () => [junk, sos],
    () => Array.from(stream, (byte) => Uint8Array.of(byte)),
    () => splitAt(stream, [random(65_536), random(65_536), random(65_536)]),
  ];
  return ways[random(ways.length)]?.() ?? [];
}

/** The network reuses its memory as soon as it has been read. */
function pushFromSocket(framer: Framer, packet: Uint8Array): FramerOutput[] {
  const given = asFromSocket(packet);
  const outputs = framer.push(given.bytes);
  given.bytes.fill(0);
  return outputs;
}

/** An SOS directly behind bytes that look like the beginning of another frame must not wait for the rest of that. */
export function describeFalseStarts<State>(
  name: string,
  protocol: StreamProtocol<State>,
  frames: fc.Arbitrary<Uint8Array>,
  given: FalseStartCase,
): void {
  const samples = fc.sample(frames, { numRuns: 400, seed: 20_261_120 });

  describe(`${name}: an SOS directly behind`, () => {
    it.each(Object.entries(kinds))(
      '%s is emitted at once, or when the waiting bytes are discarded',
      (_kind, junkOf) => {
        const random = createRandom(20_261_121);
        let immediate = 0;
        const lost: string[] = [];
        for (let number = 0; number < trials; number++) {
          const frame = samples[random(samples.length)] ?? new Uint8Array();
          const junk = junkOf(frame, random, given);
          const sos = given.sosAfter(frame, number);
          const framer = protocol.createFramer();
          const packets = packetsOf(junk, sos, random);
          const isSos = ({ type, bytes }: { type: string; bytes: Uint8Array }) =>
            type === 'frame' && Buffer.compare(bytes, sos) === 0;
          if (packets.flatMap((packet) => pushFromSocket(framer, packet)).some(isSos)) immediate++;
          else if (!framer.giveUp().some(isSos)) lost.push(Buffer.from(junk).toString('hex'));
        }
        expect(lost).toEqual([]);
        expect(immediate).toBeGreaterThanOrEqual(atOnce);
      },
    );
  });
}
