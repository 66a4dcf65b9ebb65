import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { plainAddress } from '../net/address.ts';
import { Networks } from '../net/networks.ts';

/** This machine, link-local, private and shared networks: RFC 1122, 3927, 1918, 6598; RFC 4291, 4193. */
const near = new Networks([
  '127.0.0.0/8',
  '169.254.0.0/16',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '::1',
  'fe80::/10',
  'fc00::/7',
]);

/** Headers that a proxy adds to forwarded requests. */
const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-forwarded-proto', 'x-real-ip', 'via'];

/**
 * Throws `notFound` for requests that do not come directly from this machine or a network of the operator. Requests
 * through a proxy come from browsers, whatever address the proxy has: a forgotten rule there publishes nothing.
 */
export async function operatorOnly({ headers, socket }: FastifyRequest): Promise<void> {
  const isNear = near.includes(plainAddress(socket.remoteAddress));
  if (!isNear || proxyHeaders.some((name) => headers[name] !== undefined)) throw new AppError('notFound');
}
