import type { CreateBehaviour } from './behaviour.ts';

const everyMilliseconds = 60_000;

/** Sends a sign of life once a minute. */
export const talksOnly: CreateBehaviour = ({ random }) => ({
  firstWait: random.between(0, everyMilliseconds),
  step: () => ({ actions: [{ type: 'say', kind: 'heartbeat' }], wait: everyMilliseconds }),
});
