import { describe, expect, it } from 'vitest';
import { alarmRecord } from '../../testing/records.ts';
import { shallSound } from './alarm-sound.ts';

const claimedBy = { userId: 1, name: 'Kari' };

describe('the alarm sound', () => {
  it('is silent without alarms', () => {
    expect(shallSound([])).toBe(false);
  });

  it('sounds for as long as one open alarm is claimed by nobody', () => {
    expect(
      shallSound([alarmRecord({ alarmId: 1, state: 'claimed', claimedBy }), alarmRecord({ alarmId: 2 })]),
    ).toBe(true);
  });

  it('stops when every open alarm is claimed or reset', () => {
    const claimed = alarmRecord({ alarmId: 1, state: 'claimed', claimedBy, signalCount: 4 });
    expect(shallSound([claimed, alarmRecord({ alarmId: 2, state: 'reset' })])).toBe(false);
  });

  it('starts again when a claimed alarm signals once more, until that is claimed too', () => {
    expect(shallSound([alarmRecord({ state: 'open', claimedBy, signalCount: 2 })])).toBe(true);
  });
});
