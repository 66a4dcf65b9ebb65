import { alarmEventNumber as number } from '@varde/catalogue/alarm-events';
import { metyId } from '@varde/catalogue/message-types';
import type { AlarmEvent } from '@varde/contract/alarms';
import { type FeatureApi, openFeatureApi, type Person, testCustomers, testNow } from '@varde/testing/feature-api';
import { resetOrder } from '@varde/testing/reset-order';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userPolicies } from '#domain/accounts/tables.ts';
import { type NewAlarmEvent, recordAlarmEvent } from '#domain/alarms/alarm-events.ts';
import { alarmEvents, alarmSignals, alarms } from '#domain/alarms/tables.ts';
import { notifySteps } from '#domain/alarms/telling/notify-step.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { deviceAssignments } from '#domain/devices/tables.ts';
import { outbox } from '#domain/messages/tables.ts';
import { keepResults } from '#domain/notifications/attempts.ts';
import { startChains } from '#domain/notifications/chains.ts';
import { saveList } from '#domain/notifications/lists.ts';
import { createAlarmsFeature } from './index.ts';

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi(createAlarmsFeature);
  const custId = testCustomers.home;
  await api.db.insert(userPolicies).values([{ userId: 3, role: 'RESTRICTED_USER', custId }]);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.clear();
  api.clock.set(testNow);
});

const later = (seconds: number) => testNow + seconds * 1000;

/** An alarm that a transaction raised, as processing stores it: with its first signal. */
async function raise(
  tranId: number,
  { happenedAt = new Date(later(-3)), ...fields }: Parameters<FeatureApi['addAlarm']>[0] = {},
): Promise<number> {
  const { receivedAt = new Date(testNow) } = fields;
  const alarmId = await api.addAlarm({ ...fields, happenedAt, tranId });
  await api.db.insert(alarmSignals).values({ alarmId, tranId, code: 'sos', happenedAt, receivedAt });
  return alarmId;
}

async function signal(alarmId: number, tranId: number, at: number, code = 'sos'): Promise<void> {
  const time = new Date(at);
  await api.db.insert(alarmSignals).values({ alarmId, tranId, code, happenedAt: time, receivedAt: time });
}

const act = async (who: Person, alarmId: number, action: string, at: number, body?: object) => {
  api.clock.set(at);
  const { status } = await api.call(who, 'POST', `/ajax/alarms/${alarmId}/${action}`, body);
  expect(status).toBe(200);
};
const record = (event: NewAlarmEvent) => api.db.transaction((tx) => recordAlarmEvent(tx, event));
const analysis = (who: Person, tranId: number | string) => api.call(who, 'GET', `/ajax/alarms/analysis/${tranId}`);
const eventsOf = async (tranId: number, who: Person = 'nurse'): Promise<AlarmEvent[]> =>
  (await analysis(who, tranId)).body.alarms[0].events;
const nurse = { userId: 2, name: expect.any(String) };
const colleague = { userId: 3, name: expect.any(String) };

