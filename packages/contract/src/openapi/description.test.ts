import { describe, expect, test } from 'vitest';
import { api } from '../api.ts';
import type { Endpoint } from '../endpoint.ts';
import { describeInterface } from './description.ts';
import { exampleOf } from './example-of.ts';
import { resolved } from './links.ts';
import type { JsonSchema, Operation } from './types.ts';

const description = describeInterface();
const { schemas } = description.components;
const endpoints = new Map<string, Endpoint>(
  Object.entries(api).flatMap(([tag, group]) =>
    Object.entries(group).map(([name, endpoint]): [string, Endpoint] => [`${tag}.${name}`, endpoint]),
  ),
);
const operations = Object.values(description.paths).flatMap((path) => Object.values(path));
const endpointOf = ({ operationId }: Operation): Endpoint => {
  const found = endpoints.get(operationId);
  if (found === undefined) throw new Error(`no call ${operationId}`);
  return found;
};

/** Every object below a value, the value included, with its path. */
function* objectsIn(value: unknown, path = '#'): Generator<[path: string, object: Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>];
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${path}/${key}`);
}

const at = (pointer: string): unknown =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], description);

/** Whether a value can fit the schema, as far as its type, its list and its bounds tell; what is no schema can. */
function isPossible({ type, enum: listed, minimum, maximum, minLength, maxLength }: Record<string, unknown>): boolean {
  const isOfType = (value: unknown) => type === 'integer' || typeof value === type;
  const fits = typeof type !== 'string' || !Array.isArray(listed) || listed.some(isOfType);
  const room = (from: unknown, to: unknown) => typeof from !== 'number' || typeof to !== 'number' || from <= to;
  return fits && room(minimum, maximum) && room(minLength, maxLength);
}

describe('the description of the interface', () => {
  test('has every call once', () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual([...endpoints.keys()].sort());
  });

  test.each(operations.map((operation) => [operation.operationId, operation] as const))(
    '%s says how it succeeds and how it is refused, who may call it, and what comes beside its own fields',
    (_id, operation) => {
      const { method, permission, callback, file } = endpointOf(operation);
      const types = Object.keys(operation.responses[200]?.content ?? {});
      expect(types).toEqual(file === undefined ? ['application/json'] : [...file]);
      for (const [status, response] of Object.entries(operation.responses)) {
        if (Number(status) < 400) continue;
        const { content } = at(String(response.$ref)) as Operation['responses'][string];
        expect(Object.keys(content ?? {})).toEqual(['application/problem+json']);
      }
      for (const status of [400, 429, 500, 503]) expect(operation.responses).toHaveProperty([status]);
      expect(operation.security).toEqual(
        permission === 'public' ? [] : endpointOf(operation).forPrograms ? [{ session: [] }, { key: [] }] : undefined,
      );
      const names = operation.parameters.map((one) =>
        '$ref' in one ? (at(String(one.$ref)) as { name: string }).name : (one as { name: string }).name,
      );
      expect(names).toContain('roles');
      expect(names.includes('x-varde-context')).toBe(method !== 'GET' && callback !== true);
    },
  );

  test('says when to try again: 429 and 503 have Retry-After, and 405 has Allow', () => {
    for (const [status, header] of [
      ['429', 'Retry-After'],
      ['503', 'Retry-After'],
      ['405', 'Allow'],
    ] as const)
      expect(at(`#/components/responses/Problem${status}`)).toHaveProperty(['headers', header]);
  });

  test('describes what several calls have once: each reference has its target, and each target is referred to', () => {
    const references = [...objectsIn(description)].flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []));
    for (const reference of new Set(references)) expect(at(reference), reference).toBeDefined();
    const unused = Object.keys(schemas).filter((name) => !references.includes(`#/components/schemas/${name}`));
    expect(unused).toEqual([]);
    const places = new Map<string, string[]>();
    for (const [path, object] of objectsIn(description)) {
      const text = JSON.stringify(object);
      if (object.type === 'object' && text.length > 500) places.set(text, [...(places.get(text) ?? []), path]);
    }
    expect([...places.values()].filter((several) => several.length > 1)).toEqual([]);
  });

  test('has no schema that no value fits: what is listed has the type, and bounds leave room between them', () => {
    const impossible = [...objectsIn(description)].filter(([, schema]) => !isPossible(schema));
    expect(impossible).toEqual([]);
    expect(isPossible({ type: 'string', enum: [0, 1] })).toBe(false);
    expect(isPossible({ type: 'integer', minimum: 2, maximum: 1 })).toBe(false);
  });

  test('has no pattern that only some dialects of regular expressions know', () => {
    const patterns = [...objectsIn(description)].flatMap(([path, { pattern }]) =>
      typeof pattern === 'string' ? [[path, pattern] as const] : [],
    );
    expect(patterns.length).toBeGreaterThan(50);
    expect(patterns.filter(([, pattern]) => /\\p\{|\\P\{|\(\?<[=!]|\\x|\\u\{/.test(pattern))).toEqual([]);
    for (const [, pattern] of patterns) expect(() => new RegExp(pattern)).not.toThrow();
  });

  test.each(
    operations.filter(({ requestBody }) => requestBody).map((operation) => [operation.operationId, operation] as const),
  )('%s has an example that it accepts', (_id, operation) => {
    const { body } = endpointOf(operation);
    for (const { example } of Object.values(operation.requestBody?.content ?? {}))
      expect(body?.safeParse(example)).toMatchObject({ success: true });
  });

  test.each(operations.map((operation) => [operation.operationId, operation] as const))(
    '%s has parameters whose examples it accepts',
    (_id, operation) => {
      const { params, query } = endpointOf(operation);
      const given = operation.parameters.flatMap((one) => {
        const {
          name,
          in: place,
          schema,
          required,
        } = ('$ref' in one ? at(String(one.$ref)) : one) as {
          name: string;
          in: string;
          schema: JsonSchema;
          required?: boolean;
        };
        return required === true ? [{ name, place, value: exampleOf(schema, schemas) }] : [];
      });
      const of = (part: string) =>
        Object.fromEntries(given.flatMap(({ name, place, value }) => (place === part ? [[name, value]] : [])));
      if (params !== undefined) expect(params.safeParse(of('path'))).toMatchObject({ success: true });
      if (query !== undefined && operation.operationId !== 'users.explainAccess')
        expect(query.safeParse(of('query'))).toMatchObject({ success: true });
    },
  );

  test('links answers to the calls that can follow: each link takes a number that the answer has', () => {
    const links = operations.flatMap((operation) => Object.values((operation.responses[200]?.links ?? {}) as object));
    expect(links.length).toBeGreaterThan(100);
    for (const operation of operations)
      for (const link of Object.values((operation.responses[200]?.links ?? {}) as object)) {
        const { operationId, parameters } = link as {
          operationId: string;
          parameters: Record<string, string>;
        };
        expect(endpoints.has(operationId)).toBe(true);
        for (const expression of Object.values(parameters)) {
          let schema: JsonSchema | undefined = operation.responses[200]?.content?.['application/json']?.schema;
          for (const key of expression.replace('$response.body#/', '').split('/')) {
            const { items, properties } = resolved(schema ?? {}, schemas);
            schema = key === '0' ? items : properties?.[key];
          }
          expect(schema, `${operation.operationId}: ${expression}`).toBeDefined();
        }
      }
  });
});
