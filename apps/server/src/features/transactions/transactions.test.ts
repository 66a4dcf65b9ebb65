import { metyId } from '@varde/catalogue/message-types';
import { type FeatureApi, openFeatureApi, type Person, testCustomers, testNow } from '@varde/testing/feature-api';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addresses } from '#domain/addresses/tables.ts';
import { presentTransaction, transactionsEvent } from '#domain/transactions/present-transaction.ts';
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

let tranId = 0;
async function store(row: Partial<typeof transactions.$inferInsert> = {}) {
  const [stored] = await api.db
    .insert(transactions)
    .values({
      tranId: ++tranId,
      recTs: new Date(testNow),
      deviId,
      dehaId: 23,
      custId: testCustomers.home,
      metyId: 5,
      tranSource: 3,
      ...row,
    })
    .returning();
  if (stored === undefined) throw new Error('nothing stored');
  return stored;
}

const list = (who: Person, query = '') => api.call(who, 'GET', `/ajax/devices/${deviId}/transactions?${query}`);
const get = (who: Person, id: number) => api.call(who, 'GET', `/ajax/devices/${deviId}/transactions/${id}`);

test('[D4.076 D4.077] a row has the address of its place where that is known, and an empty one where none is looked up', async () => {
  const place = { posLati: 62.4722, posLong: 6.1549, posTime: new Date(testNow) };
  const gps = await store({ ...place, posType: 0 });
  const lastKnown = await store({ ...place, posType: 7 });
  const precise = await store({ ...place, posType: 2, accuracy: 10 });
  const poor = await store({ ...place, posType: 1 });
  const rows = async () =>
    new Map((await list('nurse')).body.transactions.map((row: { tranId: number }) => [row.tranId, row]));
  const unknown = await rows();
  for (const { tranId: id } of [gps, poor])
    expect(unknown.get(id)).toMatchObject({ address: null, addressLookupDone: false });
  const key = { lat: 6_247_220, lng: 615_490, custId: testCustomers.home };
  const kept = { lookedUpAt: new Date(testNow), keptUntil: new Date(testNow + 1000) };
  await api.db.insert(addresses).values({ ...key, ...kept, address: 'Storgata 1, 6002 ÅLESUND' });
  const known = await rows();
  for (const { tranId: id } of [gps, poor])
    expect(known.get(id)).toMatchObject({ address: 'Storgata 1, 6002 ÅLESUND', addressLookupDone: true });
  for (const { tranId: id } of [lastKnown, precise])
    expect(known.get(id)).toMatchObject({ address: '', addressLookupDone: true });
});

test('pages of one give every transaction once, newest first, also within a millisecond [D7.078]', async () => {
  expect((await list('nurse')).body).toEqual({ transactions: [], nextCursor: null });
  const ids = [];
  for (let n = 0; n < 3; n++) ids.unshift((await store()).tranId);
  ids.push((await store({ recTs: new Date(testNow - 1) })).tranId);
  await api.db.execute(
    sql`update transactions set rec_ts = rec_ts + interval '7 microseconds' where tran_id = ${ids[0]}`,
  );
  const seen: number[] = [];
  for (let cursor: string | null = '', page = 0; cursor !== null && page < 9; page++) {
    const { body } = await list('nurse', `transactionCount=1${cursor && `&cursor=${cursor}`}`);
    seen.push(...body.transactions.map((row: { tranId: number }) => row.tranId));
    cursor = body.nextCursor;
  }
  expect(seen).toEqual(ids);
  for (const bad of ['x', Buffer.from('[1]').toString('base64url'), Buffer.from('[9e15,1]').toString('base64url')])
    expect((await list('nurse', `cursor=${bad}`)).body.code).toBe('validationFailed');
});

test('[D3.052 D3.053] a row has all fields of a transaction: what it was, where, what it is about and in which direction', async () => {
  const place = { posLati: 62.4722, posLong: 6.1549, posTime: new Date(testNow), posType: 1 };
  const { tranId: id } = await store({
    ...{ ...place, metyId: 1, subtypes: [1, 6], gsmStrength: 17, battery: 14, accuracy: 900 },
    ...{ numSatellites: 3, hdop: 12, inloId: 4, sensorId: 7, sensorName: 'Dør' },
  });
  await store({ metyId: metyId.command, direction: 'O', detail: { command: 'findMe' } });
  const [outgoing, row] = (await list('nurse')).body.transactions;
  expect(outgoing).toMatchObject({ direction: 'O', command: 'findMe', alarmType: false, ignoreFilter: false });
  expect(row).toMatchObject({
    ...{ id, tranId: id, recTs: testNow, deviId, dehaId: 23, metyId: 1, tranSource: 3, direction: 'I' },
    ...{ sensorName: 'Dør', sensorId: 7, posType: 1, posLati: 62.4722, posLong: 6.1549, posTime: testNow },
    ...{ gsmGeo: true, address: null, addressLookupDone: false, hasPoorPosition: true, poorPositionDisplayed: false },
    ...{ numSatellites: 3, hdop: 12, gsmStrength: 17, battery: 14, accuracy: 900, dekmId: null, inloId: 4 },
    ...{ containsSubtypes: true, alarmType: true, ignoreFilter: false, geofenceType: false, batteryType: true },
    ...{ outOfBatteryType: false, offlineType: false, selfCheckType: false, technicalType: false },
    ...{ isNew: false, isNotifyEvent: true },
  });
});

