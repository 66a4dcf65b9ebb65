import { isIP } from 'node:net';
import { plainAddress } from './address.ts';
import { Networks } from './networks.ts';

/** IANA's registries of special-purpose addresses: what is not reached across the internet, or leads elsewhere. */
const notPublic = new Networks([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]);
const globalIpv6 = new Networks(['2000::/3']);

/** Whether an IP address is one of the internet, rather than of this machine, its network or a tunnel to it. */
export function isPublicAddress(address: string): boolean {
  const plain = plainAddress(address);
  const version = isIP(plain);
  if (version === 0 || notPublic.includes(plain)) return false;
  return version === 4 || globalIpv6.includes(plain);
}
