import { expect, it } from 'vitest';
import { alarmEventHeaders, alarmEventNumber, alarmEventOf, alarmEvents } from './alarm-events.ts';

it('the numbers and headers of timeline events are those of the specification, and Varde’s own begin at 201', () => {
  const ofSpecification = alarmEvents.filter(({ number }) => number < 100).map(({ number }) => number);
  expect(ofSpecification).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
  expect(alarmEventHeaders.map(({ header }) => header)).toEqual([101, 102, 103, 104, 105]);
  const own = alarmEvents.slice(15).map(({ number }) => number);
  expect(own[0]).toBe(201);
  expect(own).toEqual([...new Set(own)].sort((a, b) => a - b));
  expect(alarmEventNumber.reset).toBe(15);
  expect(alarmEventOf(11)?.key).toBe('noAnswer');
  expect(alarmEventOf(16)).toBeUndefined();
});
