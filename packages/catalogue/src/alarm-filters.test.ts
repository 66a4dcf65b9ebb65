import { describe, expect, it } from 'vitest';
import { type AlarmFilterKey, alarmFilters, matchesAlarmFilter } from './alarm-filters.ts';
import type { SetFlags } from './warning-flags.ts';

function matching(
  flags: SetFlags,
  { charging = false, lastMsgIn = 1 as number | null } = {},
): AlarmFilterKey[] {
  return alarmFilters
    .filter(({ predicate }) => matchesAlarmFilter(predicate, { flags, charging, lastMsgIn }))
    .map(({ key }) => key);
}

describe('alarm filters', () => {
  it('carry the values 0 to 18 in order', () => {
    expect(alarmFilters.map(({ value }) => value)).toEqual(Array.from({ length: 19 }, (_, value) => value));
  });

  it('find every alarm under "alarm", and those with a filter of their own there too', () => {
    expect(matching({ manDownWarning: true })).toEqual(['alarm']);
    expect(matching({ fireWarning: true })).toEqual(['alarm', 'fire']);
    expect(matching({ geofenceWarning: true })).toEqual(['alarm', 'geofence']);
  });

  it('find a low battery only after contact, without a failed self-check and while not charging', () => {
    expect(matching({ batteryWarning: true })).toEqual(['battery', 'technical']);
    expect(matching({ batteryWarning: true }, { lastMsgIn: null })).not.toContain('battery');
    expect(matching({ batteryWarning: true, selfCheckWarning: true })).toEqual(['selfCheck', 'technical']);
    expect(matching({ batteryWarning: true }, { charging: true })).toEqual(['charging', 'clear', 'ok']);
  });

  it('tell a device that was never used from one that is well', () => {
    expect(matching({}, { lastMsgIn: null })).toEqual(['neverUsed', 'clear']);
    expect(matching({})).toEqual(['clear', 'ok']);
  });
});
