import { type FeatureApi, openFeatureApi } from '@varde/testing/feature-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevicesFeature } from './index.ts';
import { MissedChanges } from './missed-changes.ts';

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi(createDevicesFeature);
});
afterAll(() => api.close());

const latest = async () => (await api.call('operator', 'GET', '/ajax/devices')).body.rev;

test('where changes of another process may have been missed, a browser fetches the list again, whatever it was told since', async () => {
  const feed = await api.open('nurse', 'devices');
  const before = await latest();
  await api.addDevice();
  expect(await feed?.first(before)).not.toHaveProperty('reset');
  api.bus.missed();
  const rev = await latest();
  for (const since of [before, rev]) // the one that was disconnected then, and one that slept meanwhile
    for (const _again of [1, 2]) expect(await feed?.first(since)).toEqual({ rev, changes: [], reset: true });
  await api.addDevice();
  const later = await latest();
  expect(await feed?.first(later)).not.toHaveProperty('reset');
  api.bus.missed();
  expect(await feed?.first(later)).toMatchObject({ reset: true });
});

test('what is missed while a browser is asking is not forgotten', async () => {
  const missed = new MissedChanges(api.bus);
  api.bus.missed();
  const asking = missed.mayPrecede(5, async () => {
    api.bus.missed();
    return 3;
  });
  expect(await asking).toBe(false);
  expect(await missed.mayPrecede(5, async () => 7)).toBe(true);
  expect(await missed.mayPrecede(8, async () => 9)).toBe(false);
});
