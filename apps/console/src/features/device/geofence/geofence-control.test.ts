import { posPathOf } from '@varde/catalogue/geofences';
import type { GeofenceForm } from '@varde/contract/geofence-form';
import type { GlobalGeofence } from '@varde/contract/geofences';
import { describe, expect, it, test } from 'vitest';
import { coordinatesIn, coordinateText } from '#domain/geofence/coordinates.ts';
import { blankFence } from '#domain/geofence/fence-form.ts';
import { geofenceRecord } from '../../../testing/records.ts';
import {
  controlStateOf,
  controlStates,
  copyOf,
  formOf,
  listed,
  needsSaving,
  offeredDrawings,
} from './geofence-control.ts';

const stored: GeofenceForm = {
  ...{ id: 4, name: 'Hjem', enabled: true, enabledTime: true, enabledTimeFrom: 2200, enabledTimeTo: 700 },
  ...{
    radius: 200,
    polygon: false,
    circle: true,
    vertices: [{ lat: 60, lng: 10 }],
    delayMinutes: 5,
    alertByCall: false,
  },
  ...{ indoor: false, inloIds: [] },
  ...{ share: false, sharedCustId: null },
};

test('the states are DEFAULT, NEW, REUSE and EDIT, by the sub-route and the open fence', () => {
  expect(controlStates).toEqual(['DEFAULT', 'NEW', 'REUSE', 'EDIT']);
  expect(controlStateOf(undefined, false)).toBe('DEFAULT');
  expect(controlStateOf(undefined, true)).toBe('EDIT');
  expect(controlStateOf('new', false)).toBe('NEW');
  expect(controlStateOf('reuse', false)).toBe('REUSE');
});

test('a blank fence is new, a circle of 200 m that is off, with the next free name', () => {
  expect(blankFence([])).toMatchObject({
    id: 0,
    name: 'Geofence1',
    radius: 200,
    enabled: false,
    circle: true,
  });
  expect(blankFence([{ name: 'Geofence1' }]).name).toBe('Geofence2');
});

describe('a fence needs saving for the values of the specification, and for its indoor locations, delay and call', () => {
  it.each<[string, Partial<GeofenceForm>]>([
    ['enabled', { enabled: false }],
    ['its hours', { enabledTime: false }],
    ['the begin of its hours', { enabledTimeFrom: 2100 }],
    ['the end of its hours', { enabledTimeTo: 800 }],
    ['the name', { name: 'Hjemme' }],
    ['polygon', { polygon: true, circle: false }],
    ['the radius', { radius: 201 }],
    ['indoor', { indoor: true, circle: false }],
    ['an indoor location', { inloIds: [3] }],
    ['the delay', { delayMinutes: 6 }],
    ['the call', { alertByCall: true }],
    ['the share', { share: true, sharedCustId: 7 }],
    ['a vertex', { vertices: [{ lat: 60, lng: 10.00001 }] }],
  ])('when this changed: %s', (_, changed) => {
    expect(needsSaving(stored, { ...stored, ...changed })).toBe(true);
  });

  it('not when nothing did, nor when hours changed that do not apply', () => {
    expect(needsSaving(stored, { ...stored, vertices: [{ lat: 60, lng: 10 }] })).toBe(false);
    const always = { ...stored, enabledTime: false };
    expect(needsSaving(always, { ...always, enabledTimeFrom: 100 })).toBe(false);
  });
});

test('indoor is offered only where there are indoor locations', () => {
  expect(offeredDrawings(0)).toEqual(['circle', 'polygon', 'none']);
  expect(offeredDrawings(1)).toEqual(['circle', 'polygon', 'indoor', 'none']);
});

test('a reused fence is a copy: new, off, shared with nobody, with a free name', () => {
  const shared: GlobalGeofence = { ...stored, posPath: posPathOf(stored.vertices), share: true, sharedCustId: 7 };
  const copy = copyOf(shared, [{ name: 'Hjem' }]);
  expect(copy).toEqual({
    ...formOf(shared),
    id: 0,
    name: 'Hjem2',
    enabled: false,
    share: false,
    sharedCustId: null,
  });
});

describe('[D9.005] typed coordinates', () => {
  it('have five decimals', () => {
    expect(coordinateText({ lat: 59.9139, lng: -10 })).toBe('59.91390, -10.00000');
    expect(coordinatesIn('59.9139001, 10.7522009')).toEqual([{ lat: 59.9139, lng: 10.7522 }]);
  });

  it.each([
    ['59.9,10.7', 1],
    ['59.9 10.7', 1],
    [' -16.8;  179.99 \n\n 1, 2', 2],
    ['59.9', null],
    ['59,9 10,7', null],
    ['91, 10', null],
    ['60, 181', null],
    ['Storgata 1', null],
  ])('%s is read as this many places: %s', (text, count) => {
    expect(coordinatesIn(text)?.length ?? null).toBe(count);
  });
});

describe('a geofence in a list', () => {
  const fence = geofenceRecord();

  it('has what is stored of it, and what the user has done with it there', () => {
    const fields = `id deviId name radius enabled status lastKnownOutside posPath notified enabledTimeFrom enabledTimeTo
      enabledTime share sharedCustId vertices polygon circle indoor inloIds editEnabled delayMinutes alertByCall index inEdit
      verticesChanged timeToggled copy rev changedBy`;
    expect(Object.keys(listed(fence, null)).sort()).toEqual(fields.split(/\s+/).sort());
    expect(listed(fence, null)).toMatchObject({ inEdit: false, verticesChanged: false, timeToggled: false });
    expect(listed(fence, {})).toMatchObject({ inEdit: true, verticesChanged: false, timeToggled: false });
    expect(listed(fence, { enabledTime: true })).toMatchObject({ verticesChanged: false, timeToggled: true });
  });

  it.each([
    ['another radius', { radius: 201 }, true],
    ['a centre a metre away', { vertices: [{ lat: 60.00001, lng: 10 }] }, true],
    ['a centre that is stored as the same', { vertices: [{ lat: 60.000001, lng: 10 }] }, false],
    ['the same place', { vertices: [{ lat: 60, lng: 10 }], radius: 200 }, false],
  ])('%s changes its area: %o, %s', (_what, edited, changed) => {
    expect(listed(fence, edited).verticesChanged).toBe(changed);
  });
});
