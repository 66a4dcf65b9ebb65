import type { CreateBehaviour } from './behaviour.ts';

/** First bytes of real frames, so that a decoder has to read beyond the first one. */
const temptingStarts = [[], [0xab], [0xab, 0x10, 0x05, 0x00], [0x5b], [0x5b, 0x33, 0x47, 0x2a]];

/** Sends some meaningless bytes, and continues as usual. */
export const sendsGarbage: CreateBehaviour = ({ random }) => ({
  firstWait: random.between(5_000, 30_000),
  step() {
    const start = temptingStarts[random.below(temptingStarts.length)] ?? [];
    const noise = Array.from({ length: 4 + random.below(28) }, () => random.below(256));
    return {
      actions: [{ type: 'garbage', bytes: Uint8Array.from([...start, ...noise]) }],
      wait: random.between(90_000, 150_000),
    };
  },
});
