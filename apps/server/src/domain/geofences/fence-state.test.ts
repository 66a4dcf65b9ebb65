import { posType } from '@varde/catalogue/pos-types';
import { fenceCentre, northOfFence } from '@varde/testing/geofences';
import { describe, expect, test } from 'vitest';
import { latestOpening } from './fence-hours.ts';
import type { DeviceDelays } from './fence-settings.ts';
import { afterFix, alarmDueAt, type FenceState, type Fix, unknownState } from './fence-state.ts';

const circle = { kind: 'circle' as const, radius: 200, vertices: [fenceCentre], inloIds: [], places: [] };
const always = { enabledTime: false, enabledTimeFrom: 0, enabledTimeTo: 0 };
const noDelays: DeviceDelays = { day: 0, night: 0, motionless: 0 };
const fence = { ...circle, ...always, enabled: true, delayMinutes: 0, delays: noDelays };
const zone = 'Europe/Oslo';
const minute = 60_000;
/** Noon in Oslo. */
const start = Date.UTC(2026, 10, 25, 11);

const fix = (metres: number, minutes: number, given: Partial<Fix> = {}): Fix => ({
  ...{ ...northOfFence(metres), accuracy: 10, posType: posType.gps, inloId: null },
  ...{ at: new Date(start + minutes * minute), receivedAt: new Date(start + minutes * minute), historical: false },
  ...given,
});
const after = (fixes: Fix[], allowsRough = false, from: FenceState = unknownState) =>
  fixes.reduce((state, each) => afterFix(circle, state, each, allowsRough), from);
const dueMinute = (state: FenceState, minutes: number, given: Partial<typeof fence> = {}) => {
  const moment = { now: start + minutes * minute, timeZone: zone, heardAt: null };
  const due = alarmDueAt({ ...fence, ...given, ...state }, moment);
  return due === null ? null : (due.at - start) / minute;
};

describe('a position', () => {
  test('is outside only when its whole error circle is', () => {
    expect(after([fix(0, 0), fix(260, 1, { accuracy: 50 })]).outside).toBe(true);
    expect(after([fix(0, 0), fix(260, 1, { accuracy: 70 })]).outside).toBe(false);
  });

  test('that straddles the border changes neither direction', () => {
    const out = after([fix(0, 0), fix(300, 1)]);
    expect({ ...after([fix(205, 2, { accuracy: 30 })], false, out), still: out.still }).toEqual(out);
    expect(after([fix(190, 2, { accuracy: 30 })], false, out).outside).toBe(false);
  });

  test('without an accuracy is taken to be 30 m off', () => {
    expect(after([fix(225, 0, { accuracy: null })]).outside).toBeNull();
    expect(after([fix(235, 0, { accuracy: null })]).outside).toBe(true);
  });

  test('by WiFi or cell is outside only where the device allows it, and with an accuracy', () => {
    for (const rough of [posType.wifi, posType.cell, posType.network]) {
      expect(after([fix(5000, 0, { posType: rough })]).outside).toBeNull();
      expect(after([fix(5000, 0, { posType: rough })], true).outside).toBe(true);
      expect(after([fix(5000, 0, { posType: rough, accuracy: null })], true).outside).toBeNull();
    }
    expect(after([fix(5000, 0, { posType: posType.assisted })]).outside).toBe(true);
  });

  test('by WiFi or cell is inside with its whole error circle, or when nothing is known yet', () => {
    const wifi = (metres: number, minutes: number, accuracy: number | null) =>
      fix(metres, minutes, { posType: posType.wifi, accuracy });
    expect(after([wifi(0, 0, null)]).outside).toBe(false);
    const out = after([fix(0, 0), fix(500, 1)]);
    expect(after([wifi(100, 2, 90)], false, out).outside).toBe(false);
    expect(after([wifi(100, 2, 110)], false, out).outside).toBe(true);
    expect(after([wifi(100, 2, null)], false, out).outside).toBe(true);
  });

  test('at an indoor location counts like one by satellite: people have placed it on the map', () => {
    const beacon = { posType: posType.beacon, accuracy: null, inloId: 3 };
    const out = after([fix(0, 0), fix(500, 1)]);
    expect(after([fix(50, 2, beacon)], false, out).outside).toBe(false);
    expect(after([fix(0, 0), fix(500, 1, beacon)]).outside).toBe(true);
  });

  test('that is older than the last one changes nothing, nor a late one of the same moment', () => {
    const home = after([fix(0, 5)]);
    expect(after([fix(5000, 4)], false, home)).toEqual(home);
    expect(after([fix(5000, 5, { historical: true })], false, home)).toEqual(home);
  });

  test('of the same moment as the last one counts, and nothing more when it comes again', () => {
    const out = after([fix(0, 5), fix(5000, 5)]);
    expect(out).toMatchObject({ outside: true, outsideFixes: 1 });
    expect(after([fix(5000, 5)], false, out)).toEqual(out);
  });

  test('counts when the last one is ahead of the clock by more than five minutes: it was set back', () => {
    const home = after([fix(0, 60)]);
    expect(after([fix(5000, 55)], false, home)).toEqual(home);
    expect(after([fix(5000, 54)], false, home).outside).toBe(true);
  });
});

