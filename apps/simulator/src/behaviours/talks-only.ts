import type { CreateBehaviour } from './behaviour.ts';

const everyMilliseconds = 60_000;

/** Says that it is alive, once a minute. */
export const talksOnly: CreateBehaviour = ({ random }) => ({
  firstWait: random.between(0, everyMilliseconds),
  step: () => ({ actions: [{ type: 'say', kind: 'heartbeat' }], wait: everyMilliseconds }),
});
