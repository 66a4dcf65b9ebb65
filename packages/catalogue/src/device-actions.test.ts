import { describe, expect, it } from 'vitest';
import { commandLife } from './command-life.ts';
import {
  type DeviceActionKey,
  deviceActions,
  deviceActionsFor,
  hasAction,
  isSmsKind,
  isTracked,
  type SmsKind,
  smsAsLogged,
  smsTextOf,
  trackingMinutes,
} from './device-actions.ts';
import { hardwareList } from './hardware/index.ts';
import type { Policy } from './permissions.ts';
import { registrationProtocol } from './protocols.ts';

const holds =
  (...held: Policy[]) =>
  (policy: Policy) =>
    held.includes(policy);
const careWorker = { context: 'PROFFWEB' as const, isTrackerOnly: false, may: (_policy: Policy) => true };
const tracker = { ...careWorker, isTrackerOnly: true };
const partner = { ...careWorker, context: 'AHP' as const };
const viewer = holds('DEVICE_LIST');
const [watchFive, watchSeven, trackTwo, triggerTwo4G, home, app, analogTurbo, unknown] = [
  29, 34, 25, 23, 13, 2, 7, 9999,
];

describe('the actions that a user has on a device', () => {
  it('are all on a watch for a caller with every policy', () => {
    expect(deviceActionsFor(careWorker, watchFive)).toEqual(deviceActions.map(({ key }) => key));
  });

  it.each<[string, DeviceActionKey, typeof careWorker | typeof partner, number, boolean]>([
    ['[C2.32 C6.50] trackers find a watch', 'findMe', tracker, watchSeven, true],
    ['users find a watch that they see', 'findMe', { ...careWorker, may: viewer }, watchSeven, true],
    ['nobody finds hardware without the capability', 'findMe', careWorker, home, false],
    ['nobody finds unknown hardware', 'findMe', careWorker, unknown, false],
    ['[C6.50] trackers start tracking', 'startTracking', tracker, trackTwo, true],
    ['[C6.25] others need DEVICE_TRACKING', 'startTracking', { ...careWorker, may: viewer }, trackTwo, false],
    ['others track with it', 'startTracking', { ...careWorker, may: holds('DEVICE_TRACKING') }, trackTwo, true],
    ...[13, 22, 26, 32].map((dehaId): [string, DeviceActionKey, typeof careWorker, number, boolean] => [
      `[C5.04] tracking is hidden for the Gx8 family: ${dehaId}`,
      ...(['startTracking', careWorker, dehaId, false] as const),
    ]),
    ['tracking is hidden for the app, whose protocol has no commands', 'startTracking', careWorker, app, false],
    [
      'trackers who do not see the device start nothing',
      'startTracking',
      { ...tracker, may: holds() },
      trackTwo,
      false,
    ],
    ['a watch is located', 'locate', careWorker, watchSeven, true],
    ['[D6.032] not without DEVICE_TRACKING', 'locate', { ...careWorker, may: viewer }, watchSeven, false],
    ['[D6.040] not by trackers', 'locate', tracker, watchSeven, false],
    ['a partner locates a watch on its map', 'locate', partner, watchSeven, true],
    ['a partner has no find-me button', 'findMe', partner, watchSeven, false],
    ['an EV-07B reports its settings', 'sync', careWorker, trackTwo, true],
    ['a watch reports its settings', 'sync', careWorker, watchSeven, true],
    ['trackers read no settings', 'sync', tracker, trackTwo, false],
    ['reading settings needs DEVICE_SETTINGS', 'sync', { ...careWorker, may: viewer }, trackTwo, false],
    ['a watch shows messages', 'message', careWorker, watchSeven, true],
    ['a device without a display shows none', 'message', careWorker, trackTwo, false],
    ['trackers send no messages', 'message', tracker, watchSeven, false],
    ['a partner sends no messages', 'message', partner, watchSeven, false],
    ['a message needs DEVICE_SETTINGS', 'message', { ...careWorker, may: viewer }, watchSeven, false],
    ['watch five measures the heart rate', 'requestHeartRate', careWorker, watchFive, true],
    ['[D2.029] watch seven does not', 'requestHeartRate', careWorker, watchSeven, false],
    ['it measures the blood pressure', 'requestBloodPressure', careWorker, watchSeven, true],
    ['trackers measure nothing', 'requestBloodPressure', tracker, watchSeven, false],
    ['a partner measures nothing', 'requestBloodPressure', partner, watchSeven, false],
    [
      'measuring needs DEVICE_HEART_RATE_BLOOD_PRESSURE',
      'requestHeartRate',
      { ...careWorker, may: holds('DEVICE_SETTINGS') },
      watchFive,
      false,
    ],
    ['a watch is restarted by SMS', 'smsReboot', careWorker, watchSeven, true],
    ['nobody restarts an EV-07B by SMS: no text is sure', 'smsReboot', careWorker, triggerTwo4G, false],
    ['an EV-07B is led to Varde by SMS', 'smsConnect', careWorker, triggerTwo4G, true],
    ['trackers send no SMS', 'smsReset', tracker, watchSeven, false],
    [
      'a reset by SMS needs DEVICE_DELETE_DATA',
      'smsReset',
      { ...careWorker, may: holds('DEVICE_SETTINGS') },
      watchSeven,
      false,
    ],
    ['trackers restart nothing', 'reboot', tracker, watchSeven, false],
    ['a restart needs DEVICE_SETTINGS', 'reboot', { ...careWorker, may: viewer }, watchSeven, false],
    [
      'a reset needs DEVICE_DELETE_DATA',
      'factoryReset',
      { ...careWorker, may: holds('DEVICE_SETTINGS') },
      watchSeven,
      false,
    ],
    ['an EV-07B is restarted', 'reboot', careWorker, triggerTwo4G, true],
    ['an EV-07B is reset', 'factoryReset', careWorker, trackTwo, true],
    [
      'hardware without a gateway of its own is restarted over the open protocol',
      'reboot',
      careWorker,
      analogTurbo,
      true,
    ],
    ['an app takes no commands', 'reboot', careWorker, app, false],
  ])('%s', (_, key, who, dehaId, expected) => {
    expect(deviceActionsFor(who, dehaId).includes(key)).toBe(expected);
  });
});

