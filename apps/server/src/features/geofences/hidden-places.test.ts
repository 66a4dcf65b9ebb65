import type { Policy } from '@varde/catalogue/permissions';
import { type FeatureApi, openFeatureApi, testCustomers, testNow } from '@varde/testing/feature-api';
import { createGeofence, fenceCentre } from '@varde/testing/geofences';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { geofenceHandlers } from './handlers.ts';

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi((deps) => ({
    group: 'geofences',
    handlers: geofenceHandlers({ ...deps, wireGroups: {} }),
  }));
});
afterAll(() => api.close());

test('a caller without the map learns no place: no status, no position, no distance', async () => {
  const { lat: posLati, lng: posLong } = fenceCentre;
  const deviId = await api.addDevice({ posLati, posLong, posTime: new Date(testNow), posType: 0 });
  const known = { outside: true, lastKnownOutside: new Date(testNow) };
  const id = await createGeofence(api.db, deviId, known);
  const policies = [{ role: 'RESTRICTED_USER', custId: testCustomers.home }] as const;
  const withPolicies = (...only: Policy[]) => api.setRights('colleague', { policies, only: ['DEVICE_LIST', ...only] });
  const get = (rest = '') => api.call('colleague', 'GET', `/ajax/devices/${deviId}/geofences${rest}`);

  withPolicies('DEVICE_GEOFENCE', 'DEVICE_ACCESS_MAP');
  expect((await get()).body).toMatchObject({
    geofences: [{ status: 'outside', lastKnownOutside: testNow }],
    abilities: ['add', 'map'],
  });
  expect((await get('/position')).body).toMatchObject({ posLati });
  expect((await get(`/${id}/distance`)).body.distance).toBe(-200);

  withPolicies('DEVICE_GEOFENCE');
  expect((await get()).body).toMatchObject({
    geofences: [{ status: null, lastKnownOutside: null }],
    abilities: ['add'],
  });
  expect((await get('/position')).status).toBe(403);
  expect((await get(`/${id}/distance`)).status).toBe(403);

  withPolicies('DEVICE_ACCESS_MAP');
  expect((await get()).status).toBe(403);
});
