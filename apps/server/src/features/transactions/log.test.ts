import { tranSource } from '@varde/catalogue/transaction-sources';
import { type FeatureApi, openFeatureApi, type Person, testCustomers } from '@varde/testing/feature-api';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { Caller } from '#platform/caller.ts';
import { paidBy } from '#platform/database/paid-time.ts';
import { createTransactionsFeature } from './index.ts';
import { countTransactions, listTransactions } from './store.ts';

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

let tranId = 0;
async function store(recTs: string, row: Partial<typeof transactions.$inferInsert> = {}): Promise<number> {
  const owner = { deviId, dehaId: 23, custId: testCustomers.home };
  await api.db
    .insert(transactions)
    .values({ tranId: ++tranId, recTs: new Date(recTs), ...owner, metyId: 5, tranSource: tranSource.tcp, ...row });
  return tranId;
}

const get = (who: Person, path: string, query: Record<string, string> = {}) =>
  api.call(who, 'GET', `/ajax/devices/${deviId}/${path}?${new URLSearchParams(query)}`);
const found = async (query: Record<string, string>) =>
  (await get('nurse', 'transactions', query)).body.transactions.map((row: { tranId: number }) => row.tranId);

describe('the log of a device', () => {
  test('[D7.070 D5.058 D5.059] has the transactions received from one minute to the end of another, by the clocks of its reader', async () => {
    await store('2026-03-28T22:59:59.999Z');
    const first = await store('2026-03-28T23:00:00Z');
    const last = await store('2026-03-29T10:30:59.999Z');
    await store('2026-03-29T10:31:00Z');
    // Clocks go forward in between.
    expect(await found({ fromDate: '29-03-2026T00:00', toDate: '29-03-2026T12:30' })).toEqual([last, first]);
    expect(await found({ fromDate: '28-03-2026T23:00', toDate: '29-03-2026T10:30', timeZone: 'UTC' })).toEqual([
      ...[last, first],
    ]);
  });

  test('[D5.057 D5.058] has an alarm that nobody has ended whatever dates are chosen, and one that was reset in their range alone', async () => {
    const alarmAt = async (recTs: string, metyId: number, state: 'open' | 'reset') => {
      const tranId = await store(recTs, { metyId });
      const [happenedAt, receivedAt, lastSignalAt] = [new Date(recTs), new Date(recTs), new Date(recTs)];
      const row = { deviId, custId: testCustomers.home, metyId, code: 'sos', state, tranId, tranSource: 3 };
      await api.db.insert(alarms).values({ ...row, happenedAt, receivedAt, lastSignalAt });
      return tranId;
    };
    const open = await alarmAt('2026-03-25T08:00:00Z', 1, 'open');
    await alarmAt('2026-03-25T09:00:00Z', 3, 'reset');
    const position = await store('2026-03-20T08:00:00Z');
    await store('2026-03-25T10:00:00Z');
    for (const range of [{ date: '2026-03-20' }, { fromDate: '20-03-2026T00:00', toDate: '21-03-2026T00:00' }]) {
      const { transactions: rows } = (await get('nurse', 'transactions', range)).body;
      expect(rows).toMatchObject([
        { tranId: open, ignoreFilter: true },
        { tranId: position, ignoreFilter: false },
      ]);
    }
    expect(await found({ date: '2026-03-25' })).toHaveLength(3);
  });

  test('[D3.063] is filtered by nine values, and by no other', async () => {
    const values = [
      'ALARM',
      'GEOFENCE',
      'OUT_OF_BATTERY',
      'BATTERY',
      'SELFCHECK',
      'OFFLINE',
      'TECHNICAL',
      'STATIC',
      'UNKNOWN',
    ];
    const statusOf = async (filters: string) => (await get('nurse', 'transactions', { filters })).status;
    for (const value of values) expect(await statusOf(value), value).toBe(200);
    expect(await statusOf(values.join())).toBe(200);
    expect(await statusOf('HEARTBEAT')).toBe(400);
  });

  test.each([
    ['fromDate', '2026-03-29T00:00'],
    ['fromDate', '31-02-2026T00:00'],
    ['fromDate', '01-01-0000T00:00'],
    ['toDate', '29-03-2026T24:00'],
    ['date', '2026-02-30'],
    ['date', '0000-01-01'],
    ['date', '29-03-2026'],
    ['timeZone', 'Atlantis'],
    ['filters', 'alarm'],
    ['filters', 'ALARM,'],
    ['search', 'x'.repeat(101)],
  ])('refuses %s %j, and names it', async (field, value) => {
    const { status, body } = await get('nurse', 'transactions', { [field]: value });
    expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([400, [field]]);
  });

  test('[D5.060 D5.061 D4.070] has all without a filter, else those with a type of the chosen ones, but no alarm of the historical source', async () => {
    const ids = {
      position: await store('2026-11-20T08:00:00Z'),
      battery: await store('2026-11-20T08:01:00Z', { metyId: 6 }),
      alarm: await store('2026-11-20T08:02:00Z', { metyId: 1 }),
      both: await store('2026-11-20T08:03:00Z', { metyId: 5, subtypes: [5, 10] }),
      late: await store('2026-11-20T08:04:00Z', { metyId: 1, tranSource: tranSource.historical }),
      fence: await store('2026-11-20T08:05:00Z', { metyId: 102 }),
    };
    expect(await found({})).toEqual(Object.values(ids).reverse());
    expect(await found({ filters: 'ALARM' })).toEqual([ids.alarm]);
    expect(await found({ filters: 'BATTERY,OUT_OF_BATTERY' })).toEqual([ids.both, ids.battery]);
    expect(await found({ filters: 'GEOFENCE,ALARM' })).toEqual([ids.fence, ids.alarm]);
    expect(await found({ filters: 'STATIC' })).toEqual([]);
  });

  test('has those with the number or the words that were searched for, in the range that was chosen', async () => {
    const sensor = await store('2026-11-20T08:00:00Z', { sensorName: 'Døren på badet' });
    const place = await store('2026-11-21T08:00:00Z', { detail: { place: 'Stue 100 %' }, word: 'UD_LTE' });
    expect(await found({ search: 'DØREN' })).toEqual([sensor]);
    expect(await found({ search: '100 %' })).toEqual([place]);
    expect(await found({ search: 'ud_l' })).toEqual([place]);
    expect(await found({ search: String(sensor) })).toEqual([sensor]);
    expect(await found({ search: 'stue', date: '2026-11-20' })).toEqual([]);
    expect(await found({ search: '_' })).toEqual([place]);
  });

  test('pages through what was asked for alone', async () => {
    const ids = [];
    for (let n = 0; n < 3; n++) {
      await store(`2026-11-20T08:0${n}:00Z`);
      ids.unshift(await store(`2026-11-20T08:0${n}:30Z`, { metyId: 1 }));
    }
    const first = (await get('nurse', 'transactions', { filters: 'ALARM', transactionCount: '2' })).body;
    const cursor = first.nextCursor;
    const second = (await get('nurse', 'transactions', { filters: 'ALARM', transactionCount: '2', cursor })).body;
    const pages = [first, second].map((page) => page.transactions.map((row: { tranId: number }) => row.tranId));
    expect([pages, second.nextCursor]).toEqual([[ids.slice(0, 2), ids.slice(2)], null]);
  });
});