/** Decisions, "Hardware": watches; 15, 16 and 23 of the triggers; the tracks with EV-07B. */
const found = [3, 8, 15, 16, 23, 25, 31];

describe('find-me', () => {
  it('[C2.32 C7.32] is an action of all hardware that can make a sound, and of no other', () => {
    const isFound = ({ dehaId, family }: (typeof hardwareList)[number]) => family === 'watch' || found.includes(dehaId);
    for (const who of [careWorker, tracker])
      for (const hardware of hardwareList)
        expect(deviceActionsFor(who, hardware.dehaId).includes('findMe'), hardware.name).toBe(isFound(hardware));
    expect(hardwareList.filter(isFound)).toHaveLength(found.length + 8);
  });
});

describe('the table of actions', () => {
  it('names each action and each kind of command once', () => {
    for (const field of ['key', 'kind'] as const)
      expect(new Set(deviceActions.map((action) => action[field])).size).toBe(deviceActions.length);
  });

  it('gives for all hardware with the capability whether its protocol carries the command', () => {
    for (const { key, capability, protocols } of deviceActions)
      for (const hardware of hardwareList)
        if (capability === null || hardware.capabilities[capability])
          expect(Object.keys(protocols), key).toContain(registrationProtocol(hardware).key);
  });

  it('sends commands that must not run twice only once', () => {
    expect(commandLife('reboot').maxTries).toBe(1);
    expect(commandLife('factoryReset').maxTries).toBe(1);
    expect(commandLife('writeSettings')).toEqual({ expirySeconds: 86_400, maxTries: 3 });
    expect(commandLife('findMe').expirySeconds).toBe(300);
  });

  const address = { host: 'alarm.example.no', port: 5093 };
  it('has an SMS for each action that leaves by SMS, on exactly the hardware that has the action', () => {
    for (const action of deviceActions.filter(({ kind }) => isSmsKind(kind)))
      for (const { dehaId } of hardwareList) {
        const text = () => smsTextOf(dehaId, action.kind as SmsKind, { address, password: '4711' });
        if (hasAction(dehaId, action)) expect(text()).toMatch(/^[\x20-\x7e]{1,160}$/);
        else expect(text).toThrow('has no SMS for');
      }
  });

  it('leads each protocol here with the SMS of its own', () => {
    const given = { address, password: '471147' };
    expect(smsTextOf(watchSeven, 'smsConnect', given)).toBe('pw,471147,ip,alarm.example.no,5093#');
    expect(smsTextOf(watchSeven, 'smsReset', given)).toBe('pw,471147,factory#');
    expect(smsTextOf(trackTwo, 'smsConnect', given)).toBe('IP1,alarm.example.no,5093');
    expect(() => smsTextOf(trackTwo, 'smsConnect', { ...given, address: null })).toThrow('no address');
  });

  it('keeps an SMS without its password, also when the type of the device has been changed since', () => {
    expect(smsAsLogged(watchSeven, 'smsReset', 'pw,471147,factory#')).toBe('pw,******,factory#');
    expect(smsAsLogged(watchSeven, 'smsReset', 'RESET')).toBe('*****');
    expect(smsAsLogged(trackTwo, 'smsConnect', 'IP1,alarm.example.no,5093')).toBe('IP1,alarm.example.no,5093');
  });

  it('has at least one device for each action', () => {
    for (const action of deviceActions)
      expect(
        hardwareList.some(({ dehaId }) => hasAction(dehaId, action)),
        action.key,
      ).toBe(true);
  });
});

describe('tracking', () => {
  it('[D4.058 D4.059] is active while more than five seconds are left', () => {
    expect([isTracked(null, 0), isTracked(5000, 0), isTracked(5001, 0)]).toEqual([false, false, true]);
  });

  it('takes 60 minutes by default, and on trigger two 4G always 30', () => {
    expect([trackingMinutes(watchSeven, undefined), trackingMinutes(watchSeven, 90)]).toEqual([60, 90]);
    expect([trackingMinutes(triggerTwo4G, undefined), trackingMinutes(triggerTwo4G, 90)]).toEqual([30, 30]);
  });
});
