import { describe, expect, it } from 'vitest';
import type { DataItem } from './messages/data-items.ts';
import { reportOf } from './report.ts';

const time = Date.UTC(2026, 0, 15, 12) / 1000;
const record = (bits: number, at = time): DataItem => ({ type: 'status', time: at, bits });
const samplesOf = (...items: DataItem[]) => reportOf({ command: 'data', items }, 1).samples;
const gps = { type: 'gps', lat: 59.9, lng: 10.7, speed: 4, course: 270, altitude: 12, hdop: 0.9 } as const;
const fix: DataItem = { ...gps, odometer: 1, satellites: 7 };

describe('places', () => {
  it('are the GPS fix before the beacon, the beacon before the home network, and that before an estimate', () => {
    const items: DataItem[] = [
      { type: 'assistedPlace', lat: 1, lng: 1, hdop: 3, altitude: 0 },
      { type: 'homeWifi', index: 0, id: '02:ad:24:49:ea:60', rssi: -60, lat: 2, lng: 2 },
      { type: 'bluetoothPlace', id: '02:ad:24:49:ea:61', lat: 3, lng: 3, hdop: 2, altitude: 4 },
      fix,
    ];
    const sources = items.map((_, count) => samplesOf(record(1), ...items.slice(0, count + 1))[0]?.position);
    expect(sources.map((position) => position?.source)).toEqual(['assisted', 'wifi', 'beacon', 'gps']);
    const reversed = samplesOf(record(1), ...[...items].reverse())[0]?.position;
    expect(reversed).toMatchObject({ source: 'gps', hdop: 0.9 });
  });

  it.each([
    ['without a fix in the record', 0, fix],
    ['without an HDOP', 1, { ...fix, hdop: 0 }],
    ['at 0,0', 1, { ...fix, lat: 0, lng: 0 }],
    ['beyond the pole', 1, { ...fix, lat: 91 }],
    ['beyond the date line', 1, { ...fix, lng: -181 }],
  ])('are none when GPS is sent %s, and the sample stays', (_what, bits, item) => {
    const [sample] = samplesOf(record(bits), item as DataItem);
    expect(sample).toMatchObject({ metyId: 2, at: time * 1000 });
    expect(sample).not.toHaveProperty('position');
  });

  it('leave out what the device did not say: a course beyond the circle, no satellites', () => {
    const odd: DataItem = { ...gps, course: 400, odometer: 0, satellites: 0 };
    expect(samplesOf(record(1), odd)[0]?.position).toEqual({
      lat: 59.9,
      lng: 10.7,
      source: 'gps',
      altitude: 12,
      speed: 4,
      hdop: 0.9,
    });
  });

  it('take access points with names, and cells of every width; an empty list is none', () => {
    const cell = { rssi: 21, lac: 74, cid: 27781 };
    const [sample] = samplesOf(
      record(0),
      { type: 'namedWifi', points: [{ rssi: -60, mac: '02:ad:24:49:ea:60', name: 'hjemme' }] },
      { type: 'cells2g', mcc: 242, mnc: 1, cells: [cell] },
      { type: 'cellsWideMnc', mcc: 242, mnc: 999, cells: [cell] },
    );
    expect(sample?.accessPoints).toMatchObject([{ type: 'W', name: 'hjemme', signalStrength: -60 }]);
    expect(sample?.cells?.map(({ mnc }) => mnc)).toEqual([1, 999]);
    expect(samplesOf(record(0), { type: 'cells', mcc: 242, mnc: 1, cells: [] })[0]).toMatchObject({
      metyId: 2,
    });
  });

  it('are named by the tag that is heard best, and by one without a signal only if there is no other', () => {
    const beacon = (description: string, rssi: number): DataItem => ({
      type: 'beacon',
      index: 0,
      id: '02:ad:24:49:ea:60',
      rssi,
      rssiAt1m: 0,
      description,
    });
    const tag = {
      type: 'bluetoothTag',
      id: '02:ad:24:49:ea:61',
      lat: 1,
      lng: 1,
      description: 'far',
    } as const;
    const rooms = samplesOf(record(0), tag, beacon('bath', -80), beacon('hall', -50), beacon('loft', -70));
    expect(rooms[0]?.place).toBe('hall');
    expect(samplesOf(record(0), tag)[0]?.place).toBe('far');
  });

  it('drop the battery of a beacon that is no percentage', () => {
    const [sample] = samplesOf(record(0), {
      type: 'beaconV2',
      index: 0,
      id: '02:ad:24:49:ea:60',
      rssi: -50,
      rssiAt1m: 0,
      battery: 255,
    });
    expect(sample?.accessPoints?.[0]).not.toHaveProperty('battery');
  });
});
