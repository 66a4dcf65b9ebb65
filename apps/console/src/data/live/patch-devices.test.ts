import { describe, expect, it } from 'vitest';
import { deviceRow } from '../../testing/records.ts';
import { addDevices, type DevicePages, newcomers, patchDevice, patchDevicePages } from './patch-devices.ts';

const page = (...devices: ReturnType<typeof deviceRow>[]) => ({
  devices,
  nextCursor: null,
  total: devices.length,
  totalIsLowerBound: false,
  rev: 5,
});
const pages = (): DevicePages => ({
  pages: [
    page(deviceRow({ deviId: 1, rev: 3 }), deviceRow({ deviId: 2, rev: 3 })),
    page(deviceRow({ deviId: 3, rev: 3 })),
  ],
  pageParams: [undefined, 'next'],
});
const none = new Set<number>();

describe('a live change of devices', () => {
  it('takes the place of the row, whole, and leaves what it does not tell', () => {
    const before = { ...deviceRow({ battery: 50, alarmWarning: true, rev: 3 }), place: 'Stua' };
    const patched = patchDevice(before, deviceRow({ charging: true, rev: 4 }));
    expect(patched).toEqual({ ...deviceRow({ charging: true, rev: 4 }), place: 'Stua' });
  });

  it('that is older than the row says nothing new', () => {
    const row = deviceRow({ battery: 50, rev: 4 });
    expect(patchDevice(row, deviceRow({ rev: 4, battery: 10 }))).toBe(row);
  });

  it('makes only the page and the row that it touches anew', () => {
    const before = pages();
    const after = patchDevicePages(
      before,
      new Map([[3, deviceRow({ deviId: 3, rev: 9, battery: 7 })]]),
      none,
    );
    expect(after.pages[0]).toBe(before.pages[0]);
    expect(after.pages[1]?.devices[0]).toMatchObject({ deviId: 3, battery: 7 });
  });

  it('of devices that are not loaded leaves everything as it is', () => {
    const before = pages();
    expect(patchDevicePages(before, new Map([[99, deviceRow({ deviId: 99, rev: 9 })]]), none)).toBe(before);
  });

  it('takes away devices that left the user’s sight', () => {
    const after = patchDevicePages(pages(), new Map(), new Set([1]));
    expect(after.pages[0]?.devices.map(({ deviId }) => deviId)).toEqual([2]);
  });

  it('finds the devices that are not among the rows', () => {
    const changes = [deviceRow({ deviId: 1, rev: 9 }), deviceRow({ deviId: 8, rev: 9 })];
    expect(newcomers(pages(), changes).map(({ deviId }) => deviId)).toEqual([8]);
  });

  it('adds a device once', () => {
    const once = addDevices(pages(), [deviceRow({ deviId: 8 })]);
    expect(addDevices(once, [deviceRow({ deviId: 8 })])).toBe(once);
    expect(once.pages[0]?.devices.map(({ deviId }) => deviId)).toEqual([1, 2, 8]);
  });
});
