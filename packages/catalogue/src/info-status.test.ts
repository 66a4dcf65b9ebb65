import { expect, it } from 'vitest';
import { deviceDetailsOf } from './device-details.ts';
import { infoStatusOf } from './info-status.ts';
import type { StatusKey } from './statuses.ts';
import { type WarningFlag, type WarningFlags, warningFlags } from './warning-flags.ts';

const noFlags = Object.fromEntries(warningFlags.map((flag) => [flag, false])) as WarningFlags;
const well = {
  ...noFlags,
  ...{ dehaId: 23, deviceSNNum: 'SN1', ownedByCustId: 1, ownedByCustName: 'Solvik' },
  ...{ lastMsgIn: 1 as number | null, userImageVersion: null, twin: 'NONE' as const },
  ...{ status: 'clear' as StatusKey, connected: true },
};
const statusOf = (fields: Partial<typeof well>) => {
  const row = { ...well, ...fields };
  return infoStatusOf({ ...row, ...deviceDetailsOf(row) });
};
const set = (...flags: WarningFlag[]) => Object.fromEntries(flags.map((flag) => [flag, true]));

it('the status label is the first that holds: new, alarm, switched off, failed self-check, low battery, not in active use, the status of the server, disconnected, ok', () => {
  const steps = [
    ['new', { lastMsgIn: null }],
    ['alarm', set('alarmWarning')],
    ['offline', set('offline')],
    ['failedSelfCheck', set('selfCheckWarning')],
    ['batteryLow', set('batteryWarning')],
    ['staticTooLong', set('inactiveWarning')],
    ['deviceStatus', { status: 'geofence' as const }],
    ['disconnected', { connected: false }],
    ['ok', {}],
  ] as const;
  for (const [index, [label]] of steps.entries()) {
    // Everything from here on holds, nothing before it does.
    const fields = Object.assign({}, ...steps.slice(index).map(([, each]) => each));
    expect(statusOf(fields)).toBe(label);
  }
  for (const flag of ['fireWarning', 'manDownWarning', 'epilepsyWarning', 'wandererWarning'] as const)
    expect(statusOf(set(flag))).toBe('alarm');
  expect(statusOf(set('offlineWarning'))).toBe('offline');
  expect(statusOf(set('outOfBatteryWarning'))).toBe('batteryLow');
});

it('a device that holds no connection is not called disconnected: phones and devices over HTTP', () => {
  for (const dehaId of [2, 7, 20, 28]) expect(statusOf({ dehaId, connected: false })).toBe('ok');
  for (const dehaId of [13, 23, 33, 34, 9999]) expect(statusOf({ dehaId, connected: false })).toBe('disconnected');
});

it('the fields of the detail areas follow from the row', () => {
  const row = { ...well, lastMsgIn: null, userImageVersion: 7, twin: 'CLONE' as const };
  expect(deviceDetailsOf(row)).toEqual({
    ...{ deviceTypeName: 'Trigger Two 4G', deviceSerialNumber: 'SN1', deviceStatus: 'clear' },
    ownedByCustomer: { custId: 1, firmName: 'Solvik' },
    ...{ twinChild: true, hasUserImage: true, neverUsed: true, inAlarmMode: false },
    ...{ failedSelfCheck: false, batteryLow: false, staticTooLong: false },
  });
  expect(deviceDetailsOf({ ...well, dehaId: 9999, twin: 'MASTER' })).toMatchObject({
    ...{ deviceTypeName: '', twinChild: false, hasUserImage: false, neverUsed: false },
  });
});
