import { describe, expect, test } from 'vitest';
import { IdentityClaims } from './identity-claims.ts';

interface Line {
  name: string;
}
const lineOf = (name: string): Line => ({ name });
const [a, b, c, stranger] = [lineOf('a'), lineOf('b'), lineOf('c'), lineOf('stranger')];

/** A table with a log of its calls. */
function table() {
  const said: string[] = [];
  const namesOf = (lines: readonly Line[]) => lines.map(({ name }) => name).join(' ');
  const claims = new IdentityClaims<Line>({
    superseded: ({ name }, isKnown) => said.push(`superseded ${name}${isKnown ? ', known' : ''}`),
    silent: ({ name }) => said.push(`silent ${name}`),
    known: (identity, lines) => said.push(`known ${identity}: ${namesOf(lines)}`),
    settled: (identity, { name }) => said.push(`settled ${identity}: ${name}`),
  });
  return { claims, said };
}
const underWay = 3000;
const silence = 15_000;
const awaited = 45_000;
const rivalSilence = 600_000;

test('commands for a device on one connection go to it, however often it sends', () => {
  const { claims, said } = table();
  expect(claims.only('1')).toBeNull();
  for (let now = 0; now < 100_000; now += 9000) {
    claims.claim('1', a, now);
    claims.check(now);
  }
  expect([claims.only('1'), claims.isContested('1', a)]).toEqual([a, false]);
  claims.release('1', a);
  expect([claims.only('1'), said]).toEqual([null, []]);
});

test('while two claim a device no command is sent, and when one ends commands go to the other', () => {
  const { claims, said } = table();
  claims.claim('1', a, 0);
  claims.claim('1', b, 5);
  expect(claims.only('1')).toBeNull();
  expect([a, b, stranger].map((line) => claims.isContested('1', line))).toEqual([true, true, true]);
  claims.release('1', b);
  expect([claims.only('1'), claims.isContested('1', a)]).toEqual([a, false]);
  claims.claim('1', b, 10);
  claims.release('1', a);
  expect(claims.only('1')).toBe(b);
  expect(said).toEqual(['superseded a', 'settled 1: a', 'superseded a', 'settled 1: b']);
});

test('messages of a connection that is closed by now are contested when another one is open', () => {
  const { claims } = table();
  claims.claim('1', a, 0);
  expect(claims.isContested('1', b)).toBe(true);
  expect(claims.isContested('2', b)).toBe(false);
});

test('identities are independent of one another', () => {
  const { claims, said } = table();
  claims.claim('1', a, 0);
  claims.claim('2', b, 0);
  claims.release('2', a);
  claims.release('1', b);
  expect([claims.only('1'), claims.only('2'), said]).toEqual([a, b, []]);
});

describe('an older connection', () => {
  test('that is silent is closed, not a moment too early, and may reconnect before the newer one is accepted', () => {
    const { claims, said } = table();
    claims.claim('1', a, 0);
    claims.claim('1', b, 100);
    claims.check(100 + silence - 1);
    expect(said).toEqual(['superseded a']);
    const closedAt = 100 + silence;
    claims.check(closedAt);
    claims.release('1', a);
    claims.claim('1', b, closedAt + 1);
    claims.check(closedAt + awaited - 1);
    expect([claims.only('1'), claims.isContested('1', b)]).toEqual([null, true]);
    claims.check(closedAt + awaited);
    expect([claims.only('1'), claims.isContested('1', b)]).toEqual([b, false]);
    expect(said).toEqual(['superseded a', 'silent a', 'settled 1: b']);
  });

  test('that was closed and comes back is alive: the contest is known', () => {
    const { claims, said } = table();
    claims.claim('1', a, 0);
    claims.claim('1', b, 0);
    claims.check(silence);
    claims.release('1', a);
    claims.claim('1', c, silence + awaited - 1);
    expect(said).toEqual(['superseded a', 'silent a', 'superseded b', 'known 1: b c']);
    claims.check(silence + awaited);
    expect(claims.only('1')).toBeNull();
  });

  test('that sends is alive, unless its messages may have been in flight already', () => {
    const { claims, said } = table();
    claims.claim('1', a, 0);
    claims.claim('1', b, 100);
    claims.claim('1', a, 100 + underWay - 1);
    expect(said).toEqual(['superseded a']);
    claims.claim('1', a, 100 + underWay);
    claims.claim('1', a, 100 + 3 * underWay);
    expect(said).toEqual(['superseded a', 'known 1: a b']);
    expect(claims.only('1')).toBeNull();
  });

  test('that ends by itself is not waited for', () => {
    const { claims, said } = table();
    claims.claim('1', a, 0);
    claims.claim('1', b, 0);
    claims.check(silence - 1);
    claims.release('1', a);
    expect(said).toEqual(['superseded a', 'settled 1: b']);
  });

  test('is dropped with the newer one: the next one is alone', () => {
    const { claims, said } = table();
    claims.claim('1', a, 0);
    claims.claim('1', b, 0);
    claims.check(silence);
    claims.release('1', a);
    claims.release('1', b);
    claims.claim('1', c, silence + 1);
    expect([claims.only('1'), claims.isContested('1', c)]).toEqual([c, false]);
    expect(said).toEqual(['superseded a', 'silent a']);
  });
});

