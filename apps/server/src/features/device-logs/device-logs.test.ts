import { metyId } from '@varde/catalogue/message-types';
import { type FeatureApi, openFeatureApi, type Person, testCustomers, testNow } from '@varde/testing/feature-api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { beginAssignment } from '#domain/life/begin-assignment.ts';
import { outbox } from '#domain/messages/tables.ts';
import { notificationAttempts } from '#domain/notifications/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { createDeviceLogsFeature } from './index.ts';

let api: FeatureApi;
let deviId: number;
beforeAll(async () => {
  api = await openFeatureApi(createDeviceLogsFeature);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.clear();
  deviId = await api.addDevice();
});

const second = (n: number) => new Date(testNow + n * 1000);
const list = (who: Person, query = '', device = deviId) =>
  api.call(who, 'GET', `/ajax/devices/${device}/calls?${query}`);

let step = 0;
/** A call of Varde about an alarm of the device. */
async function called(
  at: Date,
  attempt: Partial<typeof notificationAttempts.$inferInsert> = {},
  sms: Partial<typeof outbox.$inferInsert> = {},
  alarmId?: number,
) {
  const of = alarmId ?? (await api.addAlarm({ deviId, receivedAt: second(0), state: 'reset' }));
  const recipient = '+4790000001';
  const [queued] = await api.db
    .insert(outbox)
    .values({ alarmId: of, channel: 'call', recipient, createdAt: at, state: 'sent', ...sms })
    .returning();
  await api.db.insert(notificationAttempts).values({
    ...{ alarmId: of, round: 1, step: ++step, channel: 'call', name: 'Kari', recipient, at },
    ...{ messageId: queued?.messageId, ...attempt },
  });
  return of;
}

let tranId = 0;
/** A call that the device recorded itself. */
const recorded = (recTs: Date, over: Partial<typeof transactions.$inferInsert> = {}) =>
  api.db.insert(transactions).values({
    ...{ tranId: ++tranId, recTs, deviId, custId: testCustomers.home, dehaId: 23, metyId: metyId.call },
    ...{ tranSource: 3, deviceTime: second(-60) },
    detail: {
      unknown: { callNumber: '+4790000009', callSeconds: '65', callStatus: '1', callResult: '0' },
    },
    ...over,
  });

describe('the call log of a device', () => {
  test('has the calls of Varde about its alarms with what became of them, and those that it recorded itself', async () => {
    const alarmId = await called(
      second(1),
      { answer: 'taken', answeredAt: second(9), seconds: 41 },
      { state: 'delivered' },
    );
    await called(second(2), {}, { state: 'failed', reason: 'busy' }, alarmId);
    await recorded(second(3));
    await recorded(second(4), { metyId: metyId.heartbeat });
    await called(second(5), { channel: 'sms' }, { channel: 'sms' }, alarmId);
    const { status, body } = await list('nurse');
    expect(status).toBe(200);
    expect(body).toEqual({
      calls: [
        {
          ...{ source: 'device', id: tranId - 1, at: testNow - 60_000, number: '+4790000009', seconds: 65 },
          ...{ status: '1', result: '0' },
        },
        {
          ...{ source: 'alarm', id: expect.any(Number), at: testNow + 2000, number: '+4790000001' },
          ...{ seconds: null, alarmId, metyId: metyId.alarm, name: 'Kari' },
          ...{ state: 'failed', reason: 'busy', answer: null },
        },
        {
          ...{ source: 'alarm', id: expect.any(Number), at: testNow + 1000, number: '+4790000001' },
          ...{ seconds: 41, alarmId, metyId: metyId.alarm, name: 'Kari' },
          ...{ state: 'delivered', reason: null, answer: 'taken' },
        },
      ],
      nextCursor: null,
    });
    const looks = (await api.db.select().from(auditEntries).orderBy(auditEntries.auditId)).map(({ action }) => action);
    expect(looks).toEqual(['device.callsRead']);
  });

  test('comes in pages that leave nothing out, also at one moment', async () => {
    const alarmId = await called(second(1));
    for (let n = 0; n < 2; n++) {
      await called(second(1), {}, {}, alarmId);
      await recorded(second(1));
      await recorded(second(2));
    }
    const { calls } = (await list('nurse')).body;
    expect(calls).toHaveLength(7);
    const seen: unknown[] = [];
    for (let cursor: string | null = '', page = 0; cursor !== null && page < 9; page++) {
      const { body } = await list('nurse', `limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.calls);
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(calls);
    expect((await list('nurse', 'cursor=x')).body.code).toBe('validationFailed');
  });

  test('is of the present wearer alone, and closed to other customers and to users without the policy', async () => {
    await called(second(1));
    await recorded(second(1));
    expect((await list('stranger')).body).toMatchObject({ status: 404, code: 'notFound' });
    expect((await list('tracker')).body).toMatchObject({ status: 403, code: 'notAllowed' });
    await api.db.transaction((tx) => beginAssignment(tx, { deviId, custId: testCustomers.home, at: second(30) }));
    expect((await list('nurse')).body).toEqual({ calls: [], nextCursor: null });
    expect((await list('admin')).body.calls).toHaveLength(2);
    const other = await api.addDevice();
    expect((await list('nurse', '', other)).body.calls).toEqual([]);
  });

  test('keeps the calls of its own time for a former customer', async () => {
    await called(second(1));
    await api.db.transaction((tx) => beginAssignment(tx, { deviId, custId: testCustomers.firm, at: second(30) }));
    expect((await list('nurse')).body.calls).toHaveLength(1);
    expect((await list('stranger')).body.calls).toEqual([]);
  });
});

test('the signal report has no data while no walk test was measured, and is closed as the call log is', async () => {
  const ask = (who: Person) => api.call(who, 'GET', `/ajax/devices/${deviId}/walk_test`);
  expect((await ask('nurse')).body).toEqual({
    ...{ state: 'idle', remaining: 0, startedAt: null, sensors: [] },
  });
  expect((await ask('stranger')).status).toBe(404);
  expect((await ask('tracker')).status).toBe(403);
});
