import { isIP, isIPv6 } from 'node:net';

/** An address as it is stored: IPv4 over an IPv6 socket becomes IPv4. */
export function plainAddress(remoteAddress: string | undefined): string {
  return (remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * The IP address in the last entry of an X-Forwarded-For header, which the nearest proxy wrote; null when that is no
 * address. Some proxies add the port: `192.0.2.7:4711`, `[2001:db8::9]:4711`.
 */
export function forwardedAddress(header: string): string | null {
  const entry = header.slice(header.lastIndexOf(',') + 1).trim();
  const withPort = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(entry);
  const bracketed = withPort?.[1];
  const bare = withPort?.[2] ?? entry;
  const isAddress = bracketed === undefined ? isIP(bare) !== 0 : isIPv6(bracketed);
  return isAddress ? plainAddress((bracketed ?? bare).replace(/%.*$/, '')) : null;
}

/**
 * The part of an address that a limit counts. For IPv6 that is the first 64 bits: a subscriber has all 2^64 addresses
 * of a network (RFC 4291 2.5.1; RFC 6177), and could otherwise use a new one for each attempt.
 */
export function countedAddress(address: string): string {
  const plain = plainAddress(address);
  if (!plain.includes(':')) return plain;
  const [before = '', after] = plain.replace(/%.*$/, '').split('::');
  const first = groupsOf(before);
  const last = after === undefined ? [] : groupsOf(after);
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  const network = [...first, ...zeros, ...last].slice(0, 4);
  return `${network.map((group) => group.toLowerCase().replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

/** An IPv4 address at the end counts as two groups. */
function groupsOf(text: string): string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => (group.includes('.') ? [group, ''] : [group]));
}
