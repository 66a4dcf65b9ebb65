import { type FeatureApi, openFeatureApi } from '@varde/testing/feature-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unknownDevices } from '#domain/devices/tables.ts';
import { createAdministrationFeature } from './index.ts';

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi(createAdministrationFeature);
});
afterAll(() => api.close());

const list = (query = '') => api.call('admin', 'GET', `/ajax/unknown_devices?${query}`);

test('unknown devices are listed page by page, the latest first, with their counts and addresses', async () => {
  expect((await list()).body).toEqual({ unknownDevices: [], nextCursor: null });
  const at = new Date(1_700_000_000_000);
  const device = {
    protocol: 'eview',
    firstSeen: at,
    lastSeen: at,
    count: 3,
    lastAddress: '192.0.2.7',
    lastWord: '<b>data</b>',
    lastRaw: new Uint8Array([1]),
  };
  await api.db.insert(unknownDevices).values(['1', '2', '3'].map((identity) => ({ ...device, identity })));
  const first = (await list('limit=2')).body;
  const second = (await list(`limit=2&cursor=${first.nextCursor}`)).body;
  const all = [...first.unknownDevices, ...second.unknownDevices];
  expect(all.map((one) => one.identity)).toEqual(['3', '2', '1']);
  expect(second.nextCursor).toBeNull();
  const { lastRaw: _, ...shown } = device;
  expect(all[0]).toEqual({ ...shown, identity: '3', firstSeen: +at, lastSeen: +at });
  expect((await list('cursor=W10')).status).toBe(400);
});

test.each(['nurse', 'tracker', 'nobody', 'manager', 'stranger'] as const)(
  'an administrator of some customers only (%s) does not see devices without a customer',
  async (who) => {
    expect(await api.call(who, 'GET', '/ajax/unknown_devices')).toMatchObject({
      status: 403,
      body: { code: 'notAllowed' },
    });
  },
);
