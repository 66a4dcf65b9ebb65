import { createManualClock } from '@varde/testing/manual-clock';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../database/database.ts';
import { type AttemptLimits, attemptMemoryMs, attempts, createAttemptLimits } from './attempt-limits.ts';

let opened: OpenDatabase;
let limits: AttemptLimits;
const clock = createManualClock();
const kari = { key: 'kari', free: 3, longestPauseMs: 5 * 60_000 };
const ola = { ...kari, key: 'ola' };

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  limits = createAttemptLimits(opened.db, clock);
});

test('the first failures are free; then the pauses double, up to the longest', async () => {
  const pauses = [];
  for (let failures = 0; failures < 9; failures++) {
    const before = clock.now();
    await limits.fail([kari]);
    const until = await limits.heldUntil([kari]);
    pauses.push(until === null ? 0 : (until - before) / 1000);
    if (until !== null) clock.advance(until - before);
    expect(await limits.heldUntil([kari])).toBeNull();
  }
  expect(pauses).toEqual([0, 0, 30, 60, 120, 240, 300, 300, 300]);
});

test('the beginning of a pause is returned once, and other keys are not limited', async () => {
  const reached = [];
  for (let failures = 0; failures < 5; failures++) reached.push(await limits.fail([kari]));
  expect(reached.map((newly) => newly.length)).toEqual([0, 0, 1, 0, 0]);
  expect(await limits.heldUntil([ola])).toBeNull();
  expect(await limits.heldUntil([ola, kari])).not.toBeNull();
});

test('concurrent failures are all counted', async () => {
  await Promise.all(Array.from({ length: 3 }, () => limits.fail([kari, ola])));
  expect(await limits.heldUntil([kari])).not.toBeNull();
  expect(await limits.heldUntil([ola])).not.toBeNull();
});

test('concurrent attempts get no more tries than successive ones, and one that has to wait is not counted', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 9 }, () => limits.take([kari, ola])));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  clock.advance(30_000);
  await limits.take([kari]);
  await expect(limits.take([kari, ola])).rejects.toMatchObject({ code: 'tooManyRequests' });
  await expect(limits.take([ola])).resolves.toBeUndefined();
});

test('failures are reset on request, and after a while without another', async () => {
  for (let failures = 0; failures < 3; failures++) await limits.fail([kari, ola]);
  await limits.forget([kari]);
  expect(await limits.heldUntil([kari])).toBeNull();
  clock.advance(attemptMemoryMs + 1);
  await limits.fail([ola]);
  expect(await limits.heldUntil([ola])).toBeNull();
});

test('failures are forgiven one by one: occasional failures at one address never block it, however many days they continue', async () => {
  const house = { key: 'house', free: 100, longestPauseMs: 15 * 60_000 };
  for (let failures = 0; failures < 300; failures++) {
    await limits.fail([house]);
    expect(await limits.heldUntil([house])).toBeNull();
    clock.advance(10 * 60_000);
  }
  for (let failures = 0; failures < 100; failures++) await limits.fail([house]);
  expect(await limits.heldUntil([house])).not.toBeNull();
});

test('the typed username is not stored', async () => {
  await limits.fail([{ ...kari, key: 'a password in the wrong field' }]);
  expect(JSON.stringify(await opened.db.select().from(attempts))).not.toContain('password');
});

describe('a clock that is set', () => {
  const fail = async (times: number, limit = kari) => {
    for (let failures = 0; failures < times; failures++) await limits.fail([limit]);
  };
  const hour = 3_600_000;

  test('back extends no pause beyond the longest one, and forgives no failure', async () => {
    await fail(4); // has to wait a minute
    clock.step(-24 * hour);
    expect(await limits.heldUntil([kari])).toBeNull();
    await expect(limits.take([kari])).resolves.toBeUndefined();
    expect(await limits.heldUntil([kari])).toBe(clock.now() + 2 * 60_000);
  });

  test('back by less than a pause neither ends that pause nor starts one for another key', async () => {
    await fail(3); // has to wait 30 seconds
    await fail(2, ola);
    clock.step(-60_000);
    expect(await limits.heldUntil([kari, ola])).toBe(clock.now() + 90_000);
    await expect(limits.take([kari])).rejects.toMatchObject({ code: 'tooManyRequests' });
    expect(await limits.heldUntil([ola])).toBeNull();
  });

  test.each([-hour, -365 * 24 * hour])('by %d ms adds no failure', async (ms) => {
    await fail(1);
    clock.step(ms);
    await fail(1);
    expect(await limits.heldUntil([kari])).toBeNull();
    await fail(1);
    expect(await limits.heldUntil([kari])).not.toBeNull();
  });

  test('forward ends a pause, and the count continues from there', async () => {
    await fail(4);
    clock.step(hour);
    expect(await limits.heldUntil([kari])).toBeNull();
    await fail(1);
    expect(await limits.heldUntil([kari])).not.toBeNull();
  });
});
