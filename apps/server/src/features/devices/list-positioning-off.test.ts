import type { ListedDevice } from '@varde/contract/devices';
import { deviceEventOf } from '@varde/testing/device-events';
import { type FeatureApi, openFeatureApi, testCustomers } from '@varde/testing/feature-api';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { devices } from '#domain/devices/tables.ts';
import { linkTwins, separateTwins, swapTwins } from '#domain/life/twins.ts';
import { createDevicesFeature } from './index.ts';

let api: FeatureApi;
let watch: number;
let beside: number;
beforeAll(async () => {
  api = await openFeatureApi(createDevicesFeature);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.clear();
  watch = await api.addDevice({ dehaId: 34, deviceName: 'a' });
  beside = await api.addDevice({ dehaId: 34, deviceName: 'b' });
});

const store = (deviId: number, desired: string) =>
  api.db.execute(sql`insert into device_settings (devi_id, key, desired)
    values (${deviId}, 'disablePositioning', ${desired}::jsonb)
    on conflict (devi_id, key) do update set desired = excluded.desired`);
const rowOf = async (deviId: number) => {
  const [row] = await api.db.select().from(devices).where(eq(devices.deviId, deviId));
  if (row === undefined) throw new Error('no device');
  return row;
};
const isOff = async (deviId: number) => (await rowOf(deviId)).positioningOff;
const listed = async (): Promise<ListedDevice[]> => (await api.call('nurse', 'GET', '/ajax/devices')).body.devices;
const locating = ['locate', 'scanWifi', 'startTracking'] as const;
const offered = ({ actions }: Pick<ListedDevice, 'actions'>) => locating.filter((action) => actions.includes(action));

describe('the row of a device whose positioning is off', () => {
  test('has no action that is refused, and keeps the others', async () => {
    await store(watch, 'true');
    const [off, on] = await listed();
    expect([off?.disablePositioning, on?.disablePositioning]).toEqual([true, false]);
    expect(on?.actions).toEqual(expect.arrayContaining([...locating, 'stopTracking', 'findMe']));
    expect(off?.actions).toEqual(on?.actions.filter((action) => !locating.some((each) => each === action)));
  });

  test.each([
    ['an open alarm of which somebody must find the wearer', ['manDownWarning'], [...locating]],
    ['an open alarm of a geofence alone', ['geofenceWarning'], []],
    ['a low battery', ['batteryWarning'], []],
  ])('with %s offers the same as the server takes', async (_, flags, expected) => {
    await store(watch, 'true');
    await api.db.update(devices).set({ flags }).where(eq(devices.deviId, watch));
    const row = (await listed()).find(({ deviId }) => deviId === watch);
    expect(row && offered(row)).toEqual(expected);
  });

  test('offers them while an alarm of its twin is open, which has the same wearer, also live', async () => {
    const pair = await linkTwins(api.db, { master: await rowOf(watch), clone: await rowOf(beside) });
    await store(watch, 'true');
    const { deviceSerialNumber: serial } = pair.clone;
    const feed = await api.open('nurse', 'devices');
    const both = async (rev: number) => {
      const deviceTwin = { deviId: watch, masterDevice: watch, device: beside, serial };
      const fields = { deviId: watch, dehaId: 34, rev, disablePositioning: true };
      feed?.take(deviceEventOf(testCustomers.home, { ...fields, twin: 'MASTER', deviceTwin }));
      await feed?.prepare?.();
      return [(await listed()).map(offered), feed?.flush().changes.map(offered)];
    };
    expect(await both(1001)).toEqual([[[]], [[]]]);
    await api.db
      .update(devices)
      .set({ flags: ['alarmWarning'] })
      .where(eq(devices.deviId, beside));
    expect(await both(1002)).toEqual([[[...locating]], [[...locating]]]);
  });

  test('has them no more when that is told live, until an alarm is open', async () => {
    const feed = await api.open('nurse', 'devices');
    const told = async (rev: number, fields: object) => {
      feed?.take(deviceEventOf(testCustomers.home, { deviId: watch, dehaId: 34, rev, ...fields }));
      return feed?.flush().changes.map(offered);
    };
    expect(await told(1, {})).toEqual([[...locating]]);
    expect(await told(2, { disablePositioning: true })).toEqual([[]]);
    expect(await told(3, { disablePositioning: true, fireWarning: true })).toEqual([[...locating]]);
  });
});

describe('whether positioning is off, as the row of a device says it,', () => {
  test('follows its own setting, of which no other value than true counts', async () => {
    await store(watch, 'true');
    expect([await isOff(watch), await isOff(beside)]).toEqual([true, false]);
    await store(watch, '"true"');
    expect(await isOff(watch)).toBe(false);
    await store(watch, 'true');
    const { rev } = await rowOf(watch);
    await api.db.execute(sql`delete from device_settings`);
    expect(await isOff(watch)).toBe(false);
    expect((await rowOf(watch)).rev, 'a browser that was away catches up').toBeGreaterThan(rev);
  });

  test('is that of the master on its clone, which keeps it when they are separated', async () => {
    await store(watch, 'true');
    const pair = await linkTwins(api.db, { master: await rowOf(watch), clone: await rowOf(beside) });
    expect(pair.clone.positioningOff).toBe(true);
    await store(watch, 'false');
    expect([await isOff(watch), await isOff(beside)]).toEqual([false, false]);
    await store(watch, 'true');
    expect([await isOff(watch), await isOff(beside)]).toEqual([true, true]);
    const apart = await separateTwins(api.db, pair, { userId: 1, at: new Date(0) });
    expect([apart.master.positioningOff, apart.clone.positioningOff]).toEqual([true, true]);
    await store(watch, 'false');
    expect([await isOff(watch), await isOff(beside)]).toEqual([false, true]);
  });

  test('is that of the new master for both units once they are swapped', async () => {
    await store(watch, 'true');
    const linked = await linkTwins(api.db, { master: await rowOf(watch), clone: await rowOf(beside) });
    const swapped = await swapTwins(api.db, linked, { userId: 1, at: new Date(0) }, {});
    expect([swapped.master.positioningOff, swapped.clone.positioningOff]).toEqual([true, true]);
    expect([await isOff(watch), await isOff(beside)]).toEqual([true, true]);
    await store(beside, 'false');
    expect([await isOff(watch), await isOff(beside)]).toEqual([false, false]);
  });
});
