import { describe, expect, it } from 'vitest';
import {
  blankLocation,
  draftOf,
  hasChanged,
  isValid,
  type LocationDraft,
  latLngOf,
  pinOf,
  typedLatLng,
  typedPoint,
  withScanned,
} from './location-draft.ts';

const point = {
  ...{ type: 'W' as const, macAddress: '02:ad:24:49:ea:60', name: 'Ruter', scannedTime: 1000 },
  ...{ signalStrength: -48, add: false },
};
const whole: LocationDraft = {
  ...blankLocation(7),
  ...{ inloId: 3, name: 'Stua', latLng: '62.47190,6.15360', indoorLocationDevices: [point] },
};
const withMac = (macAddress: string) => ({ indoorLocationDevices: [point, { ...point, macAddress }] });

describe('an indoor location can be saved', () => {
  it.each<[string, Partial<LocationDraft>, boolean]>([
    ['when it is whole', {}, true],
    ['not without a name [D5.012]', { name: ' ' }, false],
    ['not without a place [D5.013]', { latLng: '' }, false],
    ['not without a reference point [D5.014]', { indoorLocationDevices: [] }, false],
    ['not with a MAC address of 12 characters [D5.015]', withMac('02ad2449ea60'), false],
    ['not with an empty MAC address [D5.015]', withMac(''), false],
    ['with a MAC address of 13 characters and more [D5.015]', withMac('02-ad-24-49-ea'), true],
  ])('%s', (_, fields, expected) => {
    expect(isValid({ ...whole, ...fields })).toBe(expected);
  });
});

describe('an indoor location has changed [D5.017]', () => {
  it.each<[string, Partial<LocationDraft>]>([
    ['with its name', { name: 'Kjøkkenet' }],
    ['with its place', { latLng: '62.47191,6.15360' }],
    ['with its device', { deviId: 0 }],
    ['with its customer', { custId: 4 }],
    ['with its address', { address: 'Storgata 1' }],
    ['with the name of a point', { indoorLocationDevices: [{ ...point, name: 'Trådløst' }] }],
    ['with the address of a point', { indoorLocationDevices: [{ ...point, macAddress: '02:ad:24:49:ea:61' }] }],
    ['with a point more', withMac('02:ad:24:49:ea:61')],
    ['with a point less', { indoorLocationDevices: [] }],
  ])('%s', (_, fields) => {
    expect(hasChanged(whole, { ...whole, ...fields })).toBe(true);
  });

  it('and not when the same is typed again, or a point was heard with another strength', () => {
    expect(hasChanged(whole, { ...whole, name: 'Stua ' })).toBe(false);
    const [heard] = [{ ...point, signalStrength: -80, scannedTime: 2000 }];
    expect(hasChanged(whole, { ...whole, indoorLocationDevices: [heard] })).toBe(false);
  });
});

it('access points of a scan join the reference points, without those whose addresses are there [D4.026]', () => {
  const typed = { ...typedPoint, macAddress: '02-AD-24-49-EA-61' };
  const scanned = ['60', '61', '62'].map((end) => ({
    ...{ type: 'B' as const, macAddress: `02:ad:24:49:ea:${end}`, name: '', date: 5000, signalStrength: -60 },
  }));
  expect(withScanned([point, typed], scanned)).toEqual([
    point,
    typed,
    {
      ...{ type: 'B', macAddress: '02:ad:24:49:ea:62', name: '', scannedTime: 5000 },
      ...{ signalStrength: -60, add: false },
    },
  ]);
});

it('a point that is typed is marked as that, and has the strength -120 [D3.020 D3.022]', () => {
  expect(typedPoint).toMatchObject({ add: true, signalStrength: -120, scannedTime: null });
});

it('coordinates have five decimals, and are typed with a point or a comma [D3.019 D9.005]', () => {
  expect(latLngOf({ lat: 62.4719, lng: 6.1536789 })).toBe('62.47190,6.15368');
  expect(pinOf('62.47190,6.15360')).toEqual({ lat: 62.4719, lng: 6.1536 });
  expect(pinOf('')).toBeNull();
  for (const text of ['62.4719, 6.1536', '62.4719,6.1536', ' 62,4719 6,1536 ', '62,4719; 6,1536'])
    expect(typedLatLng(text), text).toBe('62.47190,6.15360');
  for (const text of ['', '62', 'Storgata 1', '91, 6', '62, 181', '62.4.1, 6'])
    expect(typedLatLng(text), text).toBeNull();
});

it('what is sent back has no numbers of points and no rights', () => {
  const { indoorLocationDevices, ...fields } = whole;
  const read = { ...fields, shared: false, scannedTime: 1000, hasGeofence: false, abilities: [] };
  expect(draftOf({ ...read, indoorLocationDevices: [{ ...point, indeId: 9 }] })).toEqual(whole);
});
