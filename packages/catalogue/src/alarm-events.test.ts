import { expect, it } from 'vitest';
import { alarmEventHeaders, alarmEventNumber, alarmEventOf, alarmEvents } from './alarm-events.ts';

it('the fifteen events of the specification have its numbers [D3.056]', () => {
  const ofSpecification = alarmEvents.filter(({ number }) => number < 100);
  expect(ofSpecification.map(({ number, key }) => [number, key])).toEqual([
    [1, 'triggered'],
    [2, 'received'],
    [3, 'privateCall'],
    [4, 'vardeCall'],
    [5, 'alarmCentreCall'],
    [6, 'privateAnswer'],
    [7, 'vardeAnswer'],
    [8, 'alarmCentreAnswer'],
    [9, 'callEnd'],
    [10, 'pin'],
    [11, 'noAnswer'],
    [12, 'integrationAttempt'],
    [13, 'integrationSuccess'],
    [14, 'integrationFailure'],
    [15, 'reset'],
  ]);
});

it('the numbers and headers of timeline events are those of the specification, and Varde’s own begin at 201', () => {
  expect(alarmEventHeaders.map(({ header }) => header)).toEqual([101, 102, 103, 104, 105]);
  const own = alarmEvents.slice(15).map(({ number }) => number);
  expect(own[0]).toBe(201);
  expect(own).toEqual([...new Set(own)].sort((a, b) => a - b));
  expect(alarmEventNumber.reset).toBe(15);
  expect(alarmEventOf(11)?.key).toBe('noAnswer');
  expect(alarmEventOf(16)).toBeUndefined();
});
