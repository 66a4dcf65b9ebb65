import { describe, expect, it } from 'vitest';
import {
  type DeviceFunction,
  deviceFunctions,
  deviceFunctionsFor,
  indoorLocationRights,
  mayCallInAlarm,
  mayEditGeofence,
  noteInAlarm,
} from './device-functions.ts';
import type { Policy } from './permissions.ts';

type Viewer = Parameters<typeof deviceFunctionsFor>[0];
type Device = Parameters<typeof deviceFunctionsFor>[1];

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
const trackTwo: Device = { ...watch, dehaId: 25 };
const home: Device = { ...watch, dehaId: 13 };
const clone: Device = { ...watch, twin: 'CLONE' };

describe('the functions of a user on a device', () => {
  it.each<[string, DeviceFunction, Viewer, Device, boolean]>([
    ['event setup needs EVENT_SETUP', 'eventSetup', { ...bare, may: holds('EVENT_SETUP') }, watch, true],
    ['event setup is closed without EVENT_SETUP', 'eventSetup', bare, watch, false],
    ['event setup is hidden for twins', 'eventSetup', careWorker, clone, false],
    ['event setup is hidden for masters', 'eventSetup', careWorker, { ...watch, twin: 'MASTER' }, false],
    ['event setup is hidden for hardware 13', 'eventSetup', careWorker, home, false],
    [
      '… unless Varde receives its alarms',
      'eventSetup',
      careWorker,
      { ...home, vardeAsReceiver: true },
      true,
    ],
    ['event setup in AHP context asks no policy', 'eventSetup', partner, watch, true],
    ['trackers have no event setup', 'eventSetup', tracker, watch, false],
    ['the graph needs no more', 'graph', { ...bare, may: holds('DEVICE_TRANSACTION_LOG') }, watch, true],
    ['the export needs no more', 'exportLog', { ...bare, may: holds('DEVICE_LOGS') }, watch, true],
    ['trackers have the phone', 'phone', tracker, watch, true],
    ['trackers have the user image', 'userImage', tracker, watch, true],
    ['private users see no notes icon', 'note', privateUser, watch, false],
    ['the note needs DEVICE_NOTE', 'note', bare, watch, false],
    ['the note is open with DEVICE_NOTE', 'note', { ...tracker, may: holds('DEVICE_NOTE') }, watch, true],
    ['private mode hides sharing', 'sharing', privateUser, watch, false],
    ['private mode hides training', 'training', privateUser, watch, false],
    ['training of a twin child is read-only', 'changeTraining', careWorker, clone, false],
    ['… and is shown', 'training', careWorker, clone, true],
    ['training is changed elsewhere', 'changeTraining', careWorker, watch, true],
    ['private users lack the satellite override', 'satelliteOverride', privateUser, watch, false],
    ['the graph needs the log policy', 'graph', bare, watch, false],
    ['trackers have no graph', 'graph', tracker, watch, false],
    [
      'export needs DEVICE_LOGS',
      'exportLog',
      { ...bare, may: holds('DEVICE_TRANSACTION_LOG') },
      watch,
      false,
    ],
    ['trackers export nothing', 'exportLog', tracker, watch, false],
  ])('%s', (_, name, viewer, device, expected) => {
    expect(deviceFunctionsFor(viewer, device).includes(name)).toBe(expected);
  });

  it('are event setup in AHP context, without the buttons that trackers have', () => {
    const buttons = ['eventSetup', 'phone', 'userImage', 'note'];
    expect(deviceFunctionsFor(partner, trackTwo).filter((name) => buttons.includes(name))).toEqual([
      'eventSetup',
    ]);
  });

  it('are all of them for a user who holds every policy', () => {
    expect(deviceFunctionsFor(careWorker, trackTwo)).toEqual(deviceFunctions);
  });
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
