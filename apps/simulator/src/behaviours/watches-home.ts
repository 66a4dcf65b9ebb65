import type { CreateBehaviour } from './behaviour.ts';

const everyMilliseconds = 3_000;

/** A home unit: it reports of its sensors, and asks for commands every few seconds. */
export const watchesHome: CreateBehaviour = ({ random }) => ({
  firstWait: random.between(0, everyMilliseconds),
  step: () => ({ actions: [{ type: 'say', kind: 'sensors' }], wait: everyMilliseconds }),
});
