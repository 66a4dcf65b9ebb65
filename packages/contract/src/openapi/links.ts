import type { JsonSchema, OpenApi } from './types.ts';

interface Described {
  /** Of the call that answers. */
  path: string;
  paths: OpenApi['paths'];
  components: Record<string, JsonSchema>;
}

/** Deeper in an answer are things beside what it is about. */
const deepest = 3;

/** The links of an answer: for each number in it the call that reads what it is the number of. */
export function linksOf(schema: JsonSchema, { path, paths, components }: Described): Record<string, object> {
  const links: Record<string, object> = {};
  for (const [name, pointer] of placesIn(schema, components))
    for (const [other, { get }] of Object.entries(paths)) {
      if (get === undefined || other === path || !other.endsWith(`/{${name}}`) || parametersOf(other).length > 1)
        continue;
      links[get.operationId.replace('.', '-')] ??= {
        operationId: get.operationId,
        parameters: { [name]: `$response.body#${pointer}` },
      };
    }
  return links;
}

const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

/** The properties of an answer with a JSON pointer to each; in a list, to that of the first entry. */
function placesIn(
  schema: JsonSchema,
  components: Record<string, JsonSchema>,
  pointer = '',
  depth = 0,
): [name: string, pointer: string][] {
  const { properties = {}, items } = resolved(schema, components);
  if (depth > deepest) return [];
  if (items !== undefined) return placesIn(items, components, `${pointer}/0`, depth);
  return Object.entries(properties).flatMap(([name, inner]) => [
    [name, `${pointer}/${name}`] as [string, string],
    ...placesIn(inner, components, `${pointer}/${name}`, depth + 1),
  ]);
}

/** A schema behind a reference. */
export const resolved = (schema: JsonSchema, components: Record<string, JsonSchema>): JsonSchema =>
  schema.$ref === undefined ? schema : (components[schema.$ref.slice('#/components/schemas/'.length)] ?? {});
