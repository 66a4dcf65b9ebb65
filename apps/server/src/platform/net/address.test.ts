import { expect, test } from 'vitest';
import { countedAddress, forwardedAddress, plainAddress } from './address.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('%s is counted as %s: a whole IPv6 network is one', (address, counted) => {
  expect(countedAddress(address)).toBe(counted);
});

test('IPv4 over an IPv6 socket is stored as IPv4, and IPv6 as it is', () => {
  expect(plainAddress('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(plainAddress('2001:db8:1:2::9')).toBe('2001:db8:1:2::9');
  expect(plainAddress(undefined)).toBe('');
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:54321', '192.0.2.7'],
  ['203.0.113.9, 192.0.2.7:1', '192.0.2.7'],
  ['nonsense,192.0.2.7 ', '192.0.2.7'],
  ['2001:db8::9', '2001:db8::9'],
  ['[2001:db8::9]', '2001:db8::9'],
  ['[2001:db8::9]:443', '2001:db8::9'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['[::ffff:192.0.2.7]:443', '192.0.2.7'],
  ['fe80::1%eth0', 'fe80::1'],
])('X-Forwarded-For %s names %s', (header, address) => {
  expect(forwardedAddress(header)).toBe(address);
});

test.each([
  '',
  ' ',
  'unknown',
  '_hidden',
  'localhost',
  'kari@kommune.example',
  '192.0.2',
  '192.0.2.256',
  '192.0.2.7:',
  '192.0.2.7:port',
  '192.0.2.7:123456',
  '192.0.2.7:1:2',
  '[192.0.2.7]:80',
  '[2001:db8::9',
  '2001:db8::9]:443',
  '[2001:db8::9]443',
  '[]:443',
  '2001:db8::g',
  '192.0.2.7, ',
  '192.0.2.7, unknown',
  '1'.repeat(10_000),
])('X-Forwarded-For %j names no address', (header) => {
  expect(forwardedAddress(header)).toBeNull();
});
