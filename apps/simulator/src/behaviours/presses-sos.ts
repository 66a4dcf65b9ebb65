import type { CreateBehaviour } from './behaviour.ts';

/** Presses the button repeatedly at a fixed interval. */
export const pressesSos: CreateBehaviour = ({ alarms }) => ({
  firstWait: alarms.first,
  step: () => ({ actions: [{ type: 'say', kind: 'sos' }], wait: alarms.every }),
});
