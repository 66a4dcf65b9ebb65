import { expect, test } from 'vitest';
import { z } from 'zod';
import { api } from './api.ts';
import { bodyLimitOf, type Endpoint } from './endpoint.ts';

type Schema = { [key: string]: unknown };
interface Size {
  bytes: number;
  values: number;
}
const unlimitedText = 200;

/** The largest JSON that a schema takes, with texts of one byte a letter; a list or text without a limit counts as short. */
function largest(schema: Schema, definitions: Schema): Size {
  if (typeof schema.$ref === 'string')
    return largest(definitions[schema.$ref.split('/').at(-1) ?? ''] as Schema, definitions);
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices !== undefined) {
    const sizes = choices.map((choice) => largest(choice, definitions));
    return {
      bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
      values: Math.max(...sizes.map(({ values }) => values)),
    };
  }
  if (schema.type === 'array') {
    const item = largest((schema.items ?? {}) as Schema, definitions);
    const count = Number(schema.maxItems ?? 1);
    return { bytes: 2 + count * (item.bytes + 1), values: 1 + count * item.values };
  }
  const properties = Object.entries((schema.properties ?? {}) as { [key: string]: Schema });
  return properties.reduce(
    (sum, [name, property]) => {
      const inner = largest(property, definitions);
      return { bytes: sum.bytes + name.length + 4 + inner.bytes, values: sum.values + inner.values };
    },
    { bytes: textBytes(schema), values: 1 },
  );
}

const textBytes = ({ type, maxLength }: Schema): number =>
  [type].flat().includes('string') ? Number(maxLength ?? unlimitedText) + 2 : 20;

const calls = Object.entries(api).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]): [string, Endpoint] => [`${group}.${name}`, endpoint]),
);

test.each(calls.filter(([, { body }]) => body !== undefined))(
  'the largest body of %s fits in its limit, in bytes and in values',
  (_name, endpoint) => {
    const schema = z.toJSONSchema(endpoint.body ?? z.any(), {
      io: 'input',
      unrepresentable: 'any',
    }) as Schema;
    const { bytes, values } = largest(schema, (schema.$defs ?? {}) as Schema);
    const limit = bodyLimitOf(endpoint);
    expect(bytes).toBeLessThanOrEqual(limit);
    expect(values).toBeLessThanOrEqual(limit / 8);
  },
);
