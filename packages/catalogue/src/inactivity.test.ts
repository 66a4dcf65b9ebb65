import { describe, expect, it } from 'vitest';
import { activePeriods, activityTypes, isInactive } from './inactivity.ts';
import { metyId } from './message-types.ts';

const day = Date.UTC(2026, 0, 15);
const at = (clock: string, days = 0) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return { minute: hours * 60 + minutes, now: day + (days * 24 * 60 + hours * 60 + minutes) * 60_000 };
};
const hours = (from: string, to: string, intervalMs = 4 * 3_600_000) => ({
  intervalMs,
  from: at(from).minute,
  to: at(to).minute,
});

describe('somebody is inactive', () => {
  it.each([
    ['08:00', '22:00', '12:00', '15:59', false],
    ['08:00', '22:00', '12:00', '16:00', true],
    ['08:00', '22:00', '06:00', '11:59', false],
    ['08:00', '22:00', '06:00', '12:00', true],
    ['08:00', '22:00', '12:00', '22:00', false],
    ['08:00', '22:00', '12:00', '21:59', true],
    ['22:00', '08:00', '21:00', '23:59', false],
    ['00:00', '00:00', '00:00', '04:00', true],
    ['12:00', '12:00', '08:01', '12:00', false],
  ])('between %s and %s, last active at %s: at %s %s', (from, to, active, now, expected) => {
    expect(isInactive({ activeAt: at(active).now, ...at(now) }, [hours(from, to)])).toBe(expected);
  });

  it('over midnight, and in any of two periods', () => {
    const periods = [hours('08:00', '22:00', 24 * 3_600_000), hours('22:00', '08:00')];
    const activeAt = at('21:00').now;
    expect(isInactive({ activeAt, ...at('01:59', 1) }, periods)).toBe(false);
    expect(isInactive({ activeAt, ...at('02:00', 1) }, periods)).toBe(true);
    expect(isInactive({ activeAt, ...at('02:00', 1) }, [])).toBe(false);
  });
});

it('the periods are those that are on, with the values of the specification where none is set', () => {
  expect(activePeriods({})).toEqual([]);
  expect(activePeriods({ inactivityFunction: 1, inactivityFromOne: '07:30' })).toEqual([
    { intervalMs: 14_400_000, from: 450, to: 1320 },
  ]);
  expect(activePeriods({ inactivityFunction: 2, inactivityIntervalTwo: 3600 })).toMatchObject([
    { intervalMs: 14_400_000 },
    { intervalMs: 3_600_000, from: 1320, to: 480 },
  ]);
});

it('what somebody did not do, and what things do, is no activity', () => {
  for (const type of [
    metyId.notBackInBed,
    metyId.notStoodUp,
    metyId.fridge,
    metyId.fire,
    metyId.heartbeat,
    metyId.position,
  ])
    expect(activityTypes.has(type)).toBe(false);
});