describe('a fence of indoor locations', () => {
  const rooms = { kind: 'indoor' as const, radius: 0, vertices: [], inloIds: [3, 4], places: [fenceCentre] };
  const stateAfter = (fixes: Fix[], area = rooms) =>
    fixes.reduce((state, each) => afterFix(area, state, each, false), unknownState).outside;
  const at = (inloId: number | null, minutes: number) =>
    fix(0, minutes, { inloId, posType: posType.wifi, accuracy: null });

  test('is left at a place that is none of its locations, and entered at one of them', () => {
    expect(stateAfter([at(3, 0)])).toBe(false);
    expect(stateAfter([at(3, 0), at(4, 1)])).toBe(false);
    expect(stateAfter([at(3, 0), at(5, 1)])).toBe(true);
    expect(stateAfter([at(3, 0), at(5, 1), at(4, 2)])).toBe(false);
  });

  test('is left at a satellite fix away from its locations, and not at one by them or at none', () => {
    expect(stateAfter([at(3, 0), fix(200, 1)])).toBe(true);
    expect(stateAfter([at(3, 0), fix(55, 1)])).toBe(false);
    expect(stateAfter([at(3, 0), at(null, 1)])).toBe(false);
  });

  test('whose locations are deleted has no outside', () => {
    expect(stateAfter([at(5, 0), fix(900, 1)], { ...rooms, places: [] })).toBeNull();
  });
});

describe('the alarm', () => {
  test('is due at the second position outside, or a minute after a single one', () => {
    const once = after([fix(0, 0), fix(500, 1)]);
    expect(dueMinute(once, 1)).toBe(2);
    expect(dueMinute(after([fix(500, 1.1)], false, once), 1)).toBe(2);
    expect(dueMinute(after([fix(500, 1.5)], false, once), 1)).toBe(1);
  });

  test('[D5.008] waits for the minutes of the delay from the first position outside', () => {
    const out = after([fix(0, 0), fix(500, 1), fix(600, 2)]);
    expect(dueMinute(out, 2, { delayMinutes: 15 })).toBe(16);
    const back = after([fix(0, 3), fix(500, 4), fix(500, 5)], false, out);
    expect(dueMinute(back, 5, { delayMinutes: 15 })).toBe(19);
  });

  test('is not due when the wearer was never seen inside, nor while the fence is off', () => {
    expect(dueMinute(after([fix(500, 0), fix(500, 1)]), 60)).toBeNull();
    expect(dueMinute(after([fix(0, 0), fix(500, 1)]), 60, { enabled: false })).toBeNull();
  });

  test('is due once for each time that the wearer leaves', () => {
    const out = { ...after([fix(0, 0), fix(500, 1), fix(500, 2)]), notifiedAt: new Date(start + 2 * minute) };
    expect(dueMinute(after([fix(900, 9)], false, out), 60)).toBeNull();
    expect(dueMinute(after([fix(0, 9), fix(900, 10), fix(900, 11)], false, out), 60)).toBe(10);
  });

  test('is not kept back by times of a clock that was set back', () => {
    const told = {
      ...after([fix(0, 0), fix(500, 1), fix(500, 2)]),
      notifiedAt: new Date(start + 60 * minute),
    };
    expect(dueMinute(told, 55)).toBeNull();
    expect(dueMinute(told, 54)).toBe(1);
    const left = after([fix(500, 10), fix(500, 11)], false, after([fix(0, 60), fix(500, 61)]));
    expect(dueMinute(left, 11)).toBe(10);
  });
});

