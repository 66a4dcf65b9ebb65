import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseShares } from './database-shares.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limits = { width: 3, msPerSecond: 100 };
const nurse = { name: 'nurse', customer: 'municipality' };
const stranger = (n: number) => ({ name: `stranger ${n}`, customer: 'firm' });

/** Queries of these payers, in the order in which they begin. */
function queriesOf(shares: DatabaseShares) {
  const begun: string[] = [];
  const leaves = new Map<string, (ms: number) => void>();
  return {
    begun,
    ask: async (payer: { name: string; customer: string }, patience?: number) => {
      void shares.enter(payer, patience).then(
        (leave) => {
          begun.push(payer.name);
          leaves.set(payer.name, leave);
        },
        (error: { code: string }) => begun.push(`${payer.name}: ${error.code}`),
      );
      await vi.advanceTimersByTimeAsync(0);
    },
    end: async (name: string, ms: number) => {
      leaves.get(name)?.(ms);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

test('the queries of several users of one customer leave a place to others', async () => {
  const { begun, ask } = queriesOf(new DatabaseShares(limits));
  for (const n of [1, 2, 3, 4]) await ask(stranger(n));
  await ask(nurse);
  expect(begun).toEqual(['stranger 1', 'stranger 2', 'nurse']);
});

test('customers take turns, however many of their users wait', async () => {
  const { begun, ask, end } = queriesOf(new DatabaseShares({ ...limits, width: 1 }));
  for (const n of [1, 2, 3, 4]) await ask(stranger(n));
  await ask(nurse);
  await end('stranger 1', 1);
  await end('stranger 2', 1);
  expect(begun).toEqual(['stranger 1', 'stranger 2', 'nurse']);
});

test('a user who has used up the time of the database waits for more of it, and another of the customer does not', async () => {
  const { begun, ask, end } = queriesOf(new DatabaseShares(limits));
  await ask(stranger(1));
  await end('stranger 1', 1_500);
  await ask(stranger(1));
  await ask(stranger(2));
  expect(begun).toEqual(['stranger 1', 'stranger 2']);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(begun).toEqual(['stranger 1', 'stranger 2', 'stranger 1']);
});

test('a customer whose users have used up the time together waits, each of them, and other customers do not', async () => {
  const { begun, ask, end } = queriesOf(new DatabaseShares(limits));
  for (const n of [1, 2, 3, 4, 5]) {
    await ask(stranger(n));
    await end(`stranger ${n}`, 900);
  }
  begun.length = 0;
  await ask(stranger(6));
  await ask(nurse);
  expect(begun).toEqual(['nurse']);
});

test('what has waited for ten seconds is refused, and what nobody sits and waits for later', async () => {
  const { begun, ask, end } = queriesOf(new DatabaseShares(limits));
  await ask(nurse);
  await end('nurse', 3_000);
  begun.length = 0;
  await ask(nurse);
  await ask(nurse, 60_000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(begun).toEqual(['nurse: tooManyCalls']);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(begun).toEqual(['nurse: tooManyCalls', 'nurse']);
});

test('without a rate nobody waits for time, and customers still take turns', async () => {
  const { begun, ask, end } = queriesOf(new DatabaseShares({ width: 1, msPerSecond: null }));
  await ask(stranger(1));
  for (const n of [2, 3, 4]) await ask(stranger(n));
  await ask(nurse);
  for (const name of ['stranger 1', 'stranger 2', 'nurse', 'stranger 3', 'stranger 4']) await end(name, 60_000);
  expect(begun).toEqual(['stranger 1', 'stranger 2', 'nurse', 'stranger 3', 'stranger 4']);
});
