import { describe, expect, it } from 'vitest';
import {
  badgesOf,
  generalWarningOf,
  hasTechnicalWarning,
  rankOf,
  shownStatus,
  statusByKey,
  statusColour,
  statuses,
  statusOf,
  storedStatusKeys,
} from './statuses.ts';
import type { SetFlags } from './warning-flags.ts';
import { warningFlags } from './warning-flags.ts';

const idle = { charging: false };
const keyOf = (flags: SetFlags, context = idle) => statusOf(flags, context).key;

describe('statusOf', () => {
  it('has the twenty statuses of the specification in ascending priority [C4.02]', () => {
    const specified = statuses.filter(({ key }) => key !== 'neverUsed');
    expect(specified.map(({ key, priority }) => [priority, key])).toEqual([
      [1, 'lastMessageOnly'],
      [2, 'fire'],
      [3, 'manDown'],
      [4, 'epilepsy'],
      [5, 'alarm'],
      [6, 'wanderer'],
      [7, 'geofence'],
      [8, 'selfCheck'],
      [9, 'outOfBed'],
      [10, 'fridge'],
      [11, 'inBed'],
      [12, 'outOfBattery'],
      [13, 'offline'],
      [14, 'tcpDisabled'],
      [15, 'outdatedPosition'],
      [16, 'battery'],
      [17, 'powerFailure'],
      [18, 'inactive'],
      [19, 'general'],
      [100, 'clear'],
    ]);
  });

  const keyOfFlag = [
    ['fireWarning', 'fire'],
    ['manDownWarning', 'manDown'],
    ['epilepsyWarning', 'epilepsy'],
    ['alarmWarning', 'alarm'],
    ['wandererWarning', 'wanderer'],
    ['geofenceWarning', 'geofence'],
    ['selfCheckWarning', 'selfCheck'],
    ['outOfBedWarning', 'outOfBed'],
    ['fridgeWarning', 'fridge'],
    ['inBedWarning', 'inBed'],
    ['outOfBatteryWarning', 'outOfBattery'],
    ['offlineWarning', 'offline'],
    ['offline', 'offline'],
    ['tcpStatusDisabledWarning', 'tcpDisabled'],
    ['outdatedPositionWarning', 'outdatedPosition'],
    ['batteryWarning', 'battery'],
    ['powerFailure', 'powerFailure'],
    ['inactiveWarning', 'inactive'],
    ['generalWarning', 'general'],
  ] as const;

  it.each(keyOfFlag)('shows %s alone as %s', (flag, key) => {
    expect(keyOf({ [flag]: true })).toBe(key);
  });

  it.each([
    ['as they stand', warningFlags],
    ['the other way round', [...warningFlags].reverse()],
  ])(
    'of all flags, %s, shows the first match, and the next one as each is cleared, down to clear [C4.01 C4.02]',
    (_, order) => {
      const flags = new Map(order.map((flag) => [flag, true]));
      for (const [flag, key] of keyOfFlag) {
        expect(keyOf(Object.fromEntries(flags)), flag).toBe(key);
        flags.delete(flag);
      }
      expect(keyOf(Object.fromEntries(flags))).toBe('clear');
    },
  );

  it.each(keyOfFlag.map(([flag], at) => [flag, keyOfFlag.slice(at + 1)] as const))(
    '%s is shown before each one below it, when there are only the two [C4.01]',
    (flag, below) => {
      for (const [other] of below) expect(keyOf({ [other]: true, [flag]: true }), other).toBe(keyOf({ [flag]: true }));
    },
  );

  it('is clear when nothing is set', () => {
    expect(keyOf({})).toBe('clear');
    expect(keyOf({ escalated: true, unknownWarning: true, sensorLowBattery: true })).toBe('clear');
  });

  it('does not warn of the battery while it charges [C4.03]', () => {
    expect(keyOf({ batteryWarning: true }, { charging: true })).toBe('clear');
    expect(keyOf({ batteryWarning: true, powerFailure: true }, { charging: true })).toBe('powerFailure');
  });

  it('is that only the last message is kept up, for a unit in stock, whatever is the matter with it [C4.02]', () => {
    expect(statusOf({ fireWarning: true }, { charging: false, lastMessageOnly: true }).key).toBe('lastMessageOnly');
  });
});

describe('statusColour', () => {
  it('gives an alarm that was not escalated its own colour in the AHP view only', () => {
    const alarm = statusByKey('alarm');
    expect(statusColour(alarm, { ahp: true, escalated: false })).toBe('nonEscalatedAlarm');
    expect(statusColour(alarm, { ahp: true, escalated: true })).toBe('alarm');
    expect(statusColour(alarm, { ahp: false, escalated: false })).toBe('alarm');
    expect(statusColour(statusByKey('offline'), { ahp: true, escalated: false })).toBe('offline');
  });
});

describe('badgesOf', () => {
  it('marks a general warning unless it is the status itself, and a sensor battery always', () => {
    const flags = { generalWarning: true, sensorLowBattery: true };
    expect(badgesOf(flags, statusByKey('alarm'))).toEqual(['generalWarning', 'sensorLowBattery']);
    expect(badgesOf(flags, statusByKey('general'))).toEqual(['sensorLowBattery']);
    expect(badgesOf({}, statusByKey('clear'))).toEqual([]);
  });
});

describe('generalWarningOf', () => {
  it.each<[string, SetFlags, boolean, boolean]>([
    ['nothing', {}, false, false],
    ['an alarm alone', { alarmWarning: true }, false, false],
    ['a low battery that is the status', { batteryWarning: true }, false, false],
    ['a low battery behind an alarm', { batteryWarning: true, alarmWarning: true }, false, true],
    ['a low battery behind an alarm while charging', { batteryWarning: true, alarmWarning: true }, true, false],
    ['two technical flags', { batteryWarning: true, powerFailure: true }, false, true],
    ['both offline fields', { offline: true, offlineWarning: true }, false, false],
    ['a sensor battery, which has no status of its own', { sensorLowBattery: true }, false, true],
    ['only its own earlier value', { generalWarning: true }, false, false],
  ])('for %s: %o, charging %s, is %s', (_, flags, charging, expected) => {
    expect(generalWarningOf(flags, { charging })).toBe(expected);
  });
});

it('counts a low battery as technical only while it does not charge', () => {
  expect(hasTechnicalWarning({ batteryWarning: true }, { charging: false })).toBe(true);
  expect(hasTechnicalWarning({ batteryWarning: true }, { charging: true })).toBe(false);
});

describe('the status that is shown', () => {
  it('of a device that was never in contact is that, and not OK; a warning, and the shelf, come first', () => {
    expect(shownStatus('clear', false)).toBe('neverUsed');
    expect(shownStatus('clear', true)).toBe('clear');
    for (const stored of ['alarm', 'lastMessageOnly'] as const) expect(shownStatus(stored, false)).toBe(stored);
  });

  it('is the only one that is not stored, and has the place of OK in the list', () => {
    const stored: readonly string[] = storedStatusKeys;
    expect(statuses.map(({ key }) => key).filter((key) => !stored.includes(key))).toEqual(['neverUsed']);
    expect(rankOf('neverUsed')).toBe(rankOf('clear'));
  });
});