describe('the timeline of an alarm', () => {
  test('shows whom it was told, how, when, by which list and with which result, between the beginning and the end of each round', async () => {
    const { db } = api;
    const alarmId = await raise(21);
    const { home } = testCustomers;
    const told = { events: [], hours: null };
    const kari = {
      ...told,
      name: 'Kari',
      mobile: '+4791234567',
      channels: ['sms' as const],
      waitSeconds: 60,
    };
    const both = { email: 'ola@test.example', channels: ['sms' as const, 'email' as const] };
    const ola = { ...told, ...both, name: 'Ola', mobile: '+4790000001', waitSeconds: 0 };
    const receivers = [{ ...kari, email: null }, ola];
    await saveList(db, { custId: home }, { rev: 0, receivers, at: new Date(testNow), userId: 2 });
    await db.transaction((tx) => startChains(tx, [alarmId], testNow));
    const step = (at: number) =>
      db.transaction((tx) => notifySteps(tx, [alarmId], { at: new Date(at), consoleUrl: '', takesReplies: false }));
    await step(testNow);
    await db.update(outbox).set({ state: 'sent', receipt: 'gw-1' });
    await step(later(60));
    await db.update(outbox).set({ state: 'failed', reason: 'bad number' }).where(eq(outbox.recipient, '+4790000001'));
    const shown = async (who: Person) =>
      (await eventsOf(21, who))
        .filter((event) => event.number >= number.notificationStarted)
        .map(({ number: no, header, at, party, result, receipt, reason }) => [
          ...[no, header, at - testNow, party, result, receipt, reason],
        ]);
    const expected = [
      [208, 103, 0, 'home', 'customerList', null, undefined],
      [209, 102, 0, 'Kari, +4791234567', 'smsSent', 'gw-1', undefined],
      [209, 102, 60_000, 'Ola, +4790000001', 'smsFailed', null, 'bad number'],
      [209, 102, 60_000, 'Ola, ola@test.example', 'emailQueued', null, undefined],
      [210, 103, 60_000, null, 'exhausted', null, undefined],
    ];
    expect(await shown('nurse')).toEqual(expected);
    expect(await shown('tracker')).toEqual(
      expected.map(([no, header, at, , result, receipt]) => [no, header, at, null, result, receipt, undefined]),
    );
    expect((await analysis('stranger', 21)).status).toBe(404);
    await keepResults(db, sql`now() + interval '1 day'`);
    await db.execute(sql`delete from outbox`);
    const kept = (await shown('nurse')).map(([, , , , result, receipt, reason]) => [result, receipt, reason]);
    expect(kept).toEqual([
      ['customerList', null, undefined],
      ['smsSent', 'gw-1', undefined],
      ['smsFailed', null, 'bad number'],
      [null, null, undefined], // it was not known to have ended
      ['exhausted', null, undefined],
    ]);
  });

  test('[D3.056] shows actor, action and time: triggered, received, claimed, handed over, confirmed, released, reset and reopened', async () => {
    const alarmId = await raise(11);
    await act('nurse', alarmId, 'claim', later(10));
    await act('nurse', alarmId, 'hand-over', later(20), { claimedBy: 2, userId: 3 });
    await act('colleague', alarmId, 'claim', later(30));
    await act('nurse', alarmId, 'release', later(40), { claimedBy: 3 });
    await act('nurse', alarmId, 'reset', later(50), resetOrder());
    await act('colleague', alarmId, 'reopen', later(60));
    const empty = { by: null, to: null, party: null, result: null, receipt: null, count: 1 };
    const of = (event: keyof typeof number, at: number, fields: object = {}) => ({
      ...empty,
      number: number[event],
      header: 103,
      at,
      until: at,
      ...fields,
    });
    expect(await eventsOf(11)).toEqual([
      of('triggered', later(-3), { header: 101, result: 'sos' }),
      of('received', testNow),
      of('claimed', later(10), { by: nurse, result: 'inConsole' }),
      of('handedOver', later(20), { by: nurse, to: colleague }),
      of('confirmed', later(30), { by: colleague }),
      of('released', later(40), { by: nurse }),
      of('reset', later(50), { by: nurse, result: 'helped' }),
      of('reopened', later(60), { by: colleague }),
    ]);
  });

  test('has no event of an action that was refused or repeated', async () => {
    const alarmId = await raise(11);
    await act('nurse', alarmId, 'claim', later(1));
    await act('nurse', alarmId, 'claim', later(2));
    await api.call('colleague', 'POST', `/ajax/alarms/${alarmId}/claim`);
    await api.call('stranger', 'POST', `/ajax/alarms/${alarmId}/reset`, resetOrder({ claimedAt: later(1) }));
    await api.call('nurse', 'POST', `/ajax/alarms/${alarmId}/reopen`);
    expect(await api.db.$count(alarmEvents)).toBe(1);
  });

  test('[D3.056 D3.057] shows calls with their number, header, result and receipt', async () => {
    const alarmId = await raise(11);
    const at = (seconds: number) => new Date(later(seconds));
    await record({ alarmId, event: 'privateCall', at: at(1), party: '+47 900 00 001', receipt: 'CA1' });
    await record({ alarmId, event: 'noAnswer', at: at(30), header: 102, result: 'busy' });
    await record({ alarmId, event: 'callEnd', at: at(90), header: 104 });
    const shown = (await eventsOf(11)).slice(2).map((event) => [event.number, event.header, event.result]);
    expect(shown).toEqual([
      [3, 102, null],
      [11, 102, 'busy'],
      [9, 104, null],
    ]);
    expect((await eventsOf(11))[2]).toMatchObject({ party: '+47 900 00 001', receipt: 'CA1' });
  });

  test('counts further signals between two events as one entry, each press once whatever its contents', async () => {
    const alarmId = await raise(11);
    await signal(alarmId, 12, later(5));
    await signal(alarmId, 12, later(5), 'sideButton1');
    await signal(alarmId, 13, later(8));
    await act('nurse', alarmId, 'claim', later(10));
    await signal(alarmId, 14, later(20));
    const shown = (await eventsOf(11)).map(({ number, count, at, until }) => [number, count, at, until]);
    expect(shown.slice(2)).toEqual([
      [number.signalled, 2, later(5), later(8)],
      [number.claimed, 1, later(10), later(10)],
      [number.signalled, 1, later(20), later(20)],
    ]);
  });

  test('cannot be changed or shortened, except to erase personal data', async () => {
    const alarmId = await raise(11);
    await record({
      alarmId,
      event: 'privateCall',
      at: new Date(later(1)),
      party: '+4790000001',
      receipt: 'CA',
    });
    for (const change of [
      sql`update alarm_events set at = now()`,
      sql`update alarm_events set party = 'X'`,
      sql`delete from alarm_events`,
    ])
      await expect(api.db.execute(change)).rejects.toThrow();
    await api.db.execute(sql`update alarm_events set party = null, receipt = null`);
    expect(await api.db.select().from(alarmEvents)).toMatchObject([{ number: 3, party: null, receipt: null }]);
    await api.db.delete(alarms).where(eq(alarms.alarmId, alarmId));
    expect(await api.db.$count(alarmEvents)).toBe(0);
  });
});

