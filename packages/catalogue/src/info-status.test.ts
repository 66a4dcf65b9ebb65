import { expect, it } from 'vitest';
import { infoStatusOf } from './info-status.ts';
import { type WarningFlag, type WarningFlags, warningFlags } from './warning-flags.ts';

const noFlags = Object.fromEntries(warningFlags.map((flag) => [flag, false])) as WarningFlags;
const well = { ...noFlags, lastMsgIn: 1, status: 'clear', connected: true } as const;
const set = (...flags: WarningFlag[]) => Object.fromEntries(flags.map((flag) => [flag, true]));

it('the status label is the first that holds: new, alarm, switched off, failed self-check, low battery, not in active use, the status of the server, disconnected, ok [D4.029]', () => {
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
    const device = Object.assign({}, well, ...steps.slice(index).map(([, fields]) => fields));
    expect(infoStatusOf(device)).toBe(label);
  }
  for (const flag of ['fireWarning', 'manDownWarning', 'epilepsyWarning', 'wandererWarning'] as const)
    expect(infoStatusOf({ ...well, ...set(flag) })).toBe('alarm');
  expect(infoStatusOf({ ...well, ...set('offlineWarning') })).toBe('offline');
  expect(infoStatusOf({ ...well, ...set('outOfBatteryWarning') })).toBe('batteryLow');
});
