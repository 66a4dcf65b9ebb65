import { describe, expect, test } from 'vitest';
import { AddressGuard } from './address-guard.ts';
import { defaultGatewayLimits } from './gateway-limits.ts';

test('another address of the same IPv6 network has no limits of its own, and another network has', () => {
  const guard = new AddressGuard({ ...defaultGatewayLimits, connectionsPerAddress: 2, framesAtOnce: 2 });
  expect(guard.admit('2001:db8:1:2::1', 0)).toBeNull();
  expect(guard.admit('2001:db8:1:2::2', 0)).toBeNull();
  expect(guard.admit('2001:db8:1:2:ffff::3', 0)).toBe('tooManyOfAddress');
  expect(guard.admit('2001:db8:1:3::1', 0)).toBeNull();
  guard.release('2001:db8:1:2::2');
  expect(guard.admit('2001:db8:1:2::4', 0)).toBeNull();
  const frames = ['2001:db8:1:2::1', '2001:db8:1:2::5', '2001:db8:1:2::6'];
  expect(frames.map((address) => guard.takeFrame(address, 0))).toEqual([true, true, false]);
});

describe('by default one address', () => {
  const one = '192.0.2.1';
  const other = '192.0.2.2';
  /** The number of connections granted in a row. */
  const granted = (take: () => boolean, most: number) => {
    let count = 0;
    while (count < most && take()) count += 1;
    return count;
  };

  test('opens 10,000 connections at once and 1,000 a second after that, and has 20,000', () => {
    const guard = new AddressGuard(defaultGatewayLimits);
    const open = (now: number) => granted(() => guard.admit(one, now) === null, 30_000);
    expect(open(0)).toBe(10_000);
    expect(guard.admit(one, 0)).toBe('tooManyAtOnce');
    expect(guard.admit(other, 0)).toBeNull();
    expect(open(1000)).toBe(1000);
    expect(open(60_000)).toBe(9000);
    expect(guard.admit(one, 120_000)).toBe('tooManyOfAddress');
    guard.release(other);
    expect(guard.admit(one, 120_000)).toBe('tooManyOfAddress');
    guard.release(one);
    expect(guard.admit(one, 120_000)).toBeNull();
    expect(guard.admit(one, 120_000)).toBe('tooManyOfAddress');
  });

  test('sends 40,000 frames at once and 20,000 a second after that, of which unregistered devices 1,000 and 50', () => {
    const guard = new AddressGuard(defaultGatewayLimits);
    const frames = (now: number) => granted(() => guard.takeFrame(one, now), 50_000);
    const strange = (now: number) => granted(() => guard.takeStrangersFrame(one, now), 50_000);
    expect([frames(0), frames(1000)]).toEqual([40_000, 20_000]);
    expect([strange(0), strange(1000), frames(1000)]).toEqual([1000, 50, 0]);
    expect([guard.takeFrame(other, 1000), guard.takeStrangersFrame(other, 1000)]).toEqual([true, true]);
  });

  test('continues while it has not used up its bytes or its time, and again a moment later', () => {
    for (const [use, most, perSecond] of [
      ['heard', 16 * 1024 * 1024, 8 * 1024 * 1024],
      ['worked', 1000, 500],
    ] as const) {
      const guard = new AddressGuard(defaultGatewayLimits);
      guard[use](one, most - 1, 0);
      expect([guard.mayGoOn(one, 0), guard.takeFrame(one, 0)]).toEqual([true, true]);
      guard[use](one, 1 + perSecond, 0);
      expect([guard.mayGoOn(one, 0), guard.takeFrame(one, 0)]).toEqual([false, false]);
      expect(guard.mayGoOn(other, 0)).toBe(true);
      expect(guard.mayGoOn(one, 999)).toBe(false);
      expect([guard.mayGoOn(one, 1010), guard.takeFrame(one, 1010)]).toEqual([true, true]);
    }
  });

  test('is forgotten when its limits are full again and it has no connection, and not before', () => {
    const guard = new AddressGuard({ ...defaultGatewayLimits, connectionsPerAddress: 1 });
    guard.admit(one, 0);
    guard.worked(other, 1500, 0);
    guard.forgetRested(1000);
    expect(guard.admit(one, 1000)).toBe('tooManyOfAddress');
    expect(guard.mayGoOn(other, 1000)).toBe(false);
    guard.release('192.0.2.3'); // never counted
    guard.release(one);
    guard.forgetRested(60_000);
    guard.release(one); // a forgotten address owes nothing
    expect([guard.admit(one, 60_000), guard.admit(one, 60_000)]).toEqual([null, 'tooManyOfAddress']);
  });
});
