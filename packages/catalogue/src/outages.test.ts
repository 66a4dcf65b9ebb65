import { describe, expect, test } from 'vitest';
import { alarmFlags, flagRules, isAlarm } from './alarms.ts';
import {
  type FailingDevice,
  type OutageKind,
  outageDevices,
  outageKinds,
  outageMs,
  outageShare,
  outagesAmong,
  type PlacedCustomer,
} from './outages.ts';
import { warningFlags } from './warning-flags.ts';

const minute = 60_000;
/** So many failures, evenly over a time. */
const failures = (count: number, from: number, over: number) =>
  Array.from({ length: count }, (_, at) => from + (count === 1 ? 0 : (over * at) / (count - 1)));

const none = { powerFailure: null, offline: null, connectionLost: null };
const of = (custId: number, times: readonly number[], ...kinds: OutageKind[]): FailingDevice[] =>
  times.map((at) => ({
    custId,
    failedAt: { ...none, ...Object.fromEntries(kinds.map((kind) => [kind, at])) },
  }));
/** A municipality with two homes. */
const tree = (areaDevices = 100): Map<number, PlacedCustomer> =>
  new Map([
    [1, { parentId: null, level: 1, areaDevices }],
    [2, { parentId: 1, level: 2, areaDevices: 50 }],
    [3, { parentId: 1, level: 2, areaDevices: 50 }],
  ]);
const outageOf = (times: readonly number[]) => {
  const [outage = null, ...more] = outagesAmong(of(2, times, 'powerFailure'), tree());
  expect(more).toEqual([]);
  if (outage === null) return null;
  const { kind, custId, ...rest } = outage;
  expect([kind, custId]).toEqual(['powerFailure', 2]);
  return rest;
};

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

  test('has each device once: without power a unit loses its contact as well, and that is no second outage', () => {
    const dark = of(2, failures(30, 0, minute), 'powerFailure', 'offline', 'connectionLost');
    const mute = of(2, failures(20, 5 * minute, minute), 'connectionLost');
    expect(outagesAmong([...dark, ...mute], tree())).toEqual([
      { kind: 'powerFailure', custId: 2, count: 30, since: 0, latest: minute },
      { kind: 'connectionLost', custId: 2, count: 20, since: 5 * minute, latest: 6 * minute },
    ]);
  });

  test('of one kind takes no device from another kind when it is too small itself', () => {
    const dark = of(2, failures(19, 0, minute), 'powerFailure', 'offline');
    const mute = of(2, failures(1, 0, minute), 'offline');
    expect(outagesAmong([...dark, ...mute], tree())).toMatchObject([{ kind: 'offline', count: 20 }]);
  });

  test('of several small homes is one of the customer above them, with its own devices', () => {
    const few = (custId: number, count: number) => of(custId, failures(count, 0, minute), 'powerFailure');
    expect(outagesAmong([...few(2, 10), ...few(3, 9)], tree())).toEqual([]);
    expect(outagesAmong([...few(2, 10), ...few(3, 10)], tree())).toMatchObject([{ custId: 1, count: 20 }]);
    expect(outagesAmong([...few(1, 1), ...few(2, 10), ...few(3, 9)], tree())).toMatchObject([{ custId: 1, count: 20 }]);
    const aside = [...few(2, 10), ...of(3, failures(10, 60 * minute, minute), 'powerFailure')];
    expect(outagesAmong(aside, tree()), 'at another time').toEqual([]);
  });

  test('stays with the home that is large enough for it; only what is left is counted above', () => {
    const few = (custId: number, count: number) => of(custId, failures(count, 0, minute), 'powerFailure');
    expect(outagesAmong([...few(2, 25), ...few(3, 19)], tree())).toMatchObject([{ custId: 2, count: 25 }]);
    expect(outagesAmong([...few(1, 1), ...few(2, 25), ...few(3, 19)], tree())).toMatchObject([
      { custId: 2, count: 25 },
      { custId: 1, count: 20 },
    ]);
  });

  test('of an area is a hundredth of its devices at least, and goes up by one customer only', () => {
    const some = (count: number) =>
      [10, count - 10].flatMap((part, at) => of(2 + at, failures(part, 0, minute), 'offline'));
    const size = 25 / outageShare;
    expect(outagesAmong(some(25), tree(size))).toMatchObject([{ custId: 1, count: 25 }]);
    expect(outagesAmong(some(25), tree(size + 1))).toEqual([]);
    const own = of(1, failures(20, 0, minute), 'offline');
    expect(outagesAmong([...some(20), ...own], tree(10 * size)), 'of its own').toMatchObject([
      { custId: 1, count: 20 },
    ]);
    const above = new Map([...tree(), [9, { parentId: null, level: 0, areaDevices: 100 }] as const]);
    above.set(1, { parentId: 9, level: 1, areaDevices: 10 * size });
    expect(outagesAmong(some(25), above)).toEqual([]);
  });

  test('is none of a customer that is not asked about', () => {
    const some = [2, 3].flatMap((custId) => of(custId, failures(15, 0, minute), 'offline'));
    const homes = new Map([...tree()].filter(([custId]) => custId !== 1));
    expect(outagesAmong(some, homes)).toEqual([]);
  });

  test('is never made of alarms', () => {
    const flags: readonly string[] = outageKinds.flatMap((kind) => kind.flags);
    expect(flags.filter((flag) => alarmFlags.some((alarm) => alarm === flag))).toEqual([]);
    const causes = flagRules.filter(({ flag }) => flags.includes(flag)).flatMap(({ on }) => on);
    expect(causes.filter((cause) => typeof cause === 'number' && isAlarm(cause))).toEqual([]);
    expect(flags.filter((flag) => !warningFlags.some((known) => known === flag))).toEqual([]);
  });
});
