import { openTestDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { asServer } from './as-server.ts';
import { type OpenDatabase, queryRows } from './database.ts';
import { type PaidWork, paidBy } from './paid-time.ts';

let database: OpenDatabase;
let entered: PaidWork[];
let charged: number[];
let place: PromiseWithResolvers<void> | null;
const account = {
  enter: async (work: PaidWork) => {
    entered.push(work);
    await place?.promise;
    return (ms: number) => void charged.push(ms);
  },
};
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  entered = [];
  charged = [];
  place = null;
});

const one = sql`select 1`;
const slow = sql`select pg_sleep(0.05)`;

test.each([
  ['db', 'calls'],
  ['backgroundDb', 'background'],
] as const)('a statement on %s is charged with the time that it took, with a place of %s', async (name, work) => {
  await paidBy(account, () => queryRows(database[name], slow));
  expect(entered).toEqual([work]);
  expect(charged).toEqual([expect.any(Number)]);
  expect(charged[0]).toBeGreaterThanOrEqual(49);
});

test('a transaction waits once, before it begins, and is charged as a whole', async () => {
  await paidBy(account, () =>
    database.db.transaction(async (tx) => {
      for (let n = 0; n < 3; n += 1) await queryRows(tx, one);
      await tx.transaction((inner) => queryRows(inner, slow));
    }),
  );
  expect([entered.length, charged.length]).toEqual([1, 1]);
  expect(charged[0]).toBeGreaterThanOrEqual(49);
});

test('what fails is charged and leaves its place', async () => {
  const failing = () => queryRows(database.db, sql`select 1 / 0`);
  await expect(paidBy(account, failing)).rejects.toThrow();
  const inside = () => database.db.transaction(() => Promise.reject(new Error('given up')));
  await expect(paidBy(account, inside)).rejects.toThrow('given up');
  expect([entered.length, charged.length]).toEqual([2, 2]);
});

test('nothing is asked before there is a place, and others are not held up meanwhile', async () => {
  place = Promise.withResolvers();
  let answered = false;
  const waiting = paidBy(account, () => queryRows(database.db, one)).then(() => {
    answered = true;
  });
  await queryRows(database.db, one);
  await database.db.transaction((tx) => queryRows(tx, one));
  expect(answered).toBe(false);
  place.resolve();
  await waiting;
});

test('a refusal reaches the call, and nothing is asked', async () => {
  const refusing = { enter: () => Promise.reject(new Error('used up')) };
  const statement = paidBy(refusing, () => queryRows(database.db, one));
  await expect(statement).rejects.toMatchObject({ cause: { message: 'used up' } });
  await expect(paidBy(refusing, () => database.db.transaction((tx) => queryRows(tx, one)))).rejects.toThrow('used up');
});

test('the server’s own work, which a call has caused, is paid by nobody', async () => {
  await paidBy(account, () => asServer(() => queryRows(database.db, one)));
  expect(entered).toEqual([]);
});

test('what a commit of a call wakes is paid by nobody', async () => {
  const told = Promise.withResolvers<void>();
  const stop = await database.listen({
    channel: 'varde_paid',
    onNotification: () => queryRows(database.db, one).then(() => told.resolve(), told.reject),
    onMissed: () => undefined,
    onFailed: () => undefined,
  });
  await paidBy(account, () => queryRows(database.db, sql`select pg_notify('varde_paid', '')`));
  await told.promise;
  await stop();
  expect(entered).toEqual(['calls']);
});
