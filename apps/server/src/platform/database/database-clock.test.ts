import { openTestDatabase } from '@varde/testing/test-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import { type Database, type OpenDatabase, secondsAhead } from './database.ts';
import { createDatabaseClock } from './database-clock.ts';

/** A database that answers with these times, and takes so long for each. */
function answering(answers: readonly { now: number; takes: number }[]) {
  let passed = 5000;
  const left = [...answers];
  const db = {
    execute: async () => {
      const answer = left.shift();
      if (answer === undefined) throw new Error('the database is away');
      passed += answer.takes;
      return { rows: [{ now: answer.now }] };
    },
  } as unknown as Database;
  const measured = { now: () => 0, monotonic: () => passed, busy: () => 0 };
  const pass = (ms: number) => {
    passed += ms;
  };
  return { clock: createDatabaseClock(db, measured), pass };
}

describe('the clock of a process', () => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase();
  });
  afterAll(() => opened.close());

  test('shows the time of the database, whatever that of its machine is', async () => {
    const wrong = { ...systemClock, now: () => Date.UTC(1999, 0, 1) };
    const clock = createDatabaseClock(opened.db, wrong);
    await clock.start();
    expect(Math.abs(await secondsAhead(opened.db, clock))).toBe(0);
    clock.stop();
  });
});

describe('between two answers', () => {
  test('the time passes as it is measured', async () => {
    const { clock, pass } = answering([{ now: 1_000_000, takes: 0 }]);
    await clock.ask();
    expect(clock.now()).toBe(1_000_000);
    pass(700);
    expect(clock.now()).toBe(1_000_700);
    await expect(clock.ask()).rejects.toThrow('away');
    expect(clock.now()).toBe(1_000_700);
  });

  test('an answer that comes late moves the time by no more than it proves', async () => {
    const { clock, pass } = answering([
      { now: 1_000_000, takes: 0 },
      { now: 1_001_400, takes: 1000 }, // asked at 1000, answered at 2000: consistent with no difference
      { now: 1_002_600, takes: 100 }, // between 2000 and 2100 by our time: 500 ahead at least
    ]);
    await clock.ask();
    pass(1000);
    await clock.ask();
    expect(clock.now()).toBe(1_002_000);
    await clock.ask();
    expect(clock.now()).toBe(1_002_600);
  });
});

test('the time stands still rather than going back by moments, and goes back when that of the database was set back', async () => {
  const { clock, pass } = answering([
    { now: 1_000_000, takes: 0 },
    { now: 999_990, takes: 0 },
    { now: 900_000, takes: 0 },
  ]);
  await clock.ask();
  expect(clock.now()).toBe(1_000_000);
  await clock.ask();
  expect(clock.now()).toBe(1_000_000);
  pass(10);
  expect(clock.now()).toBe(1_000_000);
  pass(5);
  expect(clock.now()).toBe(1_000_005);
  await clock.ask();
  expect(clock.now()).toBe(900_000);
});
