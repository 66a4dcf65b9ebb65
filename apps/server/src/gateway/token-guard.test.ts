import { beforeEach, expect, test } from 'vitest';
import { defaultGatewayLimits } from './gateway-limits.ts';
import { TokenGuard } from './token-guard.ts';

let guard: TokenGuard;
beforeEach(() => {
  guard = new TokenGuard(defaultGatewayLimits);
});

const attempt = (identity: string, tokenHash = 'wrong', address = '192.0.2.1') => ({
  ...{ identity, tokenHash, address },
});
/** The number of wrong ones in a row that are allowed. */
function wrongOnes(of: (n: number) => ReturnType<typeof attempt>, now = 0): number {
  let count = 0;
  while (count < 1000 && guard.mayTry(of(count), now)) {
    guard.recordFailure(of(count), now);
    count += 1;
  }
  return count;
}

test('by default ten wrong ones for one phone are allowed, and one more each second', () => {
  expect(wrongOnes(() => attempt('a'))).toBe(10);
  expect(guard.mayTry(attempt('b'), 0)).toBe(true);
  expect(guard.mayTry(attempt('a'), 999)).toBe(false);
  expect(wrongOnes(() => attempt('a'), 1000)).toBe(1);
  expect(wrongOnes(() => attempt('a'), 61_000)).toBe(10);
});

test('by default a hundred wrong ones of one address are allowed, whatever phones they name', () => {
  expect(wrongOnes((n) => attempt(`phone-${n}`))).toBe(100);
  expect(guard.mayTry(attempt('new'), 0)).toBe(false);
  expect(guard.mayTry(attempt('new', 'wrong', '192.0.2.2'), 0)).toBe(true);
  expect(guard.mayTry(attempt('phone-1', 'wrong', '192.0.2.2'), 0)).toBe(true);
});

test('a valid token is allowed however many were wrong, and for its own phone only', () => {
  guard.recordSuccess(attempt('a', 'right'));
  guard.recordSuccess(attempt('b', 'other'));
  expect(wrongOnes((n) => attempt(`phone-${n}`))).toBe(100);
  expect(guard.mayTry(attempt('a', 'right'), 0)).toBe(true);
  expect(guard.mayTry(attempt('a', 'other'), 0)).toBe(false);
  expect(guard.mayTry(attempt('c', 'right'), 0)).toBe(false);
});

test('a token that is no longer valid counts as wrong, and another wrong one takes nothing from the valid one', () => {
  guard.recordSuccess(attempt('a', 'right'));
  guard.recordFailure(attempt('a', 'guess'), 0);
  expect(wrongOnes((n) => attempt(`phone-${n}`))).toBe(99);
  expect(guard.mayTry(attempt('a', 'right'), 0)).toBe(true);
  guard.recordFailure(attempt('a', 'right'), 0);
  expect(guard.mayTry(attempt('a', 'right'), 0)).toBe(false);
});

test('an address without recent attempts is forgotten, and another is limited as before', () => {
  expect(wrongOnes(() => attempt('a'))).toBe(10);
  guard.forgetRested(5000);
  expect(wrongOnes(() => attempt('a'), 5000)).toBe(5);
  guard.forgetRested(60_000);
  expect(wrongOnes(() => attempt('a'), 60_000)).toBe(10);
});
