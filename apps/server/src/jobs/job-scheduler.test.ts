import { openTestDatabase } from '@varde/testing/test-database';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createInProcessBus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/clock.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import type { Job } from './job.ts';
import { createJobScheduler } from './job-scheduler.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
afterEach(() => {
  vi.useRealTimers();
});

const schedulerOf = (jobs: readonly Job[]) =>
  createJobScheduler({
    database: opened,
    bus: createInProcessBus(),
    clock: systemClock,
    log: createLog({ level: 'silent' }),
    jobs,
  });

test('a job runs repeatedly, and one that fails runs next time like the others; one for another engine never runs', async () => {
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
  const scheduler = schedulerOf(jobs);
  await scheduler.start();
  await expect.poll(() => Math.min(runs.good, runs.bad)).toBeGreaterThanOrEqual(2);
  await scheduler.stop();
  expect(runs.elsewhere).toBe(0);
});

test('a job that is due every moment runs then', async () => {
  let runs = 0;
  const often: Job = {
    name: 'often',
    everySeconds: 0.2,
    run: async () => {
      runs += 1;
    },
  };
  const scheduler = schedulerOf([often]);
  await scheduler.start();
  await expect.poll(() => runs).toBeGreaterThan(10);
  await scheduler.stop();
});

test('a daily job that failed is retried within minutes, not the next day', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  let runs = 0;
  const daily: Job = {
    name: 'daily',
    everySeconds: 86_400,
    run: async () => {
      runs += 1;
      if (runs === 1) throw new Error('something is in the way');
    },
  };
  const scheduler = schedulerOf([daily]);
  await scheduler.start();
  await expect.poll(() => runs).toBe(1);
  await vi.advanceTimersByTimeAsync(299_000);
  expect(runs).toBe(1);
  // At the pace of the wall clock: a leap would time out a connection that is being opened.
  await expect.poll(() => runs).toBe(2);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(runs).toBe(2);
  await scheduler.stop();
});

test.each([
  ['back', -3_600_000],
  ['forward', 3_600_000],
])('jobs continue when the clock is set %s by an hour, also during a run', async (_, ms) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  let runs = 0;
  const often: Job = {
    name: `often-${ms}`,
    everySeconds: 1,
    run: async () => {
      runs += 1;
      if (runs === 2) vi.setSystemTime(Date.now() + ms); // the embedded database has the same clock
    },
  };
  const scheduler = schedulerOf([often]);
  await scheduler.start();
  await expect.poll(() => runs).toBeGreaterThanOrEqual(3);
  await scheduler.stop();
});
