import { createManualClock } from '@varde/testing/manual-clock';
import { openTestDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInProcessBus } from '#platform/bus.ts';
import { type OpenDatabase, queryRows } from '#platform/database.ts';
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

test('a daily job that failed comes again within minutes, not the next day', async () => {
  const daily: Job = {
    name: 'daily',
    everySeconds: 86_400,
    run: async () => {
      throw new Error('something is in the way');
    },
  };
  const scheduler = createJobScheduler({
    database: opened,
    bus: createInProcessBus(),
    clock: createManualClock(),
    log: createLog({ level: 'silent' }),
    jobs: [daily],
    pollSeconds: 0.5,
  });
  await scheduler.start();
  const nextInSeconds = async () => {
    const statement = sql`select extract(epoch from start_after - created_on)::float8 as seconds from pgboss.job
      where name = 'daily' and state = 'created' and start_after > created_on + interval '1 second'`;
    return (await queryRows<{ seconds: number }>(opened.db, statement))[0]?.seconds;
  };
  await expect.poll(nextInSeconds, { timeout: 15_000 }).toBeCloseTo(300, 0);
  await scheduler.stop();
});
