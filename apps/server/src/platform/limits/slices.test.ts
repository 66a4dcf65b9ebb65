import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Slices } from './slices.ts';

let now = 0;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Work that lasts longer than a slice. */
function slow(): void {
  now += 6;
}

test('a little work is done at once, in order', () => {
  const slices = new Slices();
  const done: number[] = [];
  slices.add([() => done.push(1), () => done.push(2)]);
  slices.add([() => done.push(3)]);
  expect(done).toEqual([1, 2, 3]);
});

test('between two slices of much work sockets are read, and what was added first is done first', async () => {
  const slices = new Slices();
  const done: string[] = [];
  const pieces = (name: string) =>
    Array.from({ length: 4 }, (_, n) => () => {
      slow();
      done.push(`${name}${n}`);
    });
  slices.add(pieces('a'));
  slices.add(pieces('b'));
  let readAfter = -1;
  setImmediate(() => {
    readAfter = done.length;
  });
  while (done.length < 8) await new Promise<void>((resolve) => setImmediate(resolve));
  expect(readAfter).toBeLessThan(4);
  expect(done).toEqual(['a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'b2', 'b3']);
});

test('a piece that adds more has it done after the waiting work', async () => {
  const slices = new Slices();
  const done: string[] = [];
  slices.add([
    () => {
      done.push('first');
      slices.add([() => done.push('third')]);
    },
    () => done.push('second'),
  ]);
  expect(done).toEqual(['first', 'second', 'third']);
});

test('new work of the same turn is deferred when the turn has used its share', async () => {
  const slices = new Slices();
  let done = 0;
  for (let n = 0; n < 5; n += 1)
    slices.add([
      () => {
        slow();
        done += 1;
      },
    ]);
  expect(done).toBe(1);
  while (done < 5) await new Promise<void>((resolve) => setImmediate(resolve));
});
