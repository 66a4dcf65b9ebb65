import { describe, expect, it } from 'vitest';
import {
  indoorLocationRights,
  mayCall,
  mayCallInAlarm,
  mayEditGeofence,
  mayHaveNote,
  mayOpenEventSetup,
  mayOpenUserImage,
  noteInAlarm,
} from './device-functions.ts';
import type { Policy } from './permissions.ts';

type Viewer = Parameters<typeof mayOpenEventSetup>[0] & { isPrivate: boolean };
type Device = Parameters<typeof mayOpenEventSetup>[1];

const holds =
  (...held: Policy[]) =>
  (policy: Policy) =>
    held.includes(policy);
const everything = () => true;
const careWorker: Viewer = { context: 'PROFFWEB', isTrackerOnly: false, isPrivate: false, may: everything };
const tracker: Viewer = { ...careWorker, isTrackerOnly: true };
const privateUser: Viewer = { ...careWorker, isPrivate: true };
const partner: Viewer = { ...careWorker, context: 'AHP', may: holds() };
const bare: Viewer = { ...careWorker, may: holds() };

const watch: Device = { dehaId: 34, twin: 'NONE', vardeAsReceiver: false };
const home: Device = { ...watch, dehaId: 13 };

it.each<[string, Viewer, Device, boolean]>([
  ['needs EVENT_SETUP', { ...bare, may: holds('EVENT_SETUP') }, watch, true],
  ['is closed without EVENT_SETUP', bare, watch, false],
  ['is hidden for clones', careWorker, { ...watch, twin: 'CLONE' }, false],
  ['is hidden for masters', careWorker, { ...watch, twin: 'MASTER' }, false],
  ['is hidden for hardware 13', careWorker, home, false],
  ['… unless Varde receives its alarms', careWorker, { ...home, vardeAsReceiver: true }, true],
  ['asks no policy in AHP context', partner, watch, true],
  ['is closed to trackers', tracker, watch, false],
])('event setup %s', (_, viewer, device, expected) => {
  expect(mayOpenEventSetup(viewer, device)).toBe(expected);
});

it('trackers have the phone and the image, and nobody has them in AHP context', () => {
  expect([mayCall(tracker), mayOpenUserImage(tracker)]).toEqual([true, true]);
  const operator = { ...partner, may: everything };
  expect([mayCall(operator), mayOpenUserImage(operator), mayHaveNote(operator)]).toEqual([false, false, false]);
});

it.each([
  ['private users do not have it', privateUser, false],
  ['DEVICE_NOTE is needed', bare, false],
  ['… and enough', { ...tracker, may: holds('DEVICE_NOTE') }, true],
])('the note: %s', (_, viewer, expected) => {
  expect(mayHaveNote(viewer)).toBe(expected);
});

describe('an indoor location', () => {
  const unbound = { shared: true, boundToDevice: false };
  it.each<[string, Policy[], Partial<typeof unbound>, ReturnType<typeof indoorLocationRights>]>([
    [
      '[D6.022] that is shared is looked at only without DEVICE_INDOOR_CUSTOMER',
      ['DEVICE_INDOOR'],
      {},
      { edit: false, share: false, remove: false },
    ],
    [
      '[D6.022 D6.023] that is shared is edited with it, and never deleted',
      ['DEVICE_INDOOR_CUSTOMER'],
      {},
      { edit: true, share: true, remove: false },
    ],
    [
      '[D6.022 D6.023] that is shared and bound to the device is edited, and not deleted',
      ['DEVICE_INDOOR'],
      { boundToDevice: true },
      { edit: true, share: false, remove: false },
    ],
    [
      'that is the own one of the device is edited and deleted',
      ['DEVICE_INDOOR'],
      { shared: false, boundToDevice: true },
      { edit: true, share: false, remove: true },
    ],
    [
      'is not changed without either policy',
      [],
      { shared: false, boundToDevice: true },
      { edit: false, share: false, remove: false },
    ],
  ])('%s', (_, held, location, expected) => {
    expect(indoorLocationRights({ may: holds(...held) }, { ...unbound, ...location })).toEqual(expected);
  });
});

it('a geofence may forbid editing: one that is shared, to all who may not share it', () => {
  const user = { may: holds('DEVICE_GEOFENCE') };
  expect(mayEditGeofence(user, { shared: false, mayShare: false })).toBe(true);
  expect(mayEditGeofence(user, { shared: true, mayShare: false })).toBe(false);
  expect(mayEditGeofence(user, { shared: true, mayShare: true })).toBe(true);
  expect(mayEditGeofence(bare, { shared: false, mayShare: true })).toBe(false);
});

describe('an alarm', () => {
  it('has the phone number for all who have it at the device, and for partners who handle the alarm', () => {
    expect(mayCallInAlarm(bare)).toBe(true);
    expect(mayCallInAlarm({ ...partner, may: holds('ALARM_HANDLE') })).toBe(true);
    expect(mayCallInAlarm(partner)).toBe(false);
  });

  it.each([
    ['users with DEVICE_NOTE', { ...bare, may: holds('DEVICE_NOTE') }, { hint: true, text: true }],
    ['users without it', bare, { hint: false, text: false }],
    ['private users', privateUser, { hint: false, text: false }],
    ['partners with DEVICE_NOTE', { ...partner, may: holds('DEVICE_NOTE') }, { hint: false, text: true }],
    ['partners without it', partner, { hint: false, text: false }],
  ])('shows of the note on its device, to %s', (_, viewer, expected) => {
    expect(noteInAlarm(viewer)).toEqual(expected);
  });
});