test.each([
  [12, 'geofenceType'],
  [111, 'batteryType'],
  [10, 'outOfBatteryType'],
  [63, 'offlineType'],
  [45, 'selfCheckType'],
  [120, 'technicalType'],
])('[D3.052] a message of type %i has the flag %s, and no other one', async (type, flag) => {
  await store({ metyId: type });
  const [row] = (await list('nurse')).body.transactions;
  const flags = Object.keys(row).filter((key) => /Type$/.test(key) && row[key] === true);
  expect(flags).toEqual([flag]);
});

test('[D7.074 D7.080] the position of one message is asked for by its device and its number', async () => {
  const position = { posLati: 62.4722, posLong: 6.1549, posTime: new Date(testNow - 1000), posType: 0, accuracy: 8 };
  const { tranId: placed } = await store(position);
  await store({ posLati: 10, posLong: 10, posTime: new Date(testNow), posType: 0 });
  const { body } = await get('nurse', placed);
  expect(body).toMatchObject({ ...position, tranId: placed, deviId, posTime: testNow - 1000 });
  expect((await get('nurse', placed + 1000)).status).toBe(404);
  expect((await get('stranger', placed)).status).toBe(404);
});

test('history belongs to the customer of its time: a new owner sees no past, an old one keeps its own', async () => {
  const before = await store({ custId: testCustomers.firm });
  const since = await store();
  expect((await list('nurse')).body.transactions).toMatchObject([{ tranId: since.tranId }]);
  expect((await list('stranger')).body.transactions).toMatchObject([{ tranId: before.tranId }]);
  expect((await list('operator')).body.transactions).toHaveLength(2);
  expect((await get('nurse', before.tranId)).status).toBe(404);
  expect((await get('nurse', since.tranId)).status).toBe(200);
});

test('a foreign device and its transactions look nonexistent, and trackers have no log [D6.038 D6.039]', async () => {
  const { tranId: id } = await store();
  expect((await list('stranger')).body).toMatchObject({ status: 404, code: 'notFound' });
  expect((await get('stranger', id)).body).toEqual((await get('stranger', 999_999_999_999)).body);
  expect((await list('tracker')).body).toMatchObject({ status: 403, code: 'notAllowed' });
  expect((await get('nurse', Number.MAX_SAFE_INTEGER)).status).toBe(404);
  const other = await api.addDevice();
  expect((await api.call('nurse', 'GET', `/ajax/devices/${other}/transactions/${id}`)).status).toBe(404);
});

test('a customer opens the log and more of it to a role with all of the policy, and not for reading [D6.028 D6.031]', async () => {
  await store();
  await store();
  const given = (information: 'all' | 'read' | null) =>
    api.setRights('colleague', {
      policies: [
        { role: 'TRACKER', custId: testCustomers.home },
        { role: 'RESTRICTED_USER', custId: testCustomers.firm },
      ],
      rolePolicies: [
        {
          custId: testCustomers.home,
          role: 'TRACKER',
          policy: 'DEVICE_TRANSACTION_LOG',
          status: 'active',
          information,
        },
      ],
    });
  for (const information of ['read', null] as const) {
    given(information);
    expect((await list('colleague')).status).toBe(404);
  }
  given('all');
  const { status, body } = await list('colleague', 'transactionCount=1');
  expect([status, body.transactions.length]).toEqual([200, 1]);
  expect((await list('colleague', `transactionCount=1&cursor=${body.nextCursor}`)).body.transactions).toHaveLength(1);
  api.setRights('colleague', {
    policies: [{ role: 'RESTRICTED_USER', custId: testCustomers.home }],
  });
});

test('one transaction comes with the frame and all decoded values, also for the later samples of a frame', async () => {
  const raw = new Uint8Array([0xab, 0x00, 0xff]);
  const detail = { place: 'Stue <b>2</b>', unknown: { bit17: '01' } };
  await store({ raw: new Uint8Array([1]) }); // another frame at the same time
  const first = await store({ raw, detail });
  const second = await store({ sampleNo: 1 });
  expect((await get('nurse', first.tranId)).body).toMatchObject({
    raw: 'ab00ff',
    detail,
    place: detail.place,
  });
  expect((await get('nurse', second.tranId)).body).toMatchObject({ raw: 'ab00ff', detail: null });
  expect((await list('nurse')).body.transactions[0]).not.toHaveProperty('raw');
});

