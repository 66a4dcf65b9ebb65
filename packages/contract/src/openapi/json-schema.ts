import { z } from 'zod';
import { exampleOfField } from './examples.ts';
import { named, names } from './names.ts';
import type { JsonSchema } from './types.ts';

/** What is sent, or what comes back: a default, for instance, may be left out in the first and is always in the second. */
type Direction = 'input' | 'output';

/**
 * The JSON Schemas of a description. One with a name (`names.ts`) is described once, among `components`, and referred
 * to everywhere else.
 */
export class JsonSchemas {
  readonly components: Record<string, JsonSchema> = {};

  readonly #alike = new Map<string, boolean>();

  of(schema: z.core.$ZodType, io: Direction): JsonSchema {
    const { $defs, ...described } = asJson(schema, io);
    const nameIn = (name: string) => (io === 'input' && !this.#isAlike(name) ? `${name}Input` : name);
    for (const [name, one] of Object.entries($defs ?? {}))
      this.components[nameIn(name)] ??= referring(one, nameIn) as JsonSchema;
    return referring(described, nameIn) as JsonSchema;
  }

  /** Whether what is sent and what comes back look the same. */
  #isAlike(name: string): boolean {
    const schema = named[name];
    const known = this.#alike.get(name);
    if (known !== undefined || schema === undefined) return known === true;
    const [input, output] = [asJson(schema, 'input'), asJson(schema, 'output')];
    const isAlike = JSON.stringify(input) === JSON.stringify(output);
    this.#alike.set(name, isAlike);
    return isAlike;
  }
}

function asJson(schema: z.core.$ZodType, io: Direction): JsonSchema & { $defs?: Record<string, JsonSchema> } {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    metadata: names,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => complete(zodSchema, jsonSchema as JsonSchema),
  }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
  return described;
}

/** A schema with its references to `$defs` as those to components, and with the examples of its fields. */
function referring(value: unknown, nameIn: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => referring(each, nameIn));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (key === 'id' && typeof inner === 'string') return [];
      if (key === 'properties') return [[key, withExamples(referring(inner, nameIn) as Properties)]];
      if (key !== '$ref' || typeof inner !== 'string') return [[key, referring(inner, nameIn)]];
      return [[key, `#/components/schemas/${nameIn(inner.slice('#/$defs/'.length))}`]];
    }),
  );
}

type Properties = Record<string, JsonSchema>;
const withExamples = (properties: Properties): Properties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const example = exampleOfField(name, schema);
      return [name, example === undefined ? schema : { ...schema, examples: [example] }];
    }),
  );

/** What the schema knows and the library leaves out. */
function complete(schema: z.core.$ZodType, described: JsonSchema): void {
  const { def } = schema._zod as unknown as { def: { type: string; out?: z.core.$ZodType } };
  // A number in a query is text that is read first: which numbers are valid is said behind that.
  if (def.type === 'pipe' && def.out !== undefined) {
    const values = [...((def.out._zod as { values?: ReadonlySet<unknown> }).values ?? [])];
    if (values.length > 0) described.enum = values;
  }
  // Fields are added: a client ignores those that it does not know.
  if (described.additionalProperties === false) delete described.additionalProperties;
}
