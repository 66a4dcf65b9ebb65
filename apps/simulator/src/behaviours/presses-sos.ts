import type { CreateBehaviour } from './behaviour.ts';

/** Presses the button, again and again after a fixed time. */
export const pressesSos: CreateBehaviour = ({ alarms }) => ({
  firstWait: alarms.first,
  step: () => ({ actions: [{ type: 'say', kind: 'sos' }], wait: alarms.every }),
});
