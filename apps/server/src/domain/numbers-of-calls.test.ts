import { describeInterface } from '@varde/contract/openapi/description';
import { resolved } from '@varde/contract/openapi/links';
import type { JsonSchema } from '@varde/contract/openapi/types';
import { rooms } from '@varde/testing/rooms-of-tables';
import { getTableColumns, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';

interface Numeric {
  /** As `geofences.saveGeofence geofence.radius`. */
  path: string;
  name: string;
  schema: JsonSchema;
}

const { paths, components } = describeInterface();

function numbersIn(given: JsonSchema, path: string, name: string): Numeric[] {
  const schema = resolved(given, components.schemas);
  const { type, properties = {}, items, anyOf = [], additionalProperties } = schema;
  return [
    ...(type === 'integer' || type === 'number' ? [{ path, name, schema }] : []),
    ...Object.entries(properties).flatMap(([key, inner]) => numbersIn(inner, `${path}.${key}`, key)),
    ...(items === undefined ? [] : numbersIn(items, `${path}[]`, name)),
    ...anyOf.flatMap((one) => numbersIn(one, path, name)),
    ...(typeof additionalProperties === 'object'
      ? numbersIn(additionalProperties as JsonSchema, `${path}{}`, name)
      : []),
  ];
}

interface Parameter {
  name: string;
  schema: JsonSchema;
}
const parameterOf = (parameter: object): Parameter =>
  ('$ref' in parameter
    ? components.parameters[String(parameter.$ref).split('/').at(-1) ?? '']
    : parameter) as Parameter;

const numbers = Object.values(paths)
  .flatMap((path) => Object.values(path))
  .flatMap(({ operationId, parameters, requestBody }) => [
    ...parameters.map(parameterOf).flatMap(({ name, schema }) => numbersIn(schema, `${operationId} ${name}`, name)),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => numbersIn(schema, `${operationId} `, '')),
  ]);

/** The whole numbers that a column takes, by its type; of others any number. */
const wholeNumbers: Record<string, [min: number, max: number]> = {
  PgSmallInt: [-32_768, 32_767],
  PgInteger: [-2_147_483_648, 2_147_483_647],
  PgBigInt53: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};
const columns = new Map<string, Set<string>>();
for (const room of rooms)
  for (const table of Object.values<unknown>(room))
    if (is(table, PgTable))
      for (const [name, { columnType }] of Object.entries(getTableColumns(table)))
        columns.set(name, (columns.get(name) ?? new Set()).add(columnType));

const leastOf = ({ minimum, exclusiveMinimum }: JsonSchema) => minimum ?? exclusiveMinimum;
const isAnyInteger = (limit: unknown) => Math.abs(Number(limit)) >= Number.MAX_SAFE_INTEGER;
const takes = (columnType: string, schema: JsonSchema): boolean => {
  const limits = wholeNumbers[columnType];
  if (limits === undefined) return true;
  return schema.type === 'integer' && Number(leastOf(schema)) >= limits[0] && Number(schema.maximum) <= limits[1];
};
const hasValues = ({ enum: values, const: value }: JsonSchema) => values !== undefined || value !== undefined;

describe('a number that is sent', () => {
  test('has its range, and is whole except a coordinate', () => {
    expect(numbers.length).toBeGreaterThan(200);
    const open = numbers.filter(({ path, name, schema }) => {
      if (hasValues(schema) || path.startsWith('sms.') || path.startsWith('calls.')) return false;
      // What a device reports may be no place, which has no address.
      if (path.startsWith('geocoding.getAddress l')) return false;
      const isWhole = schema.type === 'integer' || ['lat', 'lng'].includes(name) || /\.(values|began)\{\}$/.test(path);
      const isBig = [...(columns.get(name) ?? [])].includes('PgBigInt53');
      const limits = [leastOf(schema), schema.maximum];
      return !isWhole || limits.includes(undefined) || (!isBig && limits.some(isAnyInteger));
    });
    expect(open.map(({ path }) => path)).toEqual([]);
  });

  test('is one that a column of its name takes', () => {
    const tooWide = numbers.filter(({ name, schema }) => {
      const types = [...(columns.get(name) ?? [])];
      return types.length > 0 && !hasValues(schema) && !types.some((type) => takes(type, schema));
    });
    expect(tooWide.map(({ path }) => path)).toEqual([]);
  });
});
