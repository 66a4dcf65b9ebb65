import { expect, test } from 'vitest';
import { AddressGuard } from './address-guard.ts';
import { defaultGatewayLimits } from './gateway-limits.ts';

test('another address of the same IPv6 network has no room of its own, and another network has', () => {
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
