import { expect, it, test } from 'vitest';
import { changedParts, type EnteredFence, type FencePart } from './geofence-parts.ts';

const fence: EnteredFence = {
  ...{ name: 'Hjem', enabled: true, enabledTime: true, enabledTimeFrom: 800, enabledTimeTo: 0 },
  ...{ circle: true, polygon: false, indoor: false, vertices: [{ lat: 60, lng: 10 }], inloIds: [], radius: 200 },
  ...{ delayMinutes: 0, alertByCall: false, sharedCustId: null },
};

it.each<[FencePart, Partial<EnteredFence>]>([
  ['name', { name: 'Heim' }],
  ['enabled', { enabled: false }],
  ['hours', { enabledTime: false }],
  ['hours', { enabledTimeTo: 900 }],
  ['area', { radius: 201 }],
  ['area', { vertices: [{ lat: 60, lng: 10.00001 }] }],
  ['area', { circle: false, indoor: true, vertices: [], inloIds: [3] }],
  ['delay', { delayMinutes: 5 }],
  ['call', { alertByCall: true }],
  ['sharing', { sharedCustId: 7 }],
])('%s is another with %o', (part, changed) => {
  expect(changedParts(fence, { ...fence, ...changed })).toEqual([part]);
});

test('equal values are no change, in whatever order their fields are, and neither are hours that do not apply', () => {
  expect(changedParts(fence, { ...fence, vertices: [{ lng: 10, lat: 60.000001 }] })).toEqual([]);
  const always = { ...fence, enabledTime: false };
  expect(changedParts(always, { ...always, enabledTimeFrom: 0 })).toEqual([]);
});
