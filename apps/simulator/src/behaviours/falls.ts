import type { CreateBehaviour } from './behaviour.ts';

/** Falls now and then. */
export const falls: CreateBehaviour = ({ alarms, random }) => ({
  firstWait: alarms.first,
  step: () => ({
    actions: [{ type: 'say', kind: 'fall' }],
    wait: alarms.every * random.between(1, 1.2),
  }),
});