describe('a search of a long log', () => {
  const rows = 20_000;
  const fill = () =>
    api.db.execute(sql`insert into transactions (tran_id, rec_ts, devi_id, deha_id, cust_id, mety_id, tran_source, word)
      select 1000000 + i, '2026-11-20T08:00:00Z'::timestamptz - i * interval '1 minute', ${deviId}, 23,
        ${testCustomers.home}, case when i % 2 = 0 then 107 else 5 end, 3, 'UD'
      from generate_series(1, ${rows + 5}) i`);
  const words = async (query: Record<string, string>) => {
    const { body } = await get('nurse', 'transactions', query);
    return { ...body, transactions: body.transactions.map((row: { word: string }) => row.word) };
  };

  test('ends after a number of rows, says how far back it has come, and goes on from there to the end', async () => {
    await store('2020-01-01T00:00:00Z', { word: 'LK' });
    await store('2026-11-20T08:00:00Z', { word: 'LK' });
    await fill();
    const first = await words({ search: 'lk' });
    const searchedTo = Date.parse('2026-11-20T08:00:00Z') - (rows - 1) * 60_000;
    expect(first).toMatchObject({ transactions: ['LK'], searchedTo, nextCursor: expect.any(String) });
    expect(await words({ search: 'lk', cursor: first.nextCursor })).toEqual({ transactions: ['LK'], nextCursor: null });
    expect((await words({ search: 'ud', transactionCount: '3' })).searchedTo, 'a full page has more').toBeUndefined();
    const none = await words({ search: 'zz' });
    expect(none).toMatchObject({ transactions: [], searchedTo });
  });

  test('is read in steps, between which others have their turn, and so is the count of what an export has', async () => {
    await fill();
    const caller = { scopeOf: () => 'all' } as unknown as Caller;
    const asked = { deviId, log: { search: 'ud', timeZone: 'UTC' }, before: Date.parse('2027-01-01') };
    let steps = 0;
    const enter = async () => {
      steps += 1;
      return () => undefined;
    };
    const none = { ...asked, log: { ...asked.log, search: 'zz' }, limit: 10 };
    const openAlarms = 1; // asked for once, and not with each step
    await paidBy({ enter }, () => listTransactions(api.db, caller, none));
    expect(steps).toBe(openAlarms + rows / 500);
    steps = 0;
    expect(await paidBy({ enter }, () => countTransactions(api.db, caller, asked))).toBe(rows + 5);
    expect(steps).toBe(openAlarms + rows / 500 + 1);
  });

  test('a filter reads none of the positions and heartbeats between what it asks for', async () => {
    const alarm = await store('2020-01-01T00:00:00Z', { metyId: 1 });
    await fill();
    const { body } = await get('nurse', 'transactions', { filters: 'ALARM' });
    expect([body.transactions.map((row: { tranId: number }) => row.tranId), body.nextCursor]).toEqual([[alarm], null]);
  });
});