describe('[D3.006] the hours of a fence', () => {
  const left = after([fix(0, 0), fix(500, 1), fix(500, 2)]); // at 12:01 in Oslo
  const hours = (enabledTimeFrom: number, enabledTimeTo: number) => ({
    ...{ enabledTime: true, enabledTimeFrom, enabledTimeTo },
  });

  test.each([
    ['12 to 13', hours(1200, 1300), 1],
    ['13 to 14', hours(1300, 1400), null],
    ['08 to 12, which ended before', hours(800, 1200), null],
    ['12 to the end of the day', hours(1200, 0), 1],
    ['the whole day', hours(0, 0), 1],
    ['22 to 13, over midnight', hours(2200, 1300), 1],
    ['22 to 07, over midnight', hours(2200, 700), null],
    ['11 to 11, the whole day', hours(1100, 1100), 1],
  ])('%s', (_text, given, due) => {
    expect(dueMinute(left, 5, given)).toBe(due);
  });

  test('are those of the time zone of the market', () => {
    const due = (timeZone: string) =>
      alarmDueAt({ ...fence, ...hours(1200, 1300), ...left }, { now: start + 5 * minute, timeZone, heardAt: null });
    expect(due('Europe/Oslo')).not.toBeNull();
    expect(due('Atlantic/Reykjavik')).toBeNull();
  });

  test('begin with an alarm about a wearer who is still outside, also one who was never seen inside', () => {
    const evening = 10 * 60; // 22:00 in Oslo
    const night = hours(2200, 700);
    expect(dueMinute(left, evening - 1, night)).toBeNull();
    expect(dueMinute(left, evening + 1, { ...night, delayMinutes: 10 })).toBe(evening + 10);
    const never = after([fix(500, 0), fix(500, 1)]);
    expect(dueMinute(never, evening + 1, night)).toBe(evening);
    const told = { ...left, notifiedAt: new Date(start + (evening + 1) * minute) };
    expect(dueMinute(told, evening + 60, night)).toBeNull();
    expect(dueMinute(told, evening + 24 * 60, night)).toBe(evening + 24 * 60);
  });

  test.each([
    ['summer ends, before', '2027-10-30T20:00:00Z', '2027-10-31T00:59:00Z'],
    ['summer ends, in the hour that comes twice', '2027-10-30T20:00:00Z', '2027-10-31T01:30:00Z'],
    ['summer ends, in the morning', '2027-10-30T20:00:00Z', '2027-10-31T05:59:00Z'],
    ['summer begins, in the morning', '2027-03-27T21:00:00Z', '2027-03-28T04:59:00Z'],
  ])('begin once in the night in which %s', (_text, opening, time) => {
    const [opened, now] = [Date.parse(opening), Date.parse(time)];
    expect(latestOpening(hours(2200, 700), now, zone)).toBe(opened);
    const told = { ...left, outsideSince: new Date(opened - minute), notifiedAt: new Date(opened + minute) };
    expect(alarmDueAt({ ...fence, ...hours(2200, 700), ...told }, { now, timeZone: zone, heardAt: null })).toBeNull();
  });

  test.each([
    ['there is none', '2027-03-28T01:10:00Z', '2027-03-28T01:00:00Z'],
    ['there is none, later', '2027-03-28T04:10:00Z', '2027-03-28T01:00:00Z'],
    ['it comes twice', '2027-10-31T00:10:00Z', '2027-10-31T00:00:00Z'],
    ['it comes twice, the second time', '2027-10-31T01:10:00Z', '2027-10-31T00:00:00Z'],
    ['it comes twice, later', '2027-10-31T05:10:00Z', '2027-10-31T00:00:00Z'],
  ])('that begin at 02 begin once where %s', (_text, time, opening) => {
    expect(latestOpening(hours(200, 700), Date.parse(time), zone)).toBe(Date.parse(opening));
  });

  test.each([
    ['before', '2027-03-28T00:59:00Z', null],
    ['at 03:00', '2027-03-28T01:00:00Z', '2027-03-28T01:00:00Z'],
    ['in the hour after that', '2027-03-28T01:59:00Z', '2027-03-28T01:00:00Z'],
    ['later', '2027-03-28T02:00:00Z', null],
    ['in another night', '2027-03-29T00:30:00Z', '2027-03-29T00:00:00Z'],
    ['in the hour after that of another night', '2027-03-29T01:30:00Z', null],
  ])('from 02 to 03, which clocks leave out when they are set forward: %s', (_text, time, due) => {
    const now = Date.parse(time);
    const outside = { ...left, outsideSince: new Date(Date.parse('2027-03-27T12:00:00Z')) };
    const alarm = alarmDueAt(
      { ...fence, ...hours(200, 300), ...outside, notifiedAt: null },
      { now, timeZone: zone, heardAt: null },
    );
    expect(alarm?.at ?? null).toBe(due === null ? null : Date.parse(due));
  });
});

