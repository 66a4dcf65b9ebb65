import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FairTurns, type Places, type Waiting } from './fair-turns.ts';

const waiting = (id: number, customer: number, more: Partial<Waiting> = {}): Waiting => ({
  ...{ id, urgency: 0, path: [customer, 'own', `receiver ${id}`], host: null },
  ...more,
});
const ids = (work: readonly Waiting[]) => work.map(({ id }) => id);

describe('places are given', () => {
  test('to customers in turn, whoever came first and however much they have', () => {
    const turns = new FairTurns(() => 0);
    const many = Array.from({ length: 100 }, (_, id) => waiting(id, 1));
    expect(ids(turns.choose([...many, waiting(200, 2), waiting(201, 2)], 5))).toEqual([0, 200, 1, 201, 2]);
  });

  test('one by one as well: whoever had the latest turn waits for the others', () => {
    const turns = new FairTurns(() => 0);
    const queue = [waiting(0, 1), waiting(1, 1), waiting(2, 1), waiting(3, 2), waiting(4, 3)];
    const order: number[] = [];
    for (let left = [...queue]; left.length > 0; left = left.filter(({ id }) => !order.includes(id)))
      order.push(...ids(turns.choose(left, 1)));
    expect(order).toEqual([0, 3, 4, 1, 2]);
  });

  test('to a customer once, however many there are below it', () => {
    const turns = new FairTurns(() => 0);
    const homes = [10, 11, 12, 13].map((home) => waiting(home, 1, { path: [1, home, 'own', 'kari'] }));
    expect(ids(turns.choose([...homes, waiting(20, 2), waiting(21, 2)], 4))).toEqual([10, 20, 11, 21]);
  });

  test('to what is more urgent first, and every fourth to whom has waited longest', () => {
    const turns = new FairTurns(() => 0);
    const urgent = Array.from({ length: 9 }, (_, id) => waiting(id, 1));
    const order = ids(turns.choose([waiting(100, 2, { urgency: 3 }), waiting(101, 2, { urgency: 3 }), ...urgent], 8));
    expect(order).toEqual([0, 1, 2, 100, 3, 4, 5, 101]);
  });

  test('only as far as a customer and a host have places; what ends makes one free', () => {
    const turns = new FairTurns(() => 0, { perCustomer: 3, perHost: 2 });
    const queue = ['a', 'a', 'a', 'b', 'b'].map((host, id) => waiting(id, 1, { host }));
    const begun = turns.choose(queue, 16);
    expect(ids(begun)).toEqual([0, 1, 3]);
    for (const work of begun) turns.begin(work);
    const left = [...queue.slice(2, 3), ...queue.slice(4), waiting(9, 2, { host: 'a' })];
    expect(turns.choose(left, 16)).toEqual([]);
    for (const work of begun.slice(0, 1)) turns.end(work);
    expect(ids(turns.choose(left, 16))).toEqual([9, 4]);
  });
});

describe('a host that does not answer', () => {
  const queue = [1, 2, 3].map((customer) => waiting(customer, customer, { host: 'slow' }));

  test('twice in a row is left alone for 15 seconds, then gets one at a time, and after each for longer, up to a minute', () => {
    let now = 0;
    const turns = new FairTurns(() => now);
    turns.heard('slow', false);
    expect(turns.choose(queue, 16)).toHaveLength(3);
    for (const pause of [15_000, 30_000, 60_000, 60_000]) {
      turns.heard('slow', false);
      now += pause - 1;
      expect(turns.choose(queue, 16)).toEqual([]);
      expect(turns.choose([waiting(9, 9, { host: 'other' })], 16)).toHaveLength(1);
      now += 1;
      expect(turns.choose(queue, 16)).toHaveLength(1);
    }
  });

  test('is closed while it is paused or has all its places taken, and not otherwise', () => {
    let now = 0;
    const turns = new FairTurns(() => now, { perHost: 1 });
    expect(turns.closedHosts()).toEqual([]);
    const begun = waiting(9, 9, { host: 'busy' });
    turns.begin(begun);
    for (const _ of [1, 2]) turns.heard('slow', false);
    turns.heard('once', false);
    expect(turns.closedHosts().toSorted()).toEqual(['busy', 'slow']);
    now = 15_000;
    turns.end(begun);
    expect(turns.closedHosts()).toEqual([]);
  });

  test('has all its places as soon as it answers', () => {
    const turns = new FairTurns(() => 0);
    for (const _ of [1, 2, 3]) turns.heard('slow', false);
    expect(turns.choose(queue, 16)).toEqual([]);
    turns.heard('slow', true);
    expect(turns.choose(queue, 16)).toHaveLength(3);
  });
});

