import type { AlarmDetail } from '@varde/contract/alarms';
import { type FeatureApi, openFeatureApi, type Person, testCustomers, testNow } from '@varde/testing/feature-api';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { notifySteps } from '#domain/alarms/telling/notify-step.ts';
import { startChains } from '#domain/notifications/chains.ts';
import { saveList } from '#domain/notifications/lists.ts';
import { createAlarmsFeature } from './index.ts';

let api: FeatureApi;
let alarmId: number;
beforeAll(async () => {
  api = await openFeatureApi(createAlarmsFeature);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.clear();
  api.clock.set(testNow);
  alarmId = await api.addAlarm();
});

const later = (seconds: number) => testNow + seconds * 1000;
const receiver = (name: string, waitSeconds: number) => ({
  ...{ name, mobile: `+479123456${name.length}`, email: null, events: [], channels: ['sms' as const] },
  ...{ hours: null, waitSeconds },
});
const detail = async (who: Person): Promise<AlarmDetail> =>
  (await api.call(who, 'GET', `/ajax/alarms/${alarmId}`)).body;
const toldTo = async (who: Person) => (await detail(who)).told;
const start = () => api.db.transaction((tx) => startChains(tx, [alarmId], testNow));
const step = (seconds: number) =>
  api.db.transaction((tx) =>
    notifySteps(tx, [alarmId], { at: new Date(later(seconds)), consoleUrl: '', takesReplies: false }),
  );
const list = (...receivers: ReturnType<typeof receiver>[]) =>
  saveList(api.db, { custId: testCustomers.home }, { rev: 0, receivers, repeats: 0, at: new Date(testNow), userId: 2 });

test('an alarm says who of its list has been told, and when the next one will be', async () => {
  await list(receiver('Kari', 60), receiver('Ola', 120));
  expect(await toldTo('nurse'), 'nothing is told of it').toBeNull();
  await start();
  const none = { state: 'running', outcome: null, receivers: [] };
  expect(await toldTo('nurse')).toEqual({ ...none, nextAt: testNow });
  await step(1);
  const queued = (seconds: number) => ({
    reached: false,
    messages: [{ channel: 'sms', state: 'queued', at: later(seconds) }],
  });
  const kari = { name: 'Kari', ...queued(1) };
  const waiting = { name: 'Ola', reached: false, messages: [] };
  expect(await toldTo('nurse')).toEqual({ ...none, receivers: [kari, waiting], nextAt: later(61) });
  await step(61);
  const both = [kari, { name: 'Ola', ...queued(61) }];
  expect(await toldTo('nurse')).toEqual({ ...none, receivers: both, nextAt: later(181) });
  await step(181);
  const ended = { state: 'ended', outcome: 'exhausted', receivers: both, nextAt: null };
  expect(await toldTo('nurse')).toEqual(ended);
});

test('a further round begins with nobody told, and a claim ends it', async () => {
  await list(receiver('Kari', 0));
  await start();
  await step(1);
  await api.db.transaction((tx) => startChains(tx, [alarmId], later(100)));
  expect(await toldTo('nurse')).toMatchObject({ state: 'running', receivers: [], nextAt: later(100) });
  await api.call('nurse', 'POST', `/ajax/alarms/${alarmId}/claim`);
  await step(100);
  expect(await toldTo('nurse')).toMatchObject({ state: 'ended', outcome: 'taken', nextAt: null });
});

test('the names of receivers are for those who handle the alarm', async () => {
  await list(receiver('Kari', 60));
  await start();
  await step(1);
  expect(await toldTo('tracker')).toBeNull();
  expect(await toldTo('operator')).toMatchObject({ receivers: [{ name: 'Kari' }] });
});

test('the customers above that of an alarm are named for users who may see those', async () => {
  const { municipality } = testCustomers;
  const above = [{ custId: municipality, firmName: 'municipality' }];
  expect((await detail('manager')).customersAbove).toEqual(above);
  expect((await detail('operator')).customersAbove).toEqual(above);
  expect((await detail('nurse')).customersAbove).toEqual([]);
});