/** Who left at this time, with two positions outside; how many minutes later the alarm is due. */
function minutesUntilDue(time: string, given: Partial<typeof fence>, timeZone = zone): number {
  const left = Date.parse(time);
  const offset = (left - start) / minute;
  const state = after([fix(0, offset - 1), fix(500, offset), fix(600, offset + 1)]);
  const due = alarmDueAt({ ...fence, ...given, ...state }, { now: left + minute, timeZone, heardAt: null });
  return due === null ? Number.NaN : (due.at - left) / minute;
}

describe('the delays of the device', () => {
  const delays = { day: 30, night: 5, motionless: 0 };

  test.each([
    ['21:59 in winter', '2027-01-15T20:59:59Z', 30],
    ['22:00 in winter', '2027-01-15T21:00:00Z', 5],
    ['midnight', '2027-01-15T23:00:00Z', 5],
    ['06:59 in winter', '2027-01-15T05:59:59Z', 5],
    ['07:00 in winter', '2027-01-15T06:00:00Z', 30],
    ['21:59 in summer', '2027-07-15T19:59:59Z', 30],
    ['22:00 in summer', '2027-07-15T20:00:00Z', 5],
    ['06:59 on the day when summer begins', '2027-03-28T04:59:59Z', 5],
    ['07:00 on the day when summer begins', '2027-03-28T05:00:00Z', 30],
    ['06:59 on the day when summer ends', '2027-10-31T05:59:59Z', 5],
    ['07:00 on the day when summer ends', '2027-10-31T06:00:00Z', 30],
  ])('are by when the wearer left: %s', (_text, time, expected) => {
    expect(minutesUntilDue(time, { delays })).toBe(expected);
  });

  test('go by the clocks of the market', () => {
    const late = (timeZone: string) => minutesUntilDue('2027-01-15T21:30:00Z', { delays }, timeZone);
    expect([late('Europe/Oslo'), late('Atlantic/Reykjavik')]).toEqual([5, 30]);
  });

  test('stay as they were when the wearer left, though the night begins meanwhile', () => {
    expect(minutesUntilDue('2027-01-15T20:50:00Z', { delays: { ...delays, day: 40, night: 0 } })).toBe(40);
  });

  test('give way to the delay of a fence, shorter or longer', () => {
    for (const delayMinutes of [1, 60])
      expect(minutesUntilDue('2027-01-15T12:00:00Z', { delays, delayMinutes })).toBe(delayMinutes);
  });

  test('are of wearers who leave: whoever is outside when the hours begin is missed at once, or as the fence says', () => {
    const left = after([fix(0, 0), fix(500, 1), fix(500, 2)]); // at 12:01
    const night = { enabledTime: true, enabledTimeFrom: 2200, enabledTimeTo: 700 };
    expect(dueMinute(left, 601, { ...night, delays: { ...delays, day: 700, night: 700 } })).toBe(600);
    expect(dueMinute(left, 601, { ...night, delays, delayMinutes: 7 })).toBe(607);
  });
});