describe('[D7.072 C7.26] the call “alarm analysis” with the number of a transaction', () => {
  test('returns the alarms that the transaction raised or signalled again, and no others', async () => {
    const [sos, other] = [await raise(11), await raise(21)];
    const fall = await raise(12, { metyId: metyId.manDown });
    await signal(sos, 12, later(1));
    const idsOf = async (tranId: number) =>
      (await analysis('nurse', tranId)).body.alarms.map((one: { alarmId: number }) => one.alarmId);
    expect(await idsOf(11)).toEqual([sos]);
    expect(await idsOf(12)).toEqual([sos, fall]);
    expect(await idsOf(21)).toEqual([other]);
    for (const [tranId, status] of [
      [99, 404],
      ['x', 400],
      ['0', 400],
      ['9007199254740992', 400],
    ] as const)
      expect((await analysis('nurse', tranId)).status, String(tranId)).toBe(status);
  });

  test('returns to each customer its own alarm of a late press, and nothing to others', async () => {
    const deviId = await api.addDevice();
    const mine = await raise(11, { deviId });
    const theirs = await raise(11, { deviId, custId: testCustomers.firm });
    const of = async (who: Person) =>
      (await analysis(who, 11)).body.alarms?.map((one: { alarmId: number }) => one.alarmId);
    expect(await of('nurse')).toEqual([mine]);
    expect(await of('stranger')).toEqual([theirs]);
    await raise(12);
    expect((await analysis('stranger', 12)).status).toBe(404);
    expect((await analysis('nobody', 12)).status).toBe(403);
  });

  test('hides the alarm of a former wearer from users without access to all of that time', async () => {
    const deviId = await api.addDevice();
    await api.db.delete(deviceAssignments);
    const assignment = (from: number, to: number | null) =>
      api.db
        .insert(deviceAssignments)
        .values({
          deviId,
          custId: testCustomers.home,
          beginsAt: new Date(from),
          endsAt: to === null ? null : new Date(to),
        })
        .returning({ assignmentId: deviceAssignments.assignmentId })
        .then(([row]) => row?.assignmentId ?? 0);
    const former = await assignment(testNow - 9000, testNow - 5000);
    const present = await assignment(testNow - 5000, null);
    const at = new Date(testNow - 6000);
    await raise(11, { deviId, assignmentId: former, happenedAt: at, receivedAt: at, state: 'reset' });
    await raise(12, { deviId, assignmentId: present });
    expect((await analysis('nurse', 11)).status).toBe(404);
    expect((await analysis('nurse', 12)).status).toBe(200);
    expect((await analysis('operator', 11)).status).toBe(404);
    expect((await analysis('admin', 11)).status).toBe(200);
  });

  test('audits each alarm whose timeline is shown as a look', async () => {
    const alarmId = await raise(11);
    await analysis('colleague', 11);
    const looks = await api.db
      .select()
      .from(auditEntries)
      .where(sql`action = 'alarm.read' and content::jsonb ->> 'subjectId' = ${String(alarmId)}`);
    expect(looks).toHaveLength(1);
  });
});
