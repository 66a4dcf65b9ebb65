import { describe, expect, it } from 'vitest';
import { alarmRecord } from '../../testing/records.ts';
import { silenceableAlarms, soundingAlarms } from './alarm-sound.ts';

const claimedBy = { userId: 1, name: 'Kari' };
const idsOf = (alarms: { alarmId: number }[]) => alarms.map(({ alarmId }) => alarmId);

describe('the alarm sound', () => {
  it('is silent without alarms', () => {
    expect(soundingAlarms([])).toEqual([]);
  });

  it('sounds for as long as one open alarm is claimed by nobody', () => {
    const alarms = [alarmRecord({ alarmId: 1, state: 'claimed', claimedBy }), alarmRecord({ alarmId: 2 })];
    expect(idsOf(soundingAlarms(alarms))).toEqual([2]);
  });

  it('stops when every open alarm is claimed or reset', () => {
    const claimed = alarmRecord({ alarmId: 1, state: 'claimed', claimedBy, signalCount: 4 });
    expect(soundingAlarms([claimed, alarmRecord({ alarmId: 2, state: 'reset' })])).toEqual([]);
  });

  it('starts again when a claimed alarm signals once more, until that is claimed too', () => {
    expect(soundingAlarms([alarmRecord({ state: 'open', claimedBy, signalCount: 2 })])).toHaveLength(1);
  });

  it('starts again when a claim is released', () => {
    expect(soundingAlarms([alarmRecord({ state: 'open', claimedBy: null })])).toHaveLength(1);
  });
});

describe('an alarm that was handed over', () => {
  const handed = alarmRecord({
    state: 'claimed',
    claimedBy,
    handedOverBy: { userId: 2, name: 'Ola' },
    abilities: ['release', 'handOver', 'reset'],
  });
  const toUser: typeof handed = { ...handed, abilities: ['claim', ...handed.abilities] };

  it('sounds at once for the user who is to confirm it, and for nobody else', () => {
    expect(soundingAlarms([toUser])).toHaveLength(1);
    expect(silenceableAlarms([toUser])).toEqual([]);
    expect(soundingAlarms([handed])).toEqual([]);
  });

  it('is silent for everybody as soon as it is confirmed', () => {
    expect(soundingAlarms([{ ...toUser, handedOverBy: null }])).toEqual([]);
  });
});

describe('the sound that somebody stopped on the own screen', () => {
  const seen = alarmRecord({ alarmId: 1, abilities: [], signalCount: 2 });
  const silenced = new Map([[1, 2]]);

  it('stays stopped for that alarm, and sounds for another one', () => {
    expect(soundingAlarms([seen], silenced)).toEqual([]);
    expect(idsOf(soundingAlarms([seen, alarmRecord({ alarmId: 2, abilities: [] })], silenced))).toEqual([2]);
  });

  it('begins again with the next signal of the same alarm', () => {
    expect(soundingAlarms([{ ...seen, signalCount: 3 }], silenced)).toHaveLength(1);
  });

  it('is never that of an alarm that the user may claim', () => {
    const own = alarmRecord({ alarmId: 1, signalCount: 2 });
    expect(soundingAlarms([own], silenced)).toHaveLength(1);
    expect(idsOf(silenceableAlarms([own, { ...seen, alarmId: 3 }]))).toEqual([3]);
  });
});