describe('a wearer outside who does not move', () => {
  const delays = { day: 120, night: 120, motionless: 20 };
  const dueOf = (state: FenceState, heardMinute: number | null, given: Partial<typeof fence> = {}) => {
    const due = alarmAt(200, state, heardMinute, given);
    return due === null ? null : (due.at - start) / minute;
  };
  function alarmAt(atMinute: number, state: FenceState, heardMinute: number | null, given: Partial<typeof fence> = {}) {
    const heardAt = heardMinute === null ? null : new Date(start + heardMinute * minute);
    const moment = { now: start + atMinute * minute, timeZone: zone, heardAt };
    return alarmDueAt({ ...fence, delays, ...given, ...state }, moment);
  }
  const out = after([fix(0, 0), fix(500, 1), fix(540, 5)]);

  test('is missed so long after the position where they stopped, though the delay has not passed', () => {
    expect(dueOf(out, 5)).toBe(21);
    expect(dueOf(out, 5, { delayMinutes: 60 })).toBe(21);
    expect(dueOf(out, 5, { delayMinutes: 15 })).toBe(16);
    expect(dueOf(out, 5, { delays: { ...delays, motionless: 0 } })).toBe(121);
  });

  test('is the reason of the alarm only where it comes before the delay has passed', () => {
    const isReason = (...given: Parameters<typeof alarmAt>) => alarmAt(...given)?.isMotionless;
    expect(isReason(21, out, 5)).toBe(true);
    expect(isReason(120, out, 5)).toBe(true);
    expect(isReason(121, out, 5), 'judged late, when the delay has passed as well').toBe(false);
    expect(isReason(21, out, 5, { delayMinutes: 20 }), 'both at once').toBe(false);
    expect(isReason(121, out, null)).toBe(false);
    const once = after([fix(0, 0), fix(500, 1, { receivedAt: new Date(start + 8 * minute) })]);
    const short = { delays: { ...delays, motionless: 1 }, delayMinutes: 5 };
    expect(isReason(9, once, 9, short), 'it waits for a position to count').toBe(false);
  });

  test('has moved by more than 50 m, or by more than either position may be off', () => {
    const second = (metres: number, accuracy: number | null, first = 10) =>
      dueOf(after([fix(0, 0), fix(500, 1, { accuracy: first }), fix(metres, 5, { accuracy })]), 6);
    expect(second(549, 10)).toBe(21);
    expect(second(551, 10)).toBe(25);
    expect(second(579, 80)).toBe(21);
    expect(second(581, 80)).toBe(25);
    expect(second(579, 10, 80)).toBe(21);
    expect(second(551, null)).toBe(25);
  });

  test('has moved when they creep away a little at a time', () => {
    const creeping = after([fix(0, 0), ...[1, 2, 3, 4].map((step) => fix(500 + step * 30, step * 5))]);
    expect(dueOf(creeping, 20)).toBe(35);
  });

  test('has moved at another indoor location, however near, and at a position that straddles the border', () => {
    const room = (inloId: number, at: number) => fix(500, at, { inloId, posType: posType.beacon });
    expect(dueOf(after([fix(0, 0), room(1, 1), room(1, 5)]), 6)).toBe(21);
    expect(dueOf(after([fix(0, 0), room(1, 1), room(2, 5)]), 6)).toBe(25);
    expect(dueOf(after([fix(210, 5, { accuracy: 30 })], false, after([fix(0, 0), fix(500, 1)])), 6)).toBe(25);
  });

  test('is not moved by a position by WiFi that does not count, nor by an older one', () => {
    const wifi = fix(900, 5, { posType: posType.wifi, accuracy: 30 });
    expect(dueOf(after([wifi], false, out), 5)).toBe(21);
    expect(dueOf(after([wifi], true, after([fix(0, 0), fix(500, 1)])), 6)).toBe(25);
    expect(dueOf(after([fix(900, 4)], false, out), 5)).toBe(21);
  });

  test('is still where they are, when the clock was set back since they were last seen to move', () => {
    const far = after([fix(0, 0), fix(500, 1), fix(210, 120, { accuracy: 30 })]);
    const back = after([fix(210, 10, { accuracy: 30 }), fix(210, 12, { accuracy: 30 })], false, far);
    expect(back.still?.at).toBe(start + 10 * minute);
    expect(dueOf(back, 13)).toBe(30);
  });

  test('is not known to be still while the device has not spoken since, or is offline', () => {
    const once = after([fix(0, 0), fix(500, 1)]);
    expect(dueOf(once, 1)).toBe(121);
    expect(dueOf(once, null)).toBe(121);
    expect(dueOf(once, 2)).toBe(21);
  });

  test('is missed no earlier than a position counts: the second one, or a minute that contradicts nothing', () => {
    const once = after([fix(0, 0), fix(500, 1, { receivedAt: new Date(start + 8 * minute) })]);
    const short = { delays: { ...delays, motionless: 1 } };
    expect(dueOf(once, 9, short)).toBe(9);
    expect(dueOf(out, 5, short)).toBe(2);
  });

  test('is not missed when they were never seen inside, nor outside of the hours; and at once when these begin', () => {
    expect(dueOf(after([fix(500, 0), fix(500, 1)]), 5)).toBeNull();
    const hours = (enabledTimeFrom: number) => ({ enabledTime: true, enabledTimeFrom, enabledTimeTo: 0 });
    expect(dueOf(out, 5, hours(2200))).toBeNull();
    expect(dueOf(out, 5, hours(1500))).toBe(180);
  });

  test('begins anew each time that the wearer leaves', () => {
    expect(dueOf(after([fix(0, 10), fix(500, 11), fix(500, 12)], false, out), 12)).toBe(31);
  });
});
