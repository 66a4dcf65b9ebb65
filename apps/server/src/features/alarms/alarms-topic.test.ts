import type { LiveEvent } from '@varde/contract/events';
import { createAlarm } from '@varde/testing/factories';
import { type FeatureApi, openFeatureApi, testCustomers } from '@varde/testing/feature-api';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAlarmsFeature } from './index.ts';

let api: FeatureApi;
let ids: number[];
beforeAll(async () => {
  api = await openFeatureApi(createAlarmsFeature);
});
afterAll(() => api.close());
beforeEach(async () => {
  api.events.length = 0;
  ids = [];
  for (let n = 0; n < 2; n++)
    ids.push(await createAlarm(api.db, { deviId: await api.addDevice(), custId: testCustomers.home }));
  for (const id of ids.toReversed()) await api.call('nurse', 'POST', `/ajax/alarms/${id}/claim`);
});

const alarmIds = ({ alarms }: { alarms: { alarmId: number }[] }) => alarms.map(({ alarmId }) => alarmId);

test('a published change is not repeated, and the number of the latest change comes with it', async () => {
  const feed = await api.open('nurse', 'alarms');
  for (const event of api.events) feed?.take(event);
  const message = feed?.flush();
  expect(message && alarmIds(message).sort()).toEqual(ids);
  expect(message?.rev).toBe(Math.max(...(message?.alarms ?? []).map(({ rev }) => rev)));
  expect(feed?.flush()).toEqual({ rev: 0, complete: false, alarms: [] });
});

test('only alarms of the subscriber’s customers are published', async () => {
  const nurse = await api.open('nurse', 'alarms');
  const stranger = await api.open('stranger', 'alarms');
  const [alarm] = api.events as [LiveEvent];
  expect(nurse?.take(alarm)).toBe(true);
  expect(stranger?.take(alarm)).toBe(false);
  expect(nurse?.take({ type: 'rights', userId: null, custIds: [testCustomers.home] })).toBe(false);
});
