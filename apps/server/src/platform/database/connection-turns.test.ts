import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ConnectionTurns, type Lane } from './connection-turns.ts';
import { openPglite, queryRows } from './database.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('processing comes first, then calls, then jobs, and each lane in order', async () => {
  const turns = new ConnectionTurns();
  const done: string[] = [];
  const take = (lane: Lane, name: string) => turns.take(lane, async () => void done.push(name));
  await Promise.all([
    turns.take('background', turn),
    take('background', 'job 1'),
    take('calls', 'call 1'),
    take('background', 'job 2'),
    take('processing', 'alarm 1'),
    take('calls', 'call 2'),
    take('processing', 'alarm 2'),
  ]);
  expect(done).toEqual(['alarm 1', 'alarm 2', 'call 1', 'call 2', 'job 1', 'job 2']);
});

test('only one uses the connection at a time, and one that fails releases it', async () => {
  const turns = new ConnectionTurns();
  let using = 0;
  const use = async () => {
    using += 1;
    expect(using).toBe(1);
    await turn();
    using -= 1;
  };
  const failing = turns.take('calls', async () => {
    await use();
    throw new Error('no');
  });
  const others = (['processing', 'calls', 'background'] as const).map((lane) => turns.take(lane, use));
  await expect(failing).rejects.toThrow('no');
  await Promise.all(others);
});

test('endless calls do not starve a job', async () => {
  const turns = new ConnectionTurns();
  let calls = 0;
  let jobDone = false;
  const callForEver = async () => {
    while (!jobDone)
      await turns.take('calls', async () => {
        calls += 1;
      });
  };
  const callers = Array.from({ length: 20 }, callForEver);
  await turns.take('background', async () => {
    jobDone = true;
  });
  await Promise.all(callers);
  expect(calls).toBeLessThan(60);
});

test('an alarm that arrives while many calls wait is stored after one of them at most', async () => {
  const { db, processingDb, backgroundDb, close } = await openPglite(undefined);
  const order: string[] = [];
  const ask = (database: typeof db, name: string) => queryRows(database, sql`select 1`).then(() => order.push(name));
  const calls = Array.from({ length: 100 }, () => ask(db, 'call'));
  const jobs = Array.from({ length: 100 }, () => ask(backgroundDb, 'job'));
  const seen = await new Promise<number>((resolve) => {
    // Like a socket: it is read in the next round of the event loop.
    setImmediate(() => {
      const before = order.length;
      void processingDb.transaction((tx) => queryRows(tx, sql`select 1`)).then(() => resolve(order.length - before));
    });
  });
  await Promise.all([...calls, ...jobs]);
  await close();
  expect(seen).toBeLessThanOrEqual(1);
  expect(order).toHaveLength(200);
});
