import type { CreateBehaviour } from './behaviour.ts';

const minute = 60_000;

/** Measures heart rate and blood pressure soon after it was put on, and about every ten minutes. */
export const measures: CreateBehaviour = ({ random }) => ({
  firstWait: random.between(5_000, 30_000),
  step: () => ({ actions: [{ type: 'say', kind: 'health' }], wait: random.between(9 * minute, 11 * minute) }),
});
