import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ConnectionTurns, type Lane } from './connection-turns.ts';
import { openPglite, queryRows } from './database.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('processing comes first, then what tells of alarms, then calls, then jobs, and each lane in order', async () => {
  const turns = new ConnectionTurns(() => 0);
  const done: string[] = [];
  const take = (lane: Lane, name: string) => turns.take(lane, async () => void done.push(name));
  await Promise.all([
    turns.take('background', turn),
    take('background', 'job 1'),
    take('calls', 'call 1'),
    take('background', 'job 2'),
    take('telling', 'SMS 1'),
    take('processing', 'alarm 1'),
    take('calls', 'call 2'),
    take('processing', 'alarm 2'),
  ]);
  expect(done).toEqual(['alarm 1', 'alarm 2', 'SMS 1', 'call 1', 'call 2', 'job 1', 'job 2']);
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

describe('while others never end', () => {
  /** Milliseconds that each lane has used when there was work for so long; each piece takes as long as said. */
  async function used(pieces: Partial<Record<Lane, { ms: number; atOnce: number }>>, total: number) {
    let now = 0;
    const turns = new ConnectionTurns(() => now);
    const spent: Partial<Record<Lane, number>> = {};
    const workForEver = async (lane: Lane, ms: number) => {
      while (now < total)
        await turns.take(lane, async () => {
          now += ms;
          spent[lane] = (spent[lane] ?? 0) + ms;
        });
    };
    const workers = Object.entries(pieces).flatMap(([lane, { ms, atOnce }]) =>
      Array.from({ length: atOnce }, () => workForEver(lane as Lane, ms)),
    );
    await Promise.all(workers);
    return spent;
  }

  test.each([
    ['long', { processing: { ms: 150, atOnce: 2 }, telling: { ms: 40, atOnce: 4 } }],
    ['short', { processing: { ms: 2, atOnce: 2 }, telling: { ms: 1, atOnce: 4 } }],
    ['long with one job alone', { processing: { ms: 20, atOnce: 2 }, telling: { ms: 400, atOnce: 1 } }],
  ])('uplinks, %s, leave a fifth of the time to what tells of alarms, and no more', async (_what, pieces) => {
    const { telling = 0, processing = 0 } = await used(pieces, 100_000);
    expect(telling / (telling + processing)).toBeGreaterThan(0.18);
    expect(telling / (telling + processing)).toBeLessThan(0.22);
  });

  test('all of them, each lane has its share: also whoever wants to take an alarm', async () => {
    const busy = { ms: 10, atOnce: 3 };
    const spent = await used({ processing: busy, telling: busy, calls: busy, background: busy }, 100_000);
    expect(spent.telling).toBeGreaterThan(19_000);
    expect(spent.calls).toBeGreaterThan(10_000);
    expect(spent.background).toBeGreaterThan(4000);
    expect(spent.processing).toBeGreaterThan(55_000);
  });

  test('calls leave a job its turn', async () => {
    const { background = 0 } = await used({ calls: { ms: 1, atOnce: 20 }, background: { ms: 1, atOnce: 1 } }, 1000);
    expect(background).toBeGreaterThan(20);
  });

  test('what ran alone owes nothing to those who come later', async () => {
    const turns = new ConnectionTurns(() => now);
    let now = 0;
    const work = (ms: number) => async () => {
      now += ms;
    };
    await turns.take('telling', work(10_000));
    const done: string[] = [];
    await Promise.all([
      turns.take('processing', work(30)),
      turns.take('processing', work(30)).then(() => done.push('alarm')),
      turns.take('telling', work(10)).then(() => done.push('SMS')),
    ]);
    expect(done).toEqual(['SMS', 'alarm']);
  });
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
