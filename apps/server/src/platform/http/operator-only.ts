import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { plainAddress } from '../address.ts';
import { AppError } from '../app-error.ts';

/** This machine, link-local, private and shared networks: RFC 1122, 3927, 1918, 6598; RFC 4291, 4193. */
const near = new BlockList();
near.addSubnet('127.0.0.0', 8);
near.addSubnet('169.254.0.0', 16);
near.addSubnet('10.0.0.0', 8);
near.addSubnet('172.16.0.0', 12);
near.addSubnet('192.168.0.0', 16);
near.addSubnet('100.64.0.0', 10);
near.addAddress('::1', 'ipv6');
near.addSubnet('fe80::', 10, 'ipv6');
near.addSubnet('fc00::', 7, 'ipv6');

/** What a proxy adds to the requests that it passes on. */
const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-forwarded-proto', 'x-real-ip', 'via'];

/**
 * Throws `notFound` for whoever does not ask directly from this machine or a network of the operator. What comes
 * through a proxy comes from browsers, whatever address the proxy has: a forgotten rule there publishes nothing.
 */
export async function operatorOnly({ headers, socket }: FastifyRequest): Promise<void> {
  const address = plainAddress(socket.remoteAddress).replace(/%.*$/, '');
  const version = isIP(address); // 0: the connection is gone
  const isNear = version !== 0 && near.check(address, version === 6 ? 'ipv6' : 'ipv4');
  if (!isNear || proxyHeaders.some((name) => headers[name] !== undefined)) throw new AppError('notFound');
}
