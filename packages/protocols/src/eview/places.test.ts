import { describe, expect, it } from 'vitest';
import type { DataItem } from './messages/data-items.ts';
import { reportOf } from './report.ts';

const time = Date.UTC(2026, 0, 15, 12) / 1000;
const record = (bits: number, at = time): DataItem => ({ type: 'status', time: at, bits });
const samplesOf = (...items: DataItem[]) => reportOf({ command: 'data', items }, 1).samples;
const gps = { type: 'gps', lat: 59.9, lng: 10.7, speed: 4, course: 270, altitude: 12, hdop: 0.9 } as const;
const fix: DataItem = { ...gps, odometer: 1, satellites: 7 };

describe('places', () => {
  it('prefer the GPS fix to the beacon, the beacon to the home network, and that to an estimate', () => {
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
  ])('are absent when GPS is sent %s, and the sample stays', (_what, bits, item) => {
    const [sample] = samplesOf(record(bits), item as DataItem);
    expect(sample).toMatchObject({ metyId: 2, at: time * 1000 });
    expect(sample).not.toHaveProperty('position');
  });

  it('omit missing values, and keep impossible ones beside them', () => {
    const odd: DataItem = { ...gps, course: 400, speed: 2001, odometer: 0, satellites: 0 };
    const [sample] = samplesOf(record(1), odd);
    expect(sample?.position).toEqual({ lat: 59.9, lng: 10.7, source: 'gps', altitude: 12, hdop: 0.9 });
    expect(sample?.unknown).toEqual({ course: '400', speed: '2001' });
  });

  it('come with the odometer, which no field of a position holds', () => {
    expect(samplesOf(record(1), { ...fix, odometer: 2669 })[0]?.unknown).toEqual({ odometer: '2669' });
  });

  it('that are rejected stay readable: without a fix, impossible, or second to a better one', () => {
    const unknownOf = (bits: number, ...items: DataItem[]) => samplesOf(record(bits), ...items)[0]?.unknown;
    const silent = { ...gps, odometer: 0, satellites: 7 } as const;
    expect(unknownOf(0, silent)).toEqual({ placeWithoutFix: '59.9 10.7' });
    expect(unknownOf(1, { ...silent, hdop: 0 })).toEqual({ placeWithoutFix: '59.9 10.7' });
    expect(unknownOf(1, { ...silent, lat: 91 })).toEqual({ implausiblePlace: '91 10.7' });
    expect(unknownOf(1, { ...silent, lat: 0, lng: 0 })).toBeUndefined();
    const estimate: DataItem = { type: 'assistedPlace', lat: 1, lng: 2, hdop: 3, altitude: 0 };
    for (const items of [
      [silent, estimate],
      [estimate, silent],
    ])
      expect(unknownOf(1, ...items)).toEqual({ otherPlace: 'assisted 1 2' });
  });

  it('take access points with names, and cells of every width; an empty list gives none', () => {
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

  it('are named by the strongest tag, and by one without a signal only if there is no other', () => {
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

  it('take no more access points and cells than a sample may hold, and count the others', () => {
    const point = { rssi: -60, mac: '02:ad:24:49:ea:60' };
    const cell = { rssi: -70, lac: 1, cid: 2 };
    const scans = (count: number) =>
      samplesOf(
        record(0),
        { type: 'wifi', points: Array.from({ length: count }, () => point) },
        ...Array.from({ length: count }, (): DataItem => ({ type: 'cells', mcc: 242, mnc: 1, cells: [cell] })),
      )[0];
    expect(scans(200)).not.toHaveProperty('unknown');
    const full = scans(203);
    expect([full?.accessPoints?.length, full?.cells?.length]).toEqual([200, 200]);
    expect(full?.unknown).toEqual({ accessPointsLeftOut: '3', cellsLeftOut: '3' });
  });

  it('keep a battery of a beacon that is not a percentage beside it', () => {
    const [sample] = samplesOf(record(0), {
      type: 'beaconV2',
      index: 0,
      id: '02:ad:24:49:ea:60',
      rssi: -50,
      rssiAt1m: 0,
      battery: 255,
    });
    expect(sample?.accessPoints?.[0]).not.toHaveProperty('battery');
    expect(sample?.unknown).toEqual({ beaconBattery: '02:ad:24:49:ea:60 255' });
  });
});
