import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ExportRoom, exportLimits } from './export-room.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const firm = (userId: number) => ({ userId, payingCustomer: 900 });
const nurse = { userId: 10, payingCustomer: 1 };

/** Exports in the order in which they begin; each has endless rows. */
function exportsIn(room: ExportRoom) {
  const begun: { userId: number; file: Readable }[] = [];
  const refused: number[] = [];
  return {
    begun: () => begun.map(({ userId }) => userId),
    refused,
    begin: async (who: { userId: number; payingCustomer: number | null }, threads: 0 | 1 = 0) => {
      const open = async () => {
        const file = new Readable({ read: () => file.push('x'.repeat(100_000)) });
        begun.push({ userId: who.userId, file });
        return file;
      };
      room.begin(who, open, threads).catch(() => refused.push(who.userId));
      await vi.advanceTimersByTimeAsync(0);
    },
    end: async (userId: number) => {
      begun.find((one) => one.userId === userId)?.file.destroy();
      await vi.advanceTimersByTimeAsync(0);
    },
    /** Their readers take a part each second. */
    readFor: async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        for (const { file } of begun) file.read();
        await vi.advanceTimersByTimeAsync(1_000);
      }
    },
  };
}

test('one customer’s exports in threads leave a thread to the others', async () => {
  const { begun, begin } = exportsIn(new ExportRoom());
  for (const n of [1, 2, 3]) await begin(firm(n), 1);
  await begin(nurse, 1);
  expect(begun()).toEqual([1, 10]);
});

test('exports of several users of one customer leave room to others', async () => {
  const { begun, begin } = exportsIn(new ExportRoom());
  for (const n of [1, 2, 3]) for (let n2 = 0; n2 < 2; n2 += 1) await begin(firm(n));
  await begin(nurse);
  expect(begun()).toEqual([1, 1, 2, 2, 10]);
});

test('what waits begins in turns of the customers, the oldest of each first', async () => {
  const limits = { ...exportLimits, threads: { width: 1, perKey: 1 } };
  const { begun, begin, end } = exportsIn(new ExportRoom(limits));
  for (const n of [1, 2, 3]) await begin(firm(n), 1);
  await begin(nurse, 1);
  for (const n of [1, 2, 10]) await end(n);
  expect(begun()).toEqual([1, 2, 10, 3]);
});

test('an export of which nothing is read gives way, and one that is read does not', async () => {
  const { begun, begin, refused, readFor } = exportsIn(new ExportRoom());
  await begin(firm(1), 1);
  await begin(firm(2), 1);
  await readFor(40);
  expect([begun(), refused]).toEqual([[1], []]);
  await vi.advanceTimersByTimeAsync(exportLimits.stalledMs);
  expect(refused).toEqual([2]); // it has waited for too long before
  await begin(firm(3), 1);
  expect(begun()).toEqual([1, 3]);
});

test('a user has two at once, and more are refused at once', async () => {
  const { begun, begin, refused } = exportsIn(new ExportRoom());
  for (let n = 0; n < 3; n += 1) await begin(nurse);
  expect([begun(), refused]).toEqual([[10, 10], [10]]);
});
