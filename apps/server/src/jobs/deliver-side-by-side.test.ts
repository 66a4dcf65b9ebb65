import { createManualClock } from '@varde/testing/manual-clock';
import { expect, test } from 'vitest';
import { FairTurns, type Waiting } from '#platform/delivery/fair-turns.ts';
import { deliverSideBySide } from './deliver-side-by-side.ts';

test('what had no place is delivered in the same run, also when all others arrive while it is looked for', async () => {
  const clock = createManualClock();
  const turn: Waiting = { id: 1, urgency: 0, path: [], host: null };
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  const waiting = ['first', 'second'];
  const delivered: string[] = [];
  await deliverSideBySide(
    { clock, stopping: new AbortController().signal, woken: () => Promise.resolve() },
    {
      turns: new FairTurns(() => clock.monotonic()),
      atOnce: 5,
      isOther: () => true,
      // One place is left for what is not about an alarm. It is free again before this look has its answer.
      take: async ({ others }) => {
        const taken = waiting.splice(0, others);
        if (taken.length === 0) {
          arrive();
          await arrival;
          await new Promise((resolve) => setImmediate(resolve));
        }
        return taken.map((name) => ({ name, turn }));
      },
      deliver: async ({ name }) => {
        if (name === 'first') await arrival;
        delivered.push(name);
      },
    },
  );
  expect(delivered).toEqual(['first', 'second']);
});
