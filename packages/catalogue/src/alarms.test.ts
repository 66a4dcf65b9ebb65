import { describe, expect, it } from 'vitest';
import { alarmTypes, flagChanges, flagRules, isAlarm, mainMessageType } from './alarms.ts';
import { type MessageTypeId, messageTypes, metyId } from './message-types.ts';

const events = (...types: MessageTypeId[]) => types.map((type) => ({ metyId: type }));

describe('alarm types', () => {
  it('are those that the specification numbers, and no others [D9.044]', () => {
    const raising = messageTypes.map(({ id }) => id).filter(isAlarm);
    expect(raising).toEqual([1, 3, 12, 21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 33, 102]);
    expect(new Set(alarmTypes.map((type) => type.metyId)).size).toBe(alarmTypes.length);
  });

  it.each(alarmTypes)(
    '$metyId sets $flag, which the reset clears and mere contact does not',
    ({ metyId: type, flag }) => {
      expect(flagChanges(type)).toEqual({ [flag]: true });
      expect(flagChanges(101)).toHaveProperty(flag, false);
      expect(flagChanges('contact')).not.toHaveProperty(flag);
    },
  );

  it('no alarm flag is set by contact', () => {
    expect(Object.values(flagChanges('contact'))).not.toContain(true);
    expect(flagChanges('contact')).not.toHaveProperty('alarmWarning');
  });
});

describe('flagChanges', () => {
  it('brings a device back in contact with any message', () => {
    expect(flagChanges('contact')).toEqual({
      outOfBatteryWarning: false,
      offlineWarning: false,
      offline: false,
    });
    expect(flagChanges('silent')).toEqual({ offlineWarning: true, offline: true });
  });

  it.each([
    [metyId.selfCheckFailed, { selfCheckWarning: true }],
    [metyId.selfCheckOk, { selfCheckWarning: false }],
    [metyId.outOfBattery, { outOfBatteryWarning: true }],
    [metyId.powerFailure, { powerFailure: true }],
    [metyId.powerRestored, { powerFailure: false }],
    [metyId.communicationLost, { tcpStatusDisabledWarning: true }],
    [metyId.chargingStarted, { batteryWarning: false }],
    [metyId.lowBattery, { batteryWarning: true }],
    [metyId.position, {}],
  ] as const)('for %s is %o', (cause, expected) => {
    expect(flagChanges(cause)).toEqual(expected);
  });

  it('has one rule for a flag, which no cause both sets and clears', () => {
    expect(new Set(flagRules.map(({ flag }) => flag)).size).toBe(flagRules.length);
    for (const { on, off } of flagRules) expect(on.filter((cause) => off.includes(cause))).toEqual([]);
  });
});

describe('mainMessageType', () => {
  it('shows an SOS before the low battery of the same message, in either order', () => {
    expect(mainMessageType(events(6, 1))).toBe(1);
    expect(mainMessageType(events(1, 6))).toBe(1);
  });

  it('ranks alarms as the device list does', () => {
    expect(mainMessageType(events(21, 23, 12, 22, 1, 26, 3, 27))).toBe(27);
    expect(mainMessageType(events(12, 22, 1, 26, 3))).toBe(3);
    expect(mainMessageType(events(24, 21))).toBe(21);
  });

  it('shows a resident out of bed before a failed self-check', () => {
    expect(mainMessageType(events(45, 23))).toBe(23);
  });

  it('keeps the first among equals, and shows a warning before other events', () => {
    expect(mainMessageType(events(33, 29))).toBe(33);
    expect(mainMessageType(events(51, 11, 10))).toBe(10);
    expect(mainMessageType(events(51, 50))).toBe(51);
  });

  it('is null without events', () => {
    expect(mainMessageType([])).toBeNull();
  });
});
