import { BlockList, isIP } from 'node:net';

type Family = 'ipv4' | 'ipv6';

interface Network {
  address: string;
  prefix: number;
  family: Family;
}

/** `10.0.0.0/8`, `2001:db8::/32` or a single address; null for malformed text. */
export function parseNetwork(text: string): Network | null {
  const [address = '', prefix, ...more] = text.split('/');
  const family = familyOf(address);
  if (family === null || more.length > 0) return null;
  const bits = family === 'ipv6' ? 128 : 32;
  if (prefix === undefined) return { address, prefix: bits, family };
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits ? { address, prefix: Number(prefix), family } : null;
}

/** Addresses of some networks. IPv4 is written as IPv4, also over an IPv6 socket (`plainAddress`). */
export class Networks {
  readonly #list = new BlockList();

  /** Throws a `RangeError` for a malformed network. */
  constructor(networks: readonly string[]) {
    for (const text of networks) {
      const network = parseNetwork(text);
      if (network === null) throw new RangeError(`${text} is no network`);
      this.#list.addSubnet(network.address, network.prefix, network.family);
    }
  }

  /** Whether an address (`plainAddress`) is in one of them. False for the empty address of a closed connection. */
  includes(address: string): boolean {
    const bare = address.replace(/%.*$/, ''); // the interface of a link-local address
    const family = familyOf(bare);
    return family !== null && this.#list.check(bare, family);
  }
}

function familyOf(address: string): Family | null {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return null;
  return version === 6 ? 'ipv6' : 'ipv4';
}
