import { describe, expect, it } from 'vitest';
import { alarmRecord } from '../../testing/records.ts';
import { againMs, hearAlarms, nothingHeard, shallSound } from './alarm-sound.ts';

const claimed = { state: 'claimed', claimedBy: { userId: 1, name: 'Kari' } } as const;

describe('the alarm sound', () => {
  it('is silent without alarms', () => {
    expect(shallSound(nothingHeard, [], 0)).toBe(false);
  });

  it('sounds for as long as one open alarm is claimed by nobody', () => {
    const alarms = [alarmRecord({ alarmId: 1, ...claimed }), alarmRecord({ alarmId: 2 })];
    expect(shallSound(hearAlarms(nothingHeard, alarms, 0), alarms, 3_600_000)).toBe(true);
  });

  it('stops when every open alarm is claimed or reset', () => {
    const alarms = [alarmRecord({ alarmId: 1, ...claimed }), alarmRecord({ alarmId: 2, state: 'reset' })];
    expect(shallSound(hearAlarms(nothingHeard, alarms, 0), alarms, 1)).toBe(false);
  });

  it('starts again for a while when a claimed alarm signals once more', () => {
    const before = hearAlarms(nothingHeard, [alarmRecord({ ...claimed, signalCount: 1 })], 0);
    const again = [alarmRecord({ ...claimed, signalCount: 2 })];
    const heard = hearAlarms(before, again, 1000);
    expect(shallSound(heard, again, 1001)).toBe(true);
    expect(shallSound(heard, again, 1000 + againMs)).toBe(false);
  });

  it('does not sound for a claimed alarm that was there when the page was opened', () => {
    const alarms = [alarmRecord({ ...claimed, signalCount: 4 })];
    expect(shallSound(hearAlarms(nothingHeard, alarms, 0), alarms, 1)).toBe(false);
  });
});
