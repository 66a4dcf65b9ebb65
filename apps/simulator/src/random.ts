/** Repeatable randomness: the same seed gives the same numbers on every machine. Not for secrets. */
export interface Random {
  /** 0 ≤ x < 1 */
  next(): number;
  /** from ≤ x < to */
  between(from: number, to: number): number;
  /** A whole number, 0 ≤ n < count. */
  below(count: number): number;
}

/** Mulberry32, seeded by a number or by the hash of a text (an identity, say). */
export function createRandom(seed: number | string): Random {
  let state = typeof seed === 'number' ? seed >>> 0 : hashOf(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    below: (count) => Math.floor(next() * count),
  };
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
