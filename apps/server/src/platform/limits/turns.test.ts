import { createManualClock } from '@varde/testing/manual-clock';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('a connection may work for the length of a turn, and again in the next one', async () => {
  const clock = createManualClock();
  const turns = new Turns(clock, 4);
  expect(turns.mayWork()).toBe(true);
  clock.advance(3.9);
  expect(turns.mayWork()).toBe(true);
  clock.advance(0.1);
  expect([turns.mayWork(), turns.mayWork()]).toEqual([false, false]);
  await nextTurn();
  expect(turns.mayWork()).toBe(true);
});

test('a turn is long enough for one frame, however short it is', async () => {
  const turns = new Turns(createManualClock(), 0);
  expect([turns.mayWork(), turns.mayWork()]).toEqual([true, false]);
  await nextTurn();
  expect([turns.mayWork(), turns.mayWork()]).toEqual([true, false]);
});

/** Needs this many whole turns. */
function worker(name: string, turns: Turns, amount: number, log: string[]) {
  let left = amount;
  const taker = {
    proceed: () => {
      while (left > 0) {
        if (!turns.mayWork()) {
          turns.wait(taker);
          return;
        }
        log.push(name);
        left -= 1;
      }
    },
  };
  return taker;
}

test('waiting connections continue in the order of waiting, one after another', async () => {
  const turns = new Turns(createManualClock(), 0);
  const log: string[] = [];
  for (const name of ['a', 'b', 'c']) worker(name, turns, 3, log).proceed();
  expect(log).toEqual(['a']);
  while (log.length < 9) await nextTurn();
  expect(log.join('')).toBe('aabcabcbc');
});

test('when it stops, all finish at once', () => {
  const turns = new Turns(createManualClock(), 0);
  const log: string[] = [];
  for (const name of ['a', 'b']) worker(name, turns, 3, log).proceed();
  turns.stop();
  expect(log.join('')).toBe('aaabbb');
});
