import { afterEach, expect, it } from 'vitest';
import { browserZone, setTimeZone } from '#ui/time-zone.ts';
import { graphData, graphTicks, namedApart } from './graph-data.ts';

afterEach(() => setTimeZone(browserZone()));

it('the lines are broken where nothing was heard for longer than the gap, and go on over a report that lacks a value', () => {
  const points = [
    { time: 0, battery: 80, signal: 60 },
    { time: 10, battery: null, signal: 55 },
    { time: 30, battery: 79, signal: null },
    { time: 41, battery: null, signal: 50 },
  ];
  expect(graphData(points, 20)).toEqual([
    ...points.slice(0, 1),
    { time: 10, battery: 80, signal: 55 },
    { time: 30, battery: 79, signal: 55 },
    { time: 41, battery: 79, signal: 50 },
  ]);
  expect(graphData(points, 10)).toEqual([
    ...points.slice(0, 1),
    { time: 10, battery: 80, signal: 55 },
    { time: 20, battery: null, signal: null },
    { time: 30, battery: 79, signal: null },
    { time: 40, battery: null, signal: null },
    { time: 41, battery: null, signal: 50 },
  ]);
  expect(graphData([], 10)).toEqual([]);
});

it('the axis of time has the midnights of the zone, also over a change of the clocks, and hours of a single day', () => {
  setTimeZone('Europe/Oslo');
  const [from, to] = [Date.parse('2026-10-24T00:00:00+02:00'), Date.parse('2026-10-27T00:00:00+01:00')];
  expect(graphTicks(from, to).map((time) => new Date(time).toISOString())).toEqual([
    '2026-10-23T22:00:00.000Z',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
    '2026-10-26T23:00:00.000Z',
  ]);
  expect(graphTicks(0, 24 * 3_600_000)).toEqual([0, 6, 12, 18].map((hours) => hours * 3_600_000));
});

it('alarms so near to each other that their names would overlap have one name', () => {
  const alarms = [30, 12, 10].map((time) => ({ time, label: 'Alarm' }));
  expect(namedApart(alarms, 5)).toEqual([{ time: 10, label: 'Alarm' }, { time: 12 }, { time: 30, label: 'Alarm' }]);
});
