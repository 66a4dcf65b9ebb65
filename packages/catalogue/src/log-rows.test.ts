import { describe, expect, it } from 'vitest';
import { hardwareById } from './hardware/index.ts';
import { hasAddress, logRowOf } from './log-rows.ts';
import { isNotifyEvent } from './notify-events.ts';

const gps = {
  metyId: 5,
  subtypes: [],
  tranSource: 3,
  direction: 'I' as const,
  posType: 0,
  posLati: 62.47,
  posLong: 6.15,
  accuracy: null,
  numSatellites: 9,
  hdop: 1.2,
  inloId: null,
  dekmId: null,
};
const row = (fields: Partial<Parameters<typeof logRowOf>[0]> = {}, dehaId = 23) =>
  logRowOf({ ...gps, ...fields }, hardwareById(dehaId));

describe('a row of the log', () => {
  it('has what follows from a transaction: serverEvent, isAdvGeofence, isNotifyEvent, gpsQualityNumSat and gpsQualityHdop', () => {
    const derived = (fields: Partial<typeof gps>) => ({
      ...row(fields),
      isNotifyEvent: isNotifyEvent({ ...gps, ...fields }.metyId, []),
    });
    const quality = { gpsQualityNumSat: 9, gpsQualityHdop: 1.2 };
    expect(derived({})).toMatchObject({ serverEvent: false, isAdvGeofence: false, isNotifyEvent: false, ...quality });
    for (const metyId of [102, 103])
      expect(derived({ metyId, tranSource: 4 })).toMatchObject({
        ...{ serverEvent: true, isAdvGeofence: true, isNotifyEvent: true },
        ...quality,
      });
  });

  it.each([
    ['nine satellites', {}, false],
    ['three satellites', { numSatellites: 3 }, true],
    ['a great HDOP', { hdop: 11 }, true],
    ['a mast', { posType: 1 }, true],
    ['WiFi within 30 m', { posType: 2, accuracy: 30 }, false],
    ['WiFi within 300 m', { posType: 2, accuracy: 300 }, true],
    ['the last known place', { posType: 7 }, false],
    ['no position', { posType: null, posLati: null, posLong: null }, false],
  ])('[D4.072] with %s: a poor position is shown as type 62, and no other message', (_, fields, poor) => {
    expect(row(fields).shownType).toBe(poor ? 62 : 5);
    expect(row({ ...fields, metyId: 2 }).shownType).toBe(2);
  });

  it.each([
    ['an incoming satellite position', {}, [9, 1.2]],
    ['one that was sent to the device', { direction: 'O' as const }, [null, null]],
    ['a position by WiFi', { posType: 2 }, [null, null]],
    ['an assisted position', { posType: 6 }, [null, null]],
    ['an indoor location', { inloId: 4 }, [null, null]],
    ['a known access point', { dekmId: 4 }, [null, null]],
    ['a heartbeat', { metyId: 2 }, [null, null]],
    ['a report of settings', { metyId: 18 }, [null, null]],
    ['a position without them', { numSatellites: null, hdop: null }, [null, null]],
  ])('shows satellites and HDOP of %s or leaves them blank', (_, fields, shown) => {
    const { gpsQualityNumSat, gpsQualityHdop } = row(fields);
    expect([gpsQualityNumSat, gpsQualityHdop]).toEqual(shown);
  });

  it.each([
    ['a satellite position', {}, true],
    ['a poor satellite position', { numSatellites: 3 }, true],
    ['a position of a mast, which is poor', { posType: 1 }, true],
    ['WiFi within 30 m', { posType: 2, accuracy: 30 }, false],
    ['an assisted position', { posType: 6 }, false],
    ['no position', { posType: null, posLati: null, posLong: null }, false],
  ])('[D4.077] of %s the address is looked up, or it is not', (_, fields, wanted) => {
    expect(hasAddress({ ...gps, ...fields })).toBe(wanted);
  });

  it('the address of the last known place is empty', () => {
    expect(hasAddress({ ...gps, posType: 7 })).toBe(false);
  });

  it('shows OK for the app and GTX Sole, which never report them [D4.083]', () => {
    const without = { numSatellites: null, hdop: null };
    for (const dehaId of [2, 28])
      expect(row(without, dehaId)).toMatchObject({ gpsQualityNumSat: 'OK', gpsQualityHdop: 'OK' });
    expect(row({}, 2)).toMatchObject({ gpsQualityNumSat: 9, gpsQualityHdop: 1.2 });
    expect(row({ ...without, posType: 2 }, 2).gpsQualityNumSat).toBeNull();
  });
});