describe('the notification events of a transaction', () => {
  const eventsOf = (who: Person, id: number) =>
    api.call(who, 'GET', `/ajax/devices/${deviId}/transactions/${id}/events`);

  test('are its message types with time, name and what is known of each [D3.055 D7.073]', async () => {
    const deviceTime = new Date(testNow - 5000);
    const message = {
      metyId: 1,
      subtypes: [1, 6, 120],
      battery: 14,
      word: 'AL',
      detail: { code: 'removed' },
    };
    const { tranId: id } = await store({ ...message, deviceTime });
    const createdTime = testNow - 5000;
    expect((await eventsOf('nurse', id)).body).toEqual({
      events: [
        { evtyId: 1, createdTime, eventType: { name: 'alarm' }, description: 'AL' },
        { evtyId: 6, createdTime, eventType: { name: 'lowBattery' }, description: '14\u202f%' },
        { evtyId: 120, createdTime, eventType: { name: 'technical' }, description: 'removed' },
      ],
    });
    const { tranId: reset } = await store({ metyId: 101 });
    expect((await eventsOf('nurse', reset)).body.events).toEqual([
      { evtyId: 101, createdTime: testNow, eventType: { name: 'alarmReset' }, description: null },
    ]);
  });

  test('[D4.069] are none for a message that is no notify event, as its row in the log says', async () => {
    const { tranId: id } = await store({ metyId: 5 });
    await store({ metyId: 5, subtypes: [5, 2] });
    expect((await eventsOf('nurse', id)).body).toEqual({ events: [] });
    const { transactions: rows } = (await list('nurse')).body;
    expect(rows.map((row: { isNotifyEvent: boolean }) => row.isNotifyEvent)).toEqual([true, false]);
  });

  test('look nonexistent to another customer, to a later one of the device, and under another device', async () => {
    const { tranId: id } = await store({ metyId: 6 });
    const before = await store({ metyId: 6, custId: testCustomers.firm });
    for (const [who, tran] of [
      ['stranger', id],
      ['nurse', before.tranId],
    ] as const)
      expect((await eventsOf(who, tran)).status).toBe(404);
    const other = await api.addDevice();
    expect((await api.call('nurse', 'GET', `/ajax/devices/${other}/transactions/${id}/events`)).status).toBe(404);
    expect((await eventsOf('tracker', id)).status).toBe(403);
  });
});

test('a subscriber gets the newest rows, newest last, then each new visible one of this device', async () => {
  const rows = [await store(), await store()];
  expect(await api.open('stranger', 'transactions', { deviId: String(deviId) })).toBeNull();
  expect(await api.open('nurse', 'transactions', { deviId: '1; drop table devices' })).toBeNull();
  const feed = await api.open('nurse', 'transactions', { deviId: String(deviId) });
  const ids = (message?: { transactions: { tranId: number }[] } | null) =>
    message?.transactions.map((row) => row.tranId);
  expect(ids(await feed?.first(null))).toEqual(rows.map((row) => row.tranId));
  const event = {
    type: 'transactions' as const,
    deviId,
    custId: testCustomers.home,
    laterCustIds: [testCustomers.firm],
    transactions: rows.map(presentTransaction),
  };
  expect(feed?.take(event)).toBe(true);
  expect(feed?.take({ ...event, deviId: deviId + 1 })).toBe(false);
  expect(feed?.take({ ...event, custId: testCustomers.firm })).toBe(false);
  expect(ids(feed?.flush())).toEqual(rows.map((row) => row.tranId));
  expect(ids(feed?.flush())).toEqual([]);
  const earlier = { ...event, laterCustIds: [testCustomers.firm, testCustomers.home] };
  expect(feed?.take(earlier)).toBe(false);
  const all = await api.open('manager', 'transactions', { deviId: String(deviId) });
  expect(all?.take(earlier)).toBe(true);
});

test('[D3.052] a row is new to those who follow the log, and not to those who fetch it', async () => {
  const row = await store();
  const feed = await api.open('nurse', 'transactions', { deviId: String(deviId) });
  expect((await feed?.first(null))?.transactions).toMatchObject([{ isNew: true }]);
  expect(feed?.take(transactionsEvent([row]))).toBe(true);
  expect(feed?.flush().transactions).toMatchObject([{ isNew: true }]);
  expect((await list('nurse')).body.transactions).toMatchObject([{ isNew: false }]);
});
