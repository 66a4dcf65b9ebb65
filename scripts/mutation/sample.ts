/** `size` of the items, in their order; the same ones for the same seed. */
export function sampleOf<Item>(items: readonly Item[], size: number, seed: number): Item[] {
  const random = mulberry32(seed);
  const picked = items
    .map((item, index) => ({ item, index, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, size);
  return picked.sort((a, b) => a.index - b.index).map(({ item }) => item);
}

/** Tommy Ettinger's mulberry32: numbers from 0 to below 1. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
