import { tranSource } from '@varde/catalogue/transaction-sources';
import { type FeatureApi, openFeatureApi, type Person, testCustomers, testNow } from '@varde/testing/feature-api';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transactions } from '#domain/transactions/tables.ts';
import { createTransactionsFeature } from './index.ts';

let api: FeatureApi;
let deviId: number;
beforeAll(async () => {
  api = await openFeatureApi(createTransactionsFeature);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.clear();
  deviId = await api.addDevice();
});

const hour = 3_600_000;
const day = 24 * hour;
let tranId = 0;
async function store(recTs: number, row: Partial<typeof transactions.$inferInsert> = {}): Promise<void> {
  const owner = { deviId, dehaId: 23, custId: testCustomers.home };
  await api.db
    .insert(transactions)
    .values({ tranId: ++tranId, recTs: new Date(recTs), ...owner, metyId: 2, tranSource: tranSource.tcp, ...row });
}
const graph = (who: Person = 'nurse', query = '') =>
  api.call(who, 'GET', `/ajax/devices/${deviId}/battery_and_signal?timeZone=UTC&${query}`);

/** The midnight after the present moment. */
const midnight = Math.ceil(testNow / day) * day;

test.each([
  ['', 5],
  ['range=1', 1],
  ['range=3', 3],
  ['range=7', 7],
  ['range=14', 14],
])('[D7.071 D9.021 D9.022] with the query %j it is %i days until the next midnight', async (query, days) => {
  expect((await graph('nurse', query)).body).toMatchObject({ from: midnight - days * day, to: midnight, points: [] });
});

test.each(['2', '15', '0', 'x'])('a range of %s days is refused', async (range) => {
  const { status, body } = await graph('nurse', `range=${range}`);
  expect([status, body.errors[0].path]).toEqual([400, 'range']);
});

test('[D3.066] a point is a time with battery and signal in percent, oldest first, and what a device did not report is absent', async () => {
  await store(testNow - 3 * hour, { battery: 80, gsmStrength: 31 });
  await store(testNow - 2 * hour, { battery: null, gsmStrength: 15 });
  await store(testNow - hour, { battery: 79 });
  await store(testNow - 30 * 60_000);
  expect((await graph()).body.points).toEqual([
    { time: testNow - 3 * hour, battery: 80, signal: 100 },
    { time: testNow - 2 * hour, battery: null, signal: 48 },
    { time: testNow - hour, battery: 79, signal: null },
  ]);
});

test('of many reports in a short time the last one counts, and what Varde wrote or a backlog holds is none', async () => {
  const begin = testNow - hour;
  for (let n = 0; n < 50; n++) await store(begin + n * 10, { battery: n });
  await store(begin + 1000, { battery: 1, direction: 'S' });
  await store(begin + 2000, { battery: 2, tranSource: tranSource.historical });
  expect((await graph()).body.points).toEqual([{ time: begin + 490, battery: 49, signal: null }]);
});

test('has the alarms of that time as marks, and none from before it', async () => {
  await store(midnight - 5 * day - 1, { metyId: 1, battery: 50 });
  await store(testNow - hour, { metyId: 3 });
  await store(testNow - 2 * hour, { metyId: 1 });
  expect((await graph()).body).toMatchObject({
    points: [],
    alarms: [
      { time: testNow - 2 * hour, metyId: 1 },
      { time: testNow - hour, metyId: 3 },
    ],
  });
});

test('[D6.029] needs all of the policy of the log, and is of the wearer that the caller may see', async () => {
  await store(testNow - 2 * hour, { battery: 10, custId: testCustomers.firm });
  await store(testNow - hour, { battery: 20 });
  expect((await graph('nurse')).body.points).toMatchObject([{ battery: 20 }]);
  expect((await graph('stranger')).body.points).toMatchObject([{ battery: 10 }]);
  expect((await graph('tracker')).status).toBe(403);
});
