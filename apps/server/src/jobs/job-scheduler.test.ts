import { createManualClock } from '@varde/testing/manual-clock';
import { openTestDatabase } from '@varde/testing/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInProcessBus } from '#platform/bus.ts';
import type { OpenDatabase } from '#platform/database.ts';
import { createLog } from '#platform/log.ts';
import type { Job } from './job.ts';
import { createJobScheduler } from './job-scheduler.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

test('a job runs again and again, and one that fails has its next turn like the others; one for another engine never runs', async () => {
  const runs = { good: 0, bad: 0, elsewhere: 0 };
  const jobs: Job[] = [
    {
      name: 'good',
      everySeconds: 1,
      run: async () => {
        runs.good += 1;
      },
    },
    {
      name: 'bad',
      everySeconds: 1,
      run: async () => {
        runs.bad += 1;
        throw new Error('no');
      },
    },
    {
      name: 'elsewhere',
      everySeconds: 1,
      engine: opened.engine === 'pglite' ? 'postgresql' : 'pglite',
      run: async () => {
        runs.elsewhere += 1;
      },
    },
  ];
  const scheduler = createJobScheduler({
    database: opened,
    bus: createInProcessBus(),
    clock: createManualClock(),
    log: createLog({ level: 'silent' }),
    jobs,
    pollSeconds: 0.5,
  });
  await scheduler.start();
  await expect.poll(() => Math.min(runs.good, runs.bad), { timeout: 15_000 }).toBeGreaterThanOrEqual(2);
  await scheduler.stop();
  expect(runs.elsewhere).toBe(0);
});
