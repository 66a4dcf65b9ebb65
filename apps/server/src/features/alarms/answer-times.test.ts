import { latestMoment } from '@varde/contract/filters';
import { type FeatureApi, openFeatureApi, type Person, testCustomers, testNow } from '@varde/testing/feature-api';
import { resetOrder } from '@varde/testing/reset-order';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deviceAssignments } from '#domain/devices/tables.ts';
import { createAlarmsFeature } from './index.ts';

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi(createAlarmsFeature);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.clear();
  api.clock.set(testNow);
});

const day = 24 * 3_600_000;

async function report(query: Record<string, string | number> = {}, who: Person = 'nurse') {
  const period = { from: testNow - 30 * day, to: testNow + day, timeZone: 'Europe/Oslo' };
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...period, ...query })) words.set(name, String(value));
  return api.call(who, 'GET', `/ajax/alarms/answer_times?${words}`);
}

/** An alarm that was received so long ago and answered so much later; null: nobody has. */
const addAlarm = (ago: number, after: number | null, fields: Parameters<FeatureApi['addAlarm']>[0] = {}) =>
  api.addAlarm({
    receivedAt: new Date(testNow - ago),
    answeredAt: after === null ? null : new Date(testNow - ago + after),
    ...fields,
  });

describe('the report of answer times', () => {
  test('counts what was taken within 60 and within 180 seconds, what was not, and the longest wait', async () => {
    for (const after of [0, 60_000, 60_001, 180_000, 180_001, null]) await addAlarm(day, after);
    expect((await report()).body.total).toEqual({
      ...{ alarms: 6, within60: 2, due60: 6, within180: 4, due180: 6, unanswered: 1, longest: day },
    });
  });

  test('counts an alarm that waits until now, and as missed as soon as it cannot be taken in time any more', async () => {
    await addAlarm(0, null);
    const waited = async (ms: number) => {
      api.clock.set(testNow + ms);
      const { alarms, due60, due180, unanswered, longest } = (await report()).body.total;
      return [alarms, due60, due180, unanswered, longest];
    };
    expect(await waited(60_000)).toEqual([1, 0, 0, 1, 60_000]);
    expect(await waited(60_001)).toEqual([1, 1, 0, 1, 60_001]);
    expect(await waited(180_000)).toEqual([1, 1, 0, 1, 180_000]);
    expect(await waited(180_001)).toEqual([1, 1, 1, 1, 180_001]);
    expect((await report()).body.total).toMatchObject({ within60: 0, within180: 0 });
  });

  test('has the wait of 39 alarms that wait as the longest one, beside one that was taken soon', async () => {
    await addAlarm(600_000, 92_000);
    for (let number = 0; number < 39; number++) await addAlarm(540_000, null);
    expect((await report()).body.total).toEqual({
      ...{ alarms: 40, within60: 0, due60: 40, within180: 1, due180: 40, unanswered: 39, longest: 540_000 },
    });
  });

  test('has no negative wait of an alarm from the future of a clock that was set back', async () => {
    await addAlarm(-1000, null);
    expect((await report()).body.total).toMatchObject({ alarms: 1, due60: 0, longest: 0 });
  });

  test('is divided by month in the time zone of its reader, across all parts in which it is read', async () => {
    const times = ['2026-01-31T22:59:59Z', '2026-01-31T23:00:00Z', '2025-12-01T12:00:00Z', '2026-02-28T12:00:00Z'];
    for (const time of times) await addAlarm(testNow - Date.parse(time), 1000);
    const from = Date.UTC(2025, 10, 15);
    const months = async (timeZone: string) =>
      (await report({ from, timeZone })).body.rows.map((row: { key: string; alarms: number }) => [row.key, row.alarms]);
    expect(await months('Europe/Oslo')).toEqual([
      ['2025-12', 1],
      ['2026-01', 1],
      ['2026-02', 2],
    ]);
    expect(await months('UTC')).toEqual([
      ['2025-12', 1],
      ['2026-01', 2],
      ['2026-02', 1],
    ]);
  });

  test('is divided by the hour of the day, in the order of the hours', async () => {
    for (const time of ['2026-02-01T08:59:00Z', '2026-02-02T09:00:00Z', '2026-02-03T01:00:00Z'])
      await addAlarm(testNow - Date.parse(time), 1000);
    const { rows } = (await report({ by: 'hour' })).body;
    expect(rows.map(({ key }: { key: string }) => key)).toEqual(['2', '9', '10']);
  });

  test('names the customers, and has no other than the caller’s', async () => {
    await addAlarm(day, 1000);
    await addAlarm(day, 1000, { custId: testCustomers.firm });
    const { rows, total } = (await report({ by: 'customer' })).body;
    expect(rows).toMatchObject([{ key: String(testCustomers.home), name: 'home', alarms: 1 }]);
    expect(total.alarms).toBe(1);
    const theirs = (await report({ by: 'customer' }, 'stranger')).body.rows;
    expect(theirs).toMatchObject([{ key: String(testCustomers.firm), alarms: 1 }]);
  });

  test('has the alarms of an earlier wearer only for those who may see that wearer’s history', async () => {
    const deviId = await api.addDevice();
    await api.db.delete(deviceAssignments);
    const assignment = async (from: number, to: number | null) => {
      const period = { beginsAt: new Date(from), endsAt: to === null ? null : new Date(to) };
      const custId = testCustomers.home;
      const [row] = await api.db
        .insert(deviceAssignments)
        .values({ deviId, custId, ...period })
        .returning();
      return row?.assignmentId ?? 0;
    };
    const former = await assignment(testNow - 9 * day, testNow - 5 * day);
    const present = await assignment(testNow - 5 * day, null);
    const reset = { deviId, state: 'reset' as const };
    await addAlarm(6 * day, 1000, {
      ...reset,
      assignmentId: former,
      happenedAt: new Date(testNow - 6 * day),
    });
    await addAlarm(day, 2000, { ...reset, assignmentId: present });
    expect((await report({}, 'nurse')).body.total).toMatchObject({ alarms: 1, longest: 2000 });
    expect((await report({}, 'admin')).body.total).toMatchObject({ alarms: 2 });
  });

  test('counts from when an alarm came to its alarm centre, without those that did not, or were answered before', async () => {
    const at = (ms: number) => new Date(testNow - day + ms);
    const escalated = (ms: number, answered: number | null) => addAlarm(day, answered, { escalatedAt: at(ms) });
    await escalated(300_000, 360_000);
    await escalated(300_000, 360_001);
    await escalated(300_000, null);
    await escalated(300_000, 299_999);
    await escalated(300_000, 300_000);
    await addAlarm(day, 1000);
    const from = { since: 'escalated' };
    expect((await report(from)).body.total).toEqual({
      ...{ alarms: 4, within60: 2, due60: 4, within180: 3, due180: 4, unanswered: 1 },
      longest: day - 300_000,
    });
    expect((await report()).body.total).toMatchObject({ alarms: 6, within60: 1 });
    const late = await report({ ...from, from: testNow - day + 300_001 });
    expect(late.body.total).toMatchObject({ alarms: 0 });
    expect((await report({ since: 'claimed' })).status).toBe(400);
  });

  test('counts an alarm that waits at its alarm centre from when it came there', async () => {
    await addAlarm(day, null, { escalatedAt: new Date(testNow - 180_000) });
    const total = async () => (await report({ since: 'escalated' })).body.total;
    expect(await total()).toMatchObject({ alarms: 1, due60: 1, due180: 0, unanswered: 1, longest: 180_000 });
    api.clock.set(testNow + 1);
    expect(await total()).toMatchObject({ alarms: 1, due180: 1, within180: 0 });
  });

  test('of one customer has its alarms alone, and of one that the caller may not see none', async () => {
    await addAlarm(day, 1000);
    expect((await report({ custId: testCustomers.home }, 'operator')).body.total.alarms).toBe(1);
    const others = await report({ custId: testCustomers.firm }, 'nurse');
    expect(others).toMatchObject({ status: 200, body: { total: { alarms: 0 } } });
  });

  test.each([
    [testNow, testNow, 400],
    [testNow, testNow - 1, 400],
    [testNow - 400 * day, testNow, 200],
    [testNow - 400 * day - 1, testNow, 400],
    [latestMoment - 1, latestMoment, 200],
    [latestMoment - 1, latestMoment + 1, 400],
  ])('of a period from %i to %i answers %i', async (from, to, status) => {
    expect((await report({ from, to })).status).toBe(status);
  });
});

describe('an alarm is answered', () => {
  const act = (who: Person, alarmId: number, action: string, body?: object) =>
    api.call(who, 'POST', `/ajax/alarms/${alarmId}/${action}`, body);
  const reset = resetOrder();
  const longest = async () => (await report()).body.total.longest;

  test('when somebody takes it the first time, whatever happens then', async () => {
    const alarmId = await addAlarm(10_000, null);
    await act('nurse', alarmId, 'claim');
    expect(await longest()).toBe(10_000);
    api.clock.set(testNow + 5_000);
    const { body } = await api.call('nurse', 'GET', `/ajax/alarms/${alarmId}`);
    await act('nurse', alarmId, 'release', { claimedBy: body.claimedBy.userId });
    await act('colleague', alarmId, 'claim');
    await act('colleague', alarmId, 'reset', resetOrder({ claimedAt: testNow + 5_000 }));
    await act('colleague', alarmId, 'reopen');
    expect(await longest()).toBe(10_000);
  });

  test('when it is reset without being taken', async () => {
    const alarmId = await addAlarm(70_000, null);
    await act('nurse', alarmId, 'reset', reset);
    expect((await report()).body.total).toMatchObject({ within60: 0, within180: 1, longest: 70_000 });
  });
});
