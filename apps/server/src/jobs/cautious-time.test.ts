import { createManualClock } from '@varde/testing/manual-clock';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { createCautiousTime } from './cautious-time.ts';
import { dayMs } from './job.ts';

let opened: OpenDatabase;
let lines: string[];
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  lines = [];
});

const clock = createManualClock();
/** As in a process that starts now. */
const started = () =>
  createCautiousTime(opened.db, clock, createLog({ level: 'warn' }, { write: (line) => lines.push(line) }));

test('it is wall time while the clock is not set', async () => {
  const cautious = started();
  for (const days of [0, 1, 400]) {
    clock.advance(days * dayMs);
    expect(await cautious()).toBe(clock.now());
  }
  expect(lines).toEqual([]);
});

test('a clock that is set forward moves it at most twice as fast as elapsed time, and is logged once', async () => {
  const cautious = started();
  const start = await cautious();
  clock.step(5 * 365 * dayMs);
  expect(await cautious()).toBe(start);
  clock.advance(dayMs);
  expect(await cautious()).toBe(start + 2 * dayMs);
  expect(await started()()).toBe(start + 2 * dayMs); // nor does a start in between
  expect(lines.filter((line) => line.includes('"days":1825'))).toHaveLength(1);
});

test('a clock that is set right again has changed nothing', async () => {
  const cautious = started();
  await cautious();
  clock.step(365 * dayMs);
  clock.advance(dayMs);
  await cautious();
  clock.step(-365 * dayMs);
  expect(await cautious()).toBe(clock.now());
});

test('a clock that is set back takes it along, and forward again at once when it is set right', async () => {
  const cautious = started();
  const start = await cautious();
  clock.step(-365 * dayMs);
  clock.advance(dayMs);
  expect(await cautious()).toBe(start - 364 * dayMs);
  clock.step(365 * dayMs);
  expect(await cautious()).toBe(start + dayMs);
});

test('it catches up after downtime of the server', async () => {
  const before = await started()();
  clock.step(10 * dayMs); // no process ran
  const cautious = started();
  clock.advance(4 * dayMs);
  expect(await cautious()).toBe(before + 8 * dayMs);
  clock.advance(6 * dayMs);
  expect(await cautious()).toBe(before + 20 * dayMs);
  clock.advance(dayMs);
  expect(await cautious()).toBe(clock.now());
  clock.advance(3_600_000);
  expect(await cautious()).toBe(clock.now());
});

test('a failing database costs no time', async () => {
  const cautious = started();
  await cautious();
  await opened.db.execute('alter table cautious_time rename to elsewhere');
  clock.advance(dayMs);
  await expect(cautious()).rejects.toThrow();
  await opened.db.execute('alter table elsewhere rename to cautious_time');
  expect(await cautious()).toBe(clock.now());
});