/** Random queues: customers in a tree, what they have, and what comes while it is worked off. */
const queues = fc.record({
  places: fc.record({ perCustomer: fc.integer({ min: 1, max: 4 }), perHost: fc.integer({ min: 1, max: 4 }) }),
  room: fc.integer({ min: 1, max: 6 }),
  work: fc.array(
    fc.record({
      urgency: fc.integer({ min: 0, max: 12 }),
      path: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
      host: fc.option(fc.integer({ min: 0, max: 3 }).map((host) => `host ${host}`)),
      comesAfter: fc.integer({ min: 0, max: 30 }),
      takes: fc.integer({ min: 1, max: 4 }),
      fails: fc.boolean(),
    }),
    { minLength: 1, maxLength: 60 },
  ),
});

test('whatever waits begins, once, within the places, and whoever else comes', () => {
  fc.assert(
    fc.property(queues, ({ places, room, work }) => {
      let now = 0;
      const turns = new FairTurns(() => now, places);
      const left = work.map((each, id) => ({ ...each, id, path: [...each.path, 'own', String(id % 5)] }));
      const begun: number[] = [];
      let underWay: ((typeof left)[number] & { until: number })[] = [];
      for (let round = 0; begun.length < work.length; round++) {
        expect(round).toBeLessThan(2000);
        now += 1000;
        for (const ended of underWay.filter(({ until }) => until <= round)) {
          turns.end(ended);
          if (ended.host !== null) turns.heard(ended.host, !ended.fails);
        }
        underWay = underWay.filter(({ until }) => until > round);
        const due = left.filter(({ id, comesAfter }) => comesAfter <= round && !begun.includes(id));
        for (const chosen of turns.choose(due, room - underWay.length)) {
          begun.push(chosen.id);
          turns.begin(chosen);
          underWay.push({ ...chosen, until: round + chosen.takes });
        }
        expect(mostHeld(underWay, 'customer')).toBeLessThanOrEqual(places.perCustomer);
        expect(mostHeld(underWay, 'host')).toBeLessThanOrEqual(places.perHost);
      }
      expect(new Set(begun).size).toBe(work.length);
    }),
  );
});

function mostHeld(underWay: readonly Waiting[], of: 'customer' | 'host'): number {
  const held = new Map<unknown, number>();
  for (const { path, host } of underWay) {
    const key = of === 'host' ? host : path[0];
    if (key !== null) held.set(key, (held.get(key) ?? 0) + 1);
  }
  return Math.max(0, ...held.values());
}

test('a customer waits for four turns of each other one at most, whatever they have and however urgent it is', () => {
  const neighbours = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(
      neighbours,
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 0, max: 40 }),
      (others, urgency, before) => {
        const turns = new FairTurns(() => 0);
        let id = 0;
        // The neighbours never run out of work, each of its own urgency.
        const theirs = () => others.map((of, customer) => waiting(id++, customer + 1, { urgency: of }));
        for (let turn = 0; turn < before; turn++) turns.choose(theirs(), 1);
        let waited = 0;
        while (turns.choose([...theirs(), waiting(-1, 99, { urgency })], 1)[0]?.id !== -1) waited += 1;
        expect(waited).toBeLessThan(4 * (others.length + 1));
      },
    ),
  );
});

test.each<[string, Places]>([
  ['perCustomer', { perCustomer: 1 }],
  ['perHost', { perHost: 1 }],
])('work of nobody and of no host has places whatever %s says', (_what, places) => {
  const turns = new FairTurns(() => 0, places);
  expect(
    turns.choose(
      [1, 2].map((id) => waiting(id, 1, { path: [], host: null })),
      16,
    ),
  ).toHaveLength(2);
});
