import { describe, expect, it } from 'vitest';
import { macAddressFrom } from './mac-address.ts';

describe('the MAC address of an access point', () => {
  it.each([
    ['bc:5f:f6:1e:07:be', 'bc:5f:f6:1e:07:be'],
    ['BC-5F-F6-1E-07-BE', 'bc:5f:f6:1e:07:be'],
    ['bc5ff61e07be', 'bc:5f:f6:1e:07:be'],
    ['bc5f.f61e.07be', 'bc:5f:f6:1e:07:be'],
    ['e:5:c8:41:a6:0', '0e:05:c8:41:a6:00'],
    [' 0:0:0:0:0:1 ', '00:00:00:00:00:01'],
  ])('%s is read as %s', (text, mac) => {
    expect(macAddressFrom(text)).toBe(mac);
  });

  it.each([
    '',
    'e5c841a69',
    'e:5:c8:41:a6',
    'e:5:c8:41:a6:0:1',
    'e:5:c8:41:a6:',
    'e:5:c8:41:a6:001',
    'g:5:c8:41:a6:0',
    ':'.repeat(60_000),
  ])('is not %s', (text) => {
    expect(macAddressFrom(text)).toBeUndefined();
  });
});
