import { describe, expect, it } from 'vitest';
import { deviceRow } from '../../testing/records.ts';
import {
  addDevices,
  type DevicePages,
  newcomers,
  patchClones,
  patchDevice,
  patchDevicePages,
  withClones,
} from './patch-devices.ts';

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
  it('replaces the row, and keeps fields that it lacks', () => {
    const before = { ...deviceRow({ battery: 50, alarmWarning: true, rev: 3 }), place: 'Stua' };
    const patched = patchDevice(before, deviceRow({ charging: true, rev: 4 }));
    expect(patched).toEqual({ ...deviceRow({ charging: true, rev: 4 }), place: 'Stua' });
  });

  it('that is older than the row is ignored', () => {
    const row = deviceRow({ battery: 50, rev: 4 });
    expect(patchDevice(row, deviceRow({ rev: 4, battery: 10 }))).toBe(row);
  });

  it('creates new objects only for the page and row that it changes', () => {
    const before = pages();
    const after = patchDevicePages(before, new Map([[3, deviceRow({ deviId: 3, rev: 9, battery: 7 })]]), none);
    expect(after.pages[0]).toBe(before.pages[0]);
    expect(after.pages[1]?.devices[0]).toMatchObject({ deviId: 3, battery: 7 });
  });

  it('of devices that are not loaded changes nothing', () => {
    const before = pages();
    expect(patchDevicePages(before, new Map([[99, deviceRow({ deviId: 99, rev: 9 })]]), none)).toBe(before);
  });

  it('removes devices that left the user’s scope', () => {
    const after = patchDevicePages(pages(), new Map(), new Set([1]));
    expect(after.pages[0]?.devices.map(({ deviId }) => deviId)).toEqual([2]);
  });

  it('returns the devices that are not among the rows', () => {
    const changes = [deviceRow({ deviId: 1, rev: 9 }), deviceRow({ deviId: 8, rev: 9 })];
    expect(newcomers(pages(), changes).map(({ deviId }) => deviId)).toEqual([8]);
  });

  it('adds a device once', () => {
    const changes = [deviceRow({ deviId: 8 })];
    const once = addDevices(pages(), newcomers(pages(), changes));
    expect(newcomers(once, changes)).toEqual([]);
    expect(once.pages[0]?.devices.map(({ deviId }) => deviId)).toEqual([1, 2, 8]);
  });
});

it('a pair that was separated has no clone in the row of its former master', () => {
  const twinDevice = {
    ...{ deviId: 2, dehaId: 34, deviceName: 'Klokke', deviceSNNum: 'SO2', lastMsgIn: null, battery: 40 },
    ...{ charging: false, status: 'clear' as const, escalated: false, rev: 9 },
  };
  const data: DevicePages = {
    pages: [page(deviceRow({ twin: 'MASTER', twinDevice, rev: 1 }))],
    pageParams: [undefined],
  };
  const clonesAfter = (twin: 'MASTER' | 'NONE') =>
    patchDevicePages(data, new Map([[1, deviceRow({ twin, rev: 2 })]]), none).pages[0]?.devices[0]?.twinDevice;
  expect([clonesAfter('MASTER'), clonesAfter('NONE')]).toEqual([twinDevice, null]);
  expect(withClones([deviceRow(), deviceRow({ deviId: 3 })], [{ masterDevice: 1, clone: twinDevice }])).toMatchObject([
    { deviId: 1, twinDevice },
    { deviId: 3 },
  ]);
});

it('a clone is shown in the row of its master, and an older state of it is ignored', () => {
  const clone = {
    ...{ deviId: 2, dehaId: 34, deviceName: 'Klokke', deviceSNNum: 'SO2', lastMsgIn: null, battery: 40 },
    ...{ charging: false, status: 'clear' as const, escalated: false, rev: 9 },
  };
  const data: DevicePages = { pages: [page(deviceRow(), deviceRow({ deviId: 3 }))], pageParams: [undefined] };
  const patched = patchClones(data, [{ masterDevice: 1, clone }]);
  const twins = (pages: typeof patched) => pages.pages[0]?.devices.map((row) => row.twinDevice?.battery);
  expect(twins(patched)).toEqual([40, undefined]);
  expect(twins(patchClones(patched, [{ masterDevice: 1, clone: { ...clone, battery: 90, rev: 8 } }]))).toEqual([
    40,
    undefined,
  ]);
  expect(patchClones(data, [])).toBe(data);
});
