import { describe, expect, test } from 'vitest';
import { alarmFlags, flagRules, isAlarm } from './alarms.ts';
import { outageDevices, outageKinds, outageMs, outageOf } from './outages.ts';
import { warningFlags } from './warning-flags.ts';

const minute = 60_000;
/** So many failures, evenly over a time. */
const failures = (count: number, from: number, over: number) =>
  Array.from({ length: count }, (_, at) => from + (count === 1 ? 0 : (over * at) / (count - 1)));

describe('an outage', () => {
  test('begins with the 20th device within ten minutes', () => {
    expect(outageOf(failures(outageDevices - 1, 0, minute))).toBeNull();
    expect(outageOf(failures(outageDevices, 0, outageMs))).toEqual({
      ...{ count: outageDevices, since: 0, latest: outageMs },
    });
  });

  test('is none when the same number of devices failed over a longer time', () => {
    expect(outageOf(failures(outageDevices, 0, outageMs + 1))).toBeNull();
  });

  test('does not count devices that failed alone, before or after it', () => {
    const alone = [0, 60 * minute, 300 * minute];
    expect(outageOf([...alone, ...failures(30, 120 * minute, minute)].reverse())).toEqual({
      ...{ count: 30, since: 120 * minute, latest: 121 * minute },
    });
  });

  test('grows for as long as devices keep failing close after each other', () => {
    expect(outageOf(failures(2000, 0, 60 * minute))).toEqual({ count: 2000, since: 0, latest: 60 * minute });
  });

  test('ends when fewer than 20 of its devices still fail', () => {
    expect(outageOf([])).toBeNull();
    expect(outageOf(failures(outageDevices - 1, 0, 0))).toBeNull();
  });

  test('is never made of alarms', () => {
    const flags: readonly string[] = outageKinds.flatMap((kind) => kind.flags);
    expect(flags.filter((flag) => alarmFlags.some((alarm) => alarm === flag))).toEqual([]);
    const causes = flagRules.filter(({ flag }) => flags.includes(flag)).flatMap(({ on }) => on);
    expect(causes.filter((cause) => typeof cause === 'number' && isAlarm(cause))).toEqual([]);
    expect(flags.filter((flag) => !warningFlags.some((known) => known === flag))).toEqual([]);
  });
});
