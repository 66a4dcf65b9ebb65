import { type FeatureApi, openFeatureApi, testCustomers, testNow } from '@varde/testing/feature-api';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { queryRows } from '#platform/database/database.ts';
import { createAlarmsFeature } from './index.ts';

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi(createAlarmsFeature);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.looks.settled();
  await api.clear();
  api.events.length = 0;
  api.clock.set(testNow);
});

async function raise(count: number, custId: number = testCustomers.home): Promise<number[]> {
  const deviId = await api.addDevice({ custId });
  const ids = [];
  // A device has one open alarm of a kind.
  for (let metyId = 1000; metyId < 1000 + count; metyId++)
    ids.push(await api.addAlarm({ deviId, custId, metyId, posLati: 59.9, posLong: 10.7 }));
  return ids;
}

/** Who saw which alarm, according to the audit log. */
const looks = async () => {
  await api.looks.settled();
  return queryRows<{ who: number; alarmId: number; custId: number; deviId: number }>(
    api.db,
    sql`select user_id as who, (content::jsonb ->> 'subjectId')::int as "alarmId", cust_id as "custId", devi_id as "deviId"
      from audit_entries where action = 'alarm.read' order by audit_id`,
  );
};
const seenBy = async (who: number) =>
  (await looks())
    .filter((look) => look.who === who)
    .map(({ alarmId }) => alarmId)
    .sort((a, b) => a - b);
const whoIs = { nurse: 2, colleague: 3, stranger: 6 };

test('each alarm that the list shows to a user is an entry with its device and customer, once an hour', async () => {
  const ours = await raise(2);
  const [theirs] = await raise(1, testCustomers.firm);
  for (const who of ['nurse', 'nurse', 'stranger', 'nobody'] as const) await api.call(who, 'GET', '/ajax/alarms');
  expect(await seenBy(whoIs.nurse)).toEqual(ours);
  expect(await seenBy(whoIs.stranger)).toEqual([theirs]);
  expect(await looks()).toHaveLength(3);
  expect((await looks()).find(({ who }) => who === whoIs.stranger)).toMatchObject({
    custId: testCustomers.firm,
    deviId: expect.any(Number),
  });
  const later = await raise(1);
  await api.call('nurse', 'GET', '/ajax/alarms');
  expect(await seenBy(whoIs.nurse)).toEqual([...ours, ...later]);
  api.clock.set(testNow + 3_600_000);
  await api.call('nurse', 'GET', '/ajax/alarms?limit=1');
  expect(await looks()).toHaveLength(5);
});

test('a page from a made-up cursor is audited too', async () => {
  const [first] = await raise(2);
  const cursor = Buffer.from(JSON.stringify([testNow * 1000, (first ?? 0) + 1])).toString('base64url');
  const { body } = await api.call('nurse', 'GET', `/ajax/alarms?cursor=${cursor}`);
  expect(body.alarms).toHaveLength(1);
  expect(await seenBy(whoIs.nurse)).toEqual([first]);
});

test('alarms that the live topic shows are entries of the users who saw them, and of no others', async () => {
  const before = await raise(1);
  const nurse = await api.open('nurse', 'alarms');
  const colleague = await api.open('colleague', 'alarms');
  const stranger = await api.open('stranger', 'alarms');
  await nurse?.first(null);
  expect(await seenBy(whoIs.nurse)).toEqual(before);
  expect(await seenBy(whoIs.colleague)).toEqual([]); // subscribed, and no alarm shown yet
  const [raised] = await raise(1);
  await api.call('colleague', 'POST', `/ajax/alarms/${raised}/claim`);
  for (const event of api.events) for (const feed of [nurse, stranger]) feed?.take(event);
  expect(nurse?.flush().alarms).toHaveLength(1);
  expect(stranger?.flush().alarms).toEqual([]);
  expect(await seenBy(whoIs.nurse)).toEqual([...before, raised]);
  expect(await seenBy(whoIs.stranger)).toEqual([]);
  expect(await looks()).toHaveLength(2);
  colleague?.flush();
});

test('repeated claims and releases to see a position are audited', async () => {
  const [alarmId] = await raise(1);
  const claim = () => api.call('nurse', 'POST', `/ajax/alarms/${alarmId}/claim`);
  await claim();
  expect(await looks()).toEqual([]); // the claim has its own entry
  for (const hours of [1, 2]) {
    api.clock.set(testNow + hours * 3_600_000);
    expect((await claim()).status).toBe(200);
    expect(await looks()).toHaveLength(hours);
  }
  const release = () => api.call('nurse', 'POST', `/ajax/alarms/${alarmId}/release`, { claimedBy: whoIs.nurse });
  await release();
  api.clock.set(testNow + 4 * 3_600_000);
  expect((await release()).status).toBe(200);
  expect(await looks()).toHaveLength(3);
});

test('many alarms at once are shown before they are recorded, and all are in the end', async () => {
  const ids = await raise(300);
  const nurse = await api.open('nurse', 'alarms');
  const { alarms: shown } = (await nurse?.first(null)) ?? { alarms: [] };
  expect(shown).toHaveLength(300);
  expect(await seenBy(whoIs.nurse)).toEqual(ids);
});

test('a look that the database refuses is recorded when it is available again', async () => {
  const ids = await raise(2);
  const nurse = await api.open('nurse', 'alarms');
  await api.db.execute(sql`alter table audit_entries rename to audit_entries_away`);
  await nurse?.first(null);
  await api.db.execute(sql`alter table audit_entries_away rename to audit_entries`);
  expect(await seenBy(whoIs.nurse)).toEqual(ids);
});
