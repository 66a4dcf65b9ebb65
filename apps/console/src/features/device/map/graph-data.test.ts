import { expect, it } from 'vitest';
import { graphData } from './graph-data.ts';

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
