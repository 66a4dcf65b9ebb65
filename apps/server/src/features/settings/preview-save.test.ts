import { type FeatureApi, openFeatureApi, testCustomers } from '@varde/testing/feature-api';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { commands } from '#domain/commands/tables.ts';
import { settingsHandlers } from './handlers.ts';

const wireGroups = {
  watch: [['trackingInterval'], ['fallDownAlert', 'fallDownSensitivity']],
  eview: [['heartbeatInterval', 'trackingInterval'], ['volumeLevel']],
};
let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi((deps) => ({ group: 'settings', handlers: settingsHandlers({ ...deps, wireGroups }) }));
});
afterAll(() => api.close());
beforeEach(() => api.clear());

const preview = async (deviIds: number[], values: object) =>
  (await api.call('nurse', 'POST', '/ajax/settings/preview', { deviIds, values })).body.devices;
const save = (deviId: number, body: object) => api.call('nurse', 'PUT', `/ajax/devices/${deviId}/settings`, body);

test('tells what a save would change on each device, and what each refuses and why, and saves nothing', async () => {
  const watch = await api.addDevice({ dehaId: 34, protocol: 'watch' });
  const trigger = await api.addDevice({ dehaId: 23, protocol: 'eview' });
  const foreign = await api.addDevice({ dehaId: 34, custId: testCustomers.firm });
  await save(watch, { values: { trackingInterval: 60 } });
  expect(await preview([watch, trigger, foreign, 999], { trackingInterval: 600 })).toEqual([
    { deviId: watch, changes: [{ key: 'trackingInterval', from: 60, to: 600 }], refused: [] },
    { deviId: trigger, changes: [{ key: 'trackingInterval', from: 300, to: 600 }], refused: [] },
  ]);
  expect(await preview([watch, trigger], { volumeLevel: 0 })).toEqual([
    { deviId: watch, changes: [], refused: [{ key: 'volumeLevel', reason: 'unknownSetting' }] },
    { deviId: trigger, changes: [], refused: [{ key: 'volumeLevel', reason: 'tooSmall' }] },
  ]);
  expect(await preview([watch], { trackingInterval: 60 }), 'it has the value already').toEqual([
    { deviId: watch, changes: [], refused: [] },
  ]);
  expect(await api.db.select().from(commands)).toHaveLength(1);
});

test('a value that a device has already is no change, also where it is that of its type and nobody has set it', async () => {
  const watch = await api.addDevice({ dehaId: 34, protocol: 'watch' });
  const other = await api.addDevice({ dehaId: 34, protocol: 'watch' });
  await save(other, { values: { trackingInterval: 60 } });
  expect(await preview([watch, other], { trackingInterval: 300 })).toEqual([
    { deviId: watch, changes: [], refused: [] },
    { deviId: other, changes: [{ key: 'trackingInterval', from: 60, to: 300 }], refused: [] },
  ]);
});

test('200 devices are previewed at once, changed twice with one command each, and set back to what they had', async () => {
  const deviIds: number[] = [];
  for (let at = 0; at < 200; at += 1) deviIds.push(await api.addDevice({ dehaId: 34, protocol: 'watch' }));
  const values = { trackingInterval: 600 };
  const previewed = await preview(deviIds, values);
  expect(previewed).toHaveLength(200);
  const began = { trackingInterval: 300 };
  for (const deviId of deviIds) await save(deviId, { values, began });
  const again = await Promise.all(deviIds.slice(0, 20).map((deviId) => save(deviId, { values, began })));
  expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await api.db.select().from(commands), 'a second press sends nothing').toHaveLength(200);
  for (const deviId of deviIds) await save(deviId, { values: began, began: values });
  const waiting = (await api.db.select().from(commands)).filter(({ state }) => state === 'pending');
  expect(waiting.map(({ command }) => command)).toEqual(deviIds.map(() => ({ kind: 'writeSettings', values: began })));
  expect((await api.call('nurse', 'POST', '/ajax/settings/preview', { deviIds: [...deviIds, 1], values })).status).toBe(
    400,
  );
});
