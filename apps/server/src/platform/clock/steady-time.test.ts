import { createManualClock } from '@varde/testing/manual-clock';
import { expect, test } from 'vitest';
import { createSteadyTime } from './steady-time.ts';

test('elapsed time counts from the start of the process', () => {
  const clock = createManualClock();
  const start = clock.now();
  const steady = createSteadyTime(clock, () => expect.unreachable());
  clock.advance(86_400_000);
  expect(steady.read()).toEqual({ now: start + 86_400_000, since: start, setAt: null });
});

test.each([10_000, 3_600_000, -10_000, -3_600_000])('a clock that is set by %d ms restarts the count', (ms) => {
  const clock = createManualClock();
  const steps: number[] = [];
  const steady = createSteadyTime(clock, (step) => steps.push(step));
  clock.advance(60_000);
  clock.step(ms);
  const setAt = clock.now();
  expect(steady.read()).toEqual({ now: setAt, since: setAt, setAt });
  clock.advance(60_000);
  expect(steady.read()).toEqual({ now: setAt + 60_000, since: setAt, setAt });
  expect(steps).toEqual([ms]);
});

test.each([9999, -9999])('a clock that NTP corrects by %d ms continues the count, even repeatedly', (ms) => {
  const clock = createManualClock();
  const start = clock.now();
  const steady = createSteadyTime(clock, () => expect.unreachable());
  for (let times = 0; times < 3; times += 1) {
    clock.advance(60_000);
    clock.step(ms);
    expect(steady.read()).toEqual({ now: clock.now(), since: start, setAt: null });
  }
});
