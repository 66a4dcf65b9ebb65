import { createManualClock } from '@varde/testing/manual-clock';
import { expect, test } from 'vitest';
import { ProviderPace } from './provider-pace.ts';

const places = { all: 16, others: 12 };

test('two seconds’ worth may leave at once, half of it of other messages than those about alarms', () => {
  const pace = new ProviderPace(3, createManualClock());
  expect(pace.room(places)).toEqual({ all: 6, others: 3 });
  pace.spend(3);
  expect(pace.room(places)).toEqual({ all: 3, others: 0 });
  pace.spend(3);
  expect(pace.room(places)).toEqual({ all: 0, others: 0 });
});

test('room comes back with time, for alarms first, and never more than two seconds’ worth', () => {
  const clock = createManualClock();
  const pace = new ProviderPace(3, clock);
  pace.spend(6);
  clock.advance(333);
  expect(pace.room(places).all).toBe(0);
  clock.advance(1);
  expect(pace.room(places)).toEqual({ all: 1, others: 0 });
  clock.advance(1000);
  expect(pace.room(places)).toEqual({ all: 4, others: 1 });
  clock.advance(3_600_000);
  expect(pace.room(places)).toEqual({ all: 6, others: 3 });
});

test('one message per second keeps one for an alarm as well', () => {
  const pace = new ProviderPace(1, createManualClock());
  expect(pace.room(places)).toEqual({ all: 2, others: 1 });
});

test('never more than the places that are free', () => {
  const pace = new ProviderPace(20, createManualClock());
  expect(pace.room({ all: 2, others: 0 })).toEqual({ all: 2, others: 0 });
});

test('while the provider wants to be left alone, messages about alarms alone have room; a shorter wait changes nothing', () => {
  const clock = createManualClock();
  const pace = new ProviderPace(20, clock);
  pace.hold(5000);
  pace.hold(1000);
  clock.advance(4999);
  expect(pace.room(places)).toEqual({ all: 16, others: 0 });
  clock.advance(1);
  expect(pace.room(places)).toEqual({ all: 16, others: 12 });
});
