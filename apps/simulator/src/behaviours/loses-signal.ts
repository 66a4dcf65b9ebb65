import type { CreateBehaviour } from './behaviour.ts';

/** Is out of coverage for one or two minutes at a time, and then sends what it recorded meanwhile. */
export const losesSignal: CreateBehaviour = ({ random }) => {
  let covered = true;
  return {
    firstWait: random.between(40_000, 120_000),
    step() {
      covered = !covered;
      return covered
        ? { actions: [{ type: 'enterCoverage' }], wait: random.between(180_000, 300_000) }
        : { actions: [{ type: 'leaveCoverage' }], wait: random.between(60_000, 120_000) };
    },
  };
};
