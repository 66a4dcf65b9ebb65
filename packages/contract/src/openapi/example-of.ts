import { callExamples } from './examples.ts';
import { resolved } from './links.ts';
import type { JsonSchema } from './types.ts';

type Components = Record<string, JsonSchema>;

/** A valid value of a schema, from the examples of its fields. `call`: for its body, where the fields depend on each other. */
export function exampleOf(schema: JsonSchema, components: Components, call = ''): unknown {
  return Object.hasOwn(callExamples, call) ? callExamples[call] : exampleValue(schema, components);
}

function exampleValue(given: JsonSchema, components: Components): unknown {
  const schema = resolved(given, components);
  const { examples = given.examples, anyOf = schema.oneOf as JsonSchema[] | undefined, type } = schema;
  if (examples !== undefined) return examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (anyOf !== undefined) {
    const value = anyOf.find((one) => one.type !== 'null');
    return value === undefined ? null : exampleValue(value, components);
  }
  if (type === 'object') {
    const { properties = {} } = schema;
    return Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [name, exampleValue(inner, components)]),
    );
  }
  if (type === 'array') return schema.items === undefined ? [] : [exampleValue(schema.items, components)];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(1, Number(schema.minimum ?? 1));
  return schema.format === 'uuid' ? '6f1b4a52-0e0a-4d0b-8f1f-0a4d1c2b3e4f' : 'Tekst';
}
