import { exampleOf } from '@varde/contract/openapi/example-of';
import type { JsonSchema, OpenApi, Operation } from '@varde/contract/openapi/types';

export type Values = Readonly<Record<string, string | number>>;

export interface GenericCall {
  operationId: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The names of the parameters of its path. */
  names: string[];
  /** The request, with these values of parameters, and the examples of the description for everything else. */
  request(values: Values): { url: string; headers: Record<string, string>; body?: string };
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: JsonSchema;
}

/** The calls of a described interface, as a client makes them that knows nothing but the description. */
export function genericCalls({ paths, components }: OpenApi): GenericCall[] {
  const parameterOf = (given: object): Parameter =>
    ('$ref' in given ? components.parameters[String(given.$ref).split('/').at(-1) ?? ''] : given) as Parameter;
  const callOf = (path: string, method: string, operation: Operation): GenericCall => {
    const parameters = operation.parameters.map(parameterOf).filter((one) => one.required === true);
    const inside = (place: string) => parameters.filter((one) => one.in === place);
    const names = inside('path');
    return {
      operationId: operation.operationId,
      method: method.toUpperCase() as GenericCall['method'],
      names: names.map(({ name }) => name),
      request(values) {
        const textOf = ({ name, schema }: Parameter) =>
          encodeURIComponent(String(values[name] ?? exampleOf(schema, components.schemas)));
        const filled = names.reduce((url, one) => url.replace(`{${one.name}}`, textOf(one)), path);
        const query = inside('query')
          .map((one) => `${one.name}=${textOf(one)}`)
          .join('&');
        return { url: query === '' ? filled : `${filled}?${query}`, ...bodyOf(operation) };
      },
    };
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callOf(path, method, operation)),
  );
}

const json = 'application/json';

/** Most clients name JSON with each request, also with one that has no body. */
function bodyOf({ requestBody }: Operation): { headers: Record<string, string>; body?: string } {
  const content = requestBody?.content ?? {};
  const type = Object.hasOwn(content, json) ? json : (Object.keys(content)[0] ?? json);
  const headers = { 'content-type': type };
  if (requestBody?.required !== true) return { headers };
  const example = content[type]?.example;
  const fields = new URLSearchParams(example as Record<string, string>);
  return { headers, body: type === json ? JSON.stringify(example) : fields.toString() };
}
