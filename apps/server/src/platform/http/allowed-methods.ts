import { api } from '@varde/contract/api';
import type { Endpoint } from '@varde/contract/endpoint';
import { AppError } from '../app-error.ts';

const calls = Object.values(api)
  .flatMap((group): Endpoint[] => Object.values(group))
  .map(({ method, path, changes }) => ({
    address: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
    methods: method === 'GET' && changes !== true ? ['GET', 'HEAD'] : [method],
  }));

/** The methods with which an address can be called, for `Allow`; none: there is no such address. */
export function allowedMethods(url: string): string[] {
  const [path = ''] = url.split('?', 1);
  return [...new Set(calls.flatMap(({ address, methods }) => (address.test(path) ? methods : [])))];
}

/** The error of a request that nothing serves: its address has other methods, or there is none. */
export const unserved = (url: string): AppError =>
  new AppError(allowedMethods(url).length === 0 ? 'notFound' : 'methodNotAllowed');