test('rivals that are alive are closed only when one is silent for much longer, and the contest can end', () => {
  const { claims, said } = table();
  claims.claim('1', a, 0);
  claims.claim('1', b, 0);
  claims.claim('1', a, underWay);
  claims.claim('1', a, underWay + 100_000);
  said.length = 0;
  claims.check(underWay + 100_000 + rivalSilence - 1);
  expect(said).toEqual([]);
  const closedAt = underWay + 100_000 + rivalSilence;
  claims.check(closedAt);
  claims.release('1', a);
  claims.check(closedAt + awaited);
  expect(said).toEqual(['silent a', 'settled 1: b']);
});

test('a newer rival in a known contest is reported as one, and the contest is reported once', () => {
  const { claims, said } = table();
  claims.claim('1', a, 0);
  claims.claim('1', b, 0);
  claims.claim('1', a, underWay);
  claims.claim('1', c, underWay);
  claims.claim('1', b, 3 * underWay);
  expect(said).toEqual(['superseded a', 'known 1: a b', 'superseded b, known']);
});

test('a contest is reported anew when it was over and begins again', () => {
  const { claims, said } = table();
  claims.claim('1', a, 0);
  for (const start of [0, 100_000]) {
    claims.claim('1', b, start);
    claims.claim('1', a, start + underWay);
    claims.release('1', b);
  }
  expect(said.filter((words) => words.startsWith('known'))).toHaveLength(2);
});

test('a device that reconnects again and again, whose dead connections end in time, is never in a known contest', () => {
  const { claims, said } = table();
  const lines = Array.from({ length: 20 }, (_, index) => lineOf(String(index)));
  lines.forEach((line, index) => {
    const now = index * 5000;
    claims.claim('1', line, now);
    const gone = lines[index - 2];
    if (gone !== undefined) claims.release('1', gone);
    claims.check(now);
  });
  expect(said.filter((words) => !words.startsWith('superseded'))).toEqual([]);
});

test('of three the contest lasts until one is left, whichever ends first', () => {
  const orders: [Line, Line, Line][] = [
    [a, b, c],
    [a, c, b],
    [b, a, c],
    [b, c, a],
    [c, a, b],
    [c, b, a],
  ];
  for (const [first, second, third] of orders) {
    const { claims, said } = table();
    for (const line of [a, b, c]) claims.claim('1', line, 0);
    claims.release('1', stranger);
    claims.release('1', first);
    claims.release('1', first);
    expect(claims.only('1')).toBeNull();
    claims.release('1', second);
    expect(claims.only('1')).toBe(third);
    claims.release('1', third);
    expect(claims.only('1')).toBeNull();
    expect(said).toEqual(['superseded a', 'superseded b', `settled 1: ${third.name}`]);
  }
});
