import { expect, test } from 'vitest';
import { Outages } from './outages.ts';

test('a server that has failed for longer than 15 seconds gives what was put off when it answers, once, each with its last try', () => {
  let now = 0;
  const outages = new Outages(() => now);
  outages.failed('a', { id: 1, tries: 1 });
  outages.failed('b', { id: 3, tries: 1 });
  now = 15_000;
  outages.failed('a', { id: 2, tries: 1 });
  outages.failed('a', { id: 1, tries: 2 });
  expect(outages.answered('a').toSorted((one, other) => one.id - other.id)).toEqual([
    { id: 1, tries: 2 },
    { id: 2, tries: 1 },
  ]);
  expect(outages.answered('a')).toEqual([]);
});

test('a shorter failure is no outage', () => {
  let now = 0;
  const outages = new Outages(() => now);
  outages.failed(null, { id: 1, tries: 1 });
  now = 14_999;
  expect(outages.answered(null)).toEqual([]);
});

test('of a server that fails for ever the latest ten thousand are kept', () => {
  let now = 0;
  const outages = new Outages(() => now);
  for (let id = 0; id < 10_500; id++) outages.failed('dead', { id, tries: 1 });
  now = 60_000;
  const delayed = outages.answered('dead').map(({ id }) => id);
  expect([delayed.length, delayed[0], delayed.at(-1)]).toEqual([10_000, 500, 10_499]);
});

test('a server that has answered nobody for two minutes, or not yet, is silent', () => {
  let now = 0;
  const outages = new Outages(() => now);
  expect(outages.isSilent).toBe(true);
  outages.answered(null);
  now = 120_000;
  expect(outages.isSilent).toBe(false);
  now = 120_001;
  expect(outages.isSilent).toBe(true);
});
