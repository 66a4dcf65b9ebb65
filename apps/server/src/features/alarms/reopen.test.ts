import { reopenMs } from '@varde/catalogue/alarms';
import { metyId } from '@varde/catalogue/message-types';
import { type FeatureApi, openFeatureApi, type Person, testCustomers, testNow } from '@varde/testing/feature-api';
import { resetOrder } from '@varde/testing/reset-order';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { createAlarmsFeature } from './index.ts';

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi(createAlarmsFeature);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.clear();
  api.events.length = 0;
  api.clock.set(testNow);
});

const act = (who: Person, alarmId: number, action: string, body?: object) =>
  api.call(who, 'POST', `/ajax/alarms/${alarmId}/${action}`, body);
const reset = (alarmId: number, seen?: Parameters<typeof resetOrder>[0]) =>
  act('nurse', alarmId, 'reset', { ...resetOrder(seen), note: 'Falt i gangen' });
const reopen = (who: Person, alarmId: number) => act(who, alarmId, 'reopen');
const deviceOf = async (deviId: number) => (await api.db.select().from(devices).where(eq(devices.deviId, deviId)))[0];

test('an alarm that was reset by mistake is reopened without a claimant, and published to everybody', async () => {
  const alarmId = await api.addAlarm();
  await act('nurse', alarmId, 'claim');
  const done = await reset(alarmId, { claimedAt: testNow });
  expect(done.body).toMatchObject({ state: 'reset', abilities: ['reopen'] });
  const { deviId } = done.body;
  expect(await deviceOf(deviId)).toMatchObject({ flags: [], status: 'clear' });
  api.events.length = 0;

  const { status, body } = await reopen('colleague', alarmId);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    state: 'open',
    claimedBy: null,
    resetBy: null,
    resetAt: null,
    handledBy: null,
    outcome: null,
    note: null,
    abilities: ['claim', 'reset', 'share'],
  });
  expect(body.rev).toBeGreaterThan(done.body.rev);
  expect(await deviceOf(deviId)).toMatchObject({ flags: ['alarmWarning'], status: 'alarm' });
  expect(api.events).toMatchObject([
    { type: 'alarm', alarm: { alarmId, state: 'open' } },
    { type: 'device', deviId, device: { alarmWarning: true } },
    { type: 'transactions', transactions: [{ metyId: metyId.technical, technical: 'alarmReopened' }] },
  ]);
  const logged = await api.db.select().from(transactions).where(eq(transactions.metyId, metyId.technical));
  expect(logged).toMatchObject([{ deviId, custId: testCustomers.home, detail: { code: 'alarmReopened', alarmId } }]);
  const entries = await api.db.select().from(auditEntries).where(eq(auditEntries.action, 'alarm.reopened'));
  expect(JSON.parse(entries.at(-1)?.content ?? '')).toMatchObject({
    subjectId: alarmId,
    before: { state: 'reset', handledBy: 'Kari', outcome: 'helped', note: 'Falt i gangen' },
    after: { state: 'open' },
  });
});

test('it can be reopened until ten minutes after the reset, and not a millisecond later', async () => {
  const alarmId = await api.addAlarm();
  await reset(alarmId);
  api.clock.set(testNow + reopenMs + 1);
  expect(await reopen('nurse', alarmId)).toMatchObject({ status: 409, body: { code: 'reopenTooLate' } });
  const late = await api.call('nurse', 'GET', `/ajax/alarms/${alarmId}`);
  expect(late.body).toMatchObject({ state: 'reset', abilities: [] });
  api.clock.set(testNow + reopenMs);
  expect((await api.call('nurse', 'GET', `/ajax/alarms/${alarmId}`)).body.abilities).toEqual(['reopen']);
  expect((await reopen('nurse', alarmId)).status).toBe(200);
});

test('of two concurrent reopenings, both return an open alarm, and one is published and recorded', async () => {
  const alarmId = await api.addAlarm();
  await reset(alarmId);
  api.events.length = 0;
  const answers = await Promise.all([reopen('nurse', alarmId), reopen('colleague', alarmId)]);
  expect(answers.map(({ status, body }) => [status, body.state])).toEqual([
    [200, 'open'],
    [200, 'open'],
  ]);
  expect(api.events.filter(({ type }) => type === 'alarm')).toHaveLength(1);
});

test('with a newer alarm of its kind it stays reset; an alarm of another kind does not prevent it', async () => {
  const alarmId = await api.addAlarm();
  const { deviId } = (await reset(alarmId)).body;
  const fall = await api.addAlarm({ deviId, metyId: metyId.manDown });
  const again = await api.addAlarm({ deviId });
  expect(await reopen('nurse', alarmId)).toMatchObject({ status: 409, body: { code: 'openAlarm' } });
  await reset(again);
  expect((await reopen('nurse', alarmId)).status).toBe(200);
  expect(fall).toBeGreaterThan(0);
});

test('a user without the right to handle its alarms, or of another customer, cannot reopen it', async () => {
  const alarmId = await api.addAlarm();
  await reset(alarmId);
  expect((await reopen('stranger', alarmId)).status).toBe(404);
  expect((await reopen('tracker', alarmId)).status).toBe(403);
  expect((await reopen('nobody', alarmId)).status).toBe(403);
  expect((await api.call('tracker', 'GET', `/ajax/alarms/${alarmId}`)).body.abilities).toEqual([]);
});

test('a device that now belongs to another customer does not show the reopened alarm', async () => {
  const alarmId = await api.addAlarm();
  const { deviId } = (await reset(alarmId)).body;
  await api.db.update(devices).set({ custId: testCustomers.otherHome }).where(eq(devices.deviId, deviId));
  expect((await reopen('nurse', alarmId)).body).toMatchObject({ state: 'open' });
  expect(await deviceOf(deviId)).toMatchObject({ flags: [], status: 'clear' });
});

test('the alarms that can be reopened are listed for ten minutes, and those of others never', async () => {
  const [alarmId, foreign] = [await api.addAlarm(), await api.addAlarm({ custId: testCustomers.firm })];
  await api.addAlarm();
  await reset(alarmId);
  await api.db
    .update(alarms)
    .set({ state: 'reset', resetAt: new Date(testNow) })
    .where(eq(alarms.alarmId, foreign));
  const listed = async (who: Person) => {
    const { body } = await api.call(who, 'GET', '/ajax/alarms?reset=recent');
    return body.alarms.map((alarm: { alarmId: number; abilities: string[] }) => [alarm.alarmId, alarm.abilities]);
  };
  api.clock.set(testNow + reopenMs);
  expect(await listed('colleague')).toEqual([[alarmId, ['reopen']]]);
  expect(await listed('tracker')).toEqual([[alarmId, []]]);
  expect(await listed('stranger')).toEqual([[foreign, ['reopen']]]);
  api.clock.set(testNow + reopenMs + 1);
  expect(await listed('colleague')).toEqual([]);
});
