import { describeInterface } from '@varde/contract/openapi/description';
import type { OpenApi, Operation } from '@varde/contract/openapi/types';

interface Answered {
  method: string;
  url: string;
  status: number;
  contentType: string | undefined;
}

let operations: { address: RegExp; method: string; operation: Operation }[] | undefined;

/** An address without parameters comes before one with them: `devices/export` is no device. */
function operationsOf({ paths }: OpenApi) {
  const parameters = (path: string) => path.split('{').length;
  return Object.entries(paths)
    .toSorted(([a], [b]) => parameters(a) - parameters(b))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        address: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]*')}$`),
        method: method.toUpperCase(),
        operation,
      })),
    );
}

/** Throws when a call answers with a status or a media type that the description of the interface does not have. */
export function requireDeclared({ method, url, status, contentType = '' }: Answered): void {
  operations ??= operationsOf(describeInterface());
  const [path = ''] = url.split('?', 1);
  const called = operations.find((one) => one.method === method && one.address.test(path));
  if (called === undefined) return;
  const response = called.operation.responses[status];
  const types = status < 300 ? Object.keys(response?.content ?? {}) : ['application/problem+json'];
  const [type = ''] = contentType.split(';', 1);
  if (response !== undefined && (status === 304 || types.includes(type))) return;
  throw new Error(`${called.operation.operationId} answers ${status} ${type}, which is not described`);
}
