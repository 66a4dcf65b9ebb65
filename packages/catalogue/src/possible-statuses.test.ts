import { expect, it } from 'vitest';
import { flagRules } from './alarms.ts';
import { possibleStatuses } from './possible-statuses.ts';
import { statuses, statusOf } from './statuses.ts';

it('offers the statuses that a device can have, the most urgent first, each once', () => {
  const inOrder = statuses.map(({ key }) => key).filter((key) => possibleStatuses.includes(key));
  expect(possibleStatuses).toEqual(inOrder);
  for (const { flag, on } of flagRules)
    if (on.length > 0) expect(possibleStatuses, flag).toContain(statusOf({ [flag]: true }, { charging: false }).key);
});