describe('the days with transactions', () => {
  test('[D7.081 D7.082] are listed once each, latest first, by the clocks of the reader, and each day has its own', async () => {
    const late = await store('2026-11-20T22:59:00Z');
    const next = await store('2026-11-20T23:01:00Z');
    const noon = await store('2026-11-21T12:00:00Z');
    await store('2025-01-05T12:00:00Z');
    expect((await get('nurse', 'transaction_dates')).body).toEqual({
      dates: ['2026-11-21', '2026-11-20', '2025-01-05'],
    });
    expect((await get('nurse', 'transaction_dates', { timeZone: 'Asia/Tokyo' })).body.dates).toEqual([
      ...['2026-11-21', '2025-01-05'],
    ]);
    expect(await found({ date: '2026-11-20' })).toEqual([late]);
    expect(await found({ date: '2026-11-21' })).toEqual([noon, next]);
  });

  test('are those that the caller may see: the former customer has its own, the present one no earlier ones', async () => {
    await store('2026-11-19T12:00:00Z', { custId: testCustomers.firm });
    await store('2026-11-20T12:00:00Z');
    const datesFor = async (who: Person) => (await get(who, 'transaction_dates')).body.dates;
    expect(await datesFor('nurse')).toEqual(['2026-11-20']);
    expect(await datesFor('stranger')).toEqual(['2026-11-19']);
  });
});
