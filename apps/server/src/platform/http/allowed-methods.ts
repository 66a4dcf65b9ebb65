import { api } from '@varde/contract/api';
import type { Endpoint } from '@varde/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

const calls = Object.values(api)
  .flatMap((group): Endpoint[] => Object.values(group))
  .map(({ method, path, changes }) => ({
    route: { method, url: path },
    address: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
    methods: method === 'GET' && changes !== true ? ['GET', 'HEAD'] : [method],
  }));

/** The methods with which the address of a request can be called in this process, for `Allow`; none: there is no such address. */
export function allowedMethods({ url, server }: Pick<FastifyRequest, 'url' | 'server'>): string[] {
  const [path = ''] = url.split('?', 1);
  const ofAddress = calls.filter(({ address, route }) => address.test(path) && server.hasRoute(route));
  return [...new Set(ofAddress.flatMap(({ methods }) => methods))];
}

/** The error of a request that nothing serves: its address has other methods, or there is none. */
export const unserved = (request: FastifyRequest): AppError =>
  new AppError(allowedMethods(request).length === 0 ? 'notFound' : 'methodNotAllowed');
