import * as z from 'zod/mini';

/** An address parameter, parsed by a field of the contract: undefined when it is missing or malformed. */
export const parameter = <Field extends z.core.$ZodType>(field: Field) => z.catch(z.optional(field), undefined);

type Fields = Readonly<Record<string, z.core.$ZodType>>;

/** The same for each of these fields, by its name. */
export const parameters = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, parameter(field)])) as {
    [Name in keyof F]: ReturnType<typeof parameter<F[Name]>>;
  };

/**
 * Makes a route's `validateSearch`. The router parses values as JSON, while fields of queries expect text: numbers
 * become text again, and any other type is malformed. A malformed parameter is set to undefined instead of omitted,
 * because the router merges the result into the original parameters.
 */
export const searchReader = <Shape extends z.core.$ZodShape>(shape: Shape) => {
  const schema = z.object(shape);
  return (given: Readonly<Record<string, unknown>>) =>
    schema.parse(Object.fromEntries(Object.entries(given).map(([name, value]) => [name, textOf(value)])));
};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
