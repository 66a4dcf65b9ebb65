import { describe, expect, it } from 'vitest';
import { alarmRecord } from '../../testing/records.ts';
import { applyAlarmAnswer, mergeAlarms } from './patch-alarms.ts';

const message = (alarms: ReturnType<typeof alarmRecord>[], rev: number, complete = false) => ({
  alarms,
  rev,
  complete,
});

describe('alarms after a live message', () => {
  it('include a new one, newest first', () => {
    const first = mergeAlarms(undefined, message([alarmRecord({ alarmId: 1, receivedAt: 10 })], 1, true));
    const both = mergeAlarms(first, message([alarmRecord({ alarmId: 2, receivedAt: 20, rev: 2 })], 2));
    expect(both.alarms.map(({ alarmId }) => alarmId)).toEqual([2, 1]);
  });

  it('never go back: a late answer does not reopen a reset alarm', () => {
    const reset = mergeAlarms(undefined, message([alarmRecord({ state: 'reset', rev: 9 })], 9));
    const late = mergeAlarms(reset, message([alarmRecord({ state: 'open', rev: 3 })], 5, true));
    expect(late.alarms).toMatchObject([{ state: 'reset', rev: 9 }]);
  });

  it('lose, by a complete list, those that were reset during a disconnection', () => {
    const before = mergeAlarms(undefined, message([alarmRecord({ alarmId: 1, rev: 1 })], 1, true));
    expect(mergeAlarms(before, message([], 4, true)).alarms).toEqual([]);
  });

  it('keep one that is known to be reset, by a complete list and by the answer to a call, neither of which has it', () => {
    const reset = mergeAlarms(undefined, message([alarmRecord({ state: 'reset', rev: 2 })], 2));
    expect(mergeAlarms(reset, message([], 4, true)).alarms).toMatchObject([{ state: 'reset' }]);
    expect(applyAlarmAnswer(reset, { alarms: [], rev: 4 }, reset).alarms).toMatchObject([{ state: 'reset' }]);
    const reopened = alarmRecord({ state: 'open', rev: 5 });
    expect(mergeAlarms(reset, message([reopened], 5, true)).alarms).toMatchObject([{ state: 'open' }]);
  });

  it('keep an alarm raised after the complete list was read', () => {
    const before = mergeAlarms(undefined, message([alarmRecord({ alarmId: 7, rev: 8 })], 8));
    expect(mergeAlarms(before, message([], 4, true)).alarms).toHaveLength(1);
  });
});

describe('the latest place of an alarm', () => {
  const place = (posTime: number) => ({
    posLati: 60,
    posLong: 10,
    posTime,
    posType: 1,
    posAccuracy: null,
    place: null,
  });
  const placed = (rev: number, posTime: number | null) =>
    alarmRecord({ rev, latestPlace: posTime === null ? null : place(posTime) });
  const merged = (first: ReturnType<typeof placed>, second: ReturnType<typeof placed>) =>
    mergeAlarms(mergeAlarms(undefined, message([first], 1)), message([second], 2)).alarms[0];

  it('follows the device, without a new revision of the alarm', () => {
    expect(merged(placed(5, 10), placed(5, 20))).toMatchObject({ latestPlace: { posTime: 20 } });
    expect(merged(placed(5, null), placed(5, 20))).toMatchObject({ latestPlace: { posTime: 20 } });
  });

  it('never goes back, neither by a late answer nor by a later revision with an older place', () => {
    expect(merged(placed(5, 20), placed(5, 10))).toMatchObject({ latestPlace: { posTime: 20 } });
    expect(merged(placed(5, 20), placed(6, 10))).toMatchObject({ rev: 6, latestPlace: { posTime: 20 } });
    expect(merged(placed(6, 10), placed(5, 20))).toMatchObject({ rev: 6, latestPlace: { posTime: 20 } });
  });

  it('is removed by the reset', () => {
    const reset = alarmRecord({ rev: 6, state: 'reset', latestPlace: null });
    expect(merged(placed(5, 20), reset)).toMatchObject({ latestPlace: null });
  });
});

describe('alarms after the answer to a call', () => {
  const list = (...alarms: ReturnType<typeof alarmRecord>[]) => mergeAlarms(undefined, message(alarms, 1));

  it('keep an alarm that arrived during the call, although its revision is lower than the answer', () => {
    const meanwhile = list(alarmRecord({ alarmId: 5, rev: 65 }));
    const after = applyAlarmAnswer(meanwhile, { alarms: [], rev: 66 }, undefined);
    expect(after.alarms).toMatchObject([{ alarmId: 5 }]);
  });

  it('lose those that were known before the call and are reset by now', () => {
    const known = list(alarmRecord({ alarmId: 5, rev: 65 }));
    expect(applyAlarmAnswer(known, { alarms: [], rev: 66 }, known).alarms).toEqual([]);
  });
});
