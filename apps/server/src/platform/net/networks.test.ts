import { expect, test } from 'vitest';
import { Networks, parseNetwork } from './networks.ts';

test('a network is an address with a prefix of its family, or a single address', () => {
  for (const good of [
    '10.0.0.0/8',
    '192.0.2.7',
    '0.0.0.0/0',
    '192.0.2.7/32',
    '2001:db8::/32',
    '::1',
    '::/0',
    '::1/128',
  ])
    expect(parseNetwork(good), good).not.toBeNull();
  for (const bad of [
    '',
    '10.0.0.0/33',
    '10.0.0/8',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '::/129',
    'fe80::1%eth0',
    'all',
    '10.0.0.0/-1',
    '10.0.0.0/ 8',
  ])
    expect(parseNetwork(bad), bad).toBeNull();
});

test('an address is in a network or outside, up to both of its ends', () => {
  const networks = new Networks(['10.1.0.0/16', '192.0.2.7', '2001:db8::/32']);
  for (const inside of ['10.1.0.0', '10.1.255.255', '192.0.2.7', '2001:db8::1', '2001:DB8:ffff::9%eth0'])
    expect(networks.includes(inside), inside).toBe(true);
  for (const outside of ['10.0.255.255', '10.2.0.0', '192.0.2.6', '192.0.2.8', '2001:db9::', '::1', '', 'x'])
    expect(networks.includes(outside), outside).toBe(false);
});

test('malformed networks are refused, and an empty list includes no address', () => {
  expect(() => new Networks(['10.0.0.0/99'])).toThrow(RangeError);
  expect(new Networks([]).includes('10.0.0.1')).toBe(false);
});
