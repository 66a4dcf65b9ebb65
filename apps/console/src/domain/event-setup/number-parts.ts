import type { Output } from '#data/api/call.ts';

export type Country = Output<'getCountries'>['countries'][number];

/**
 * A number without the prefix of its country. `country`: the chosen one, which a number with another prefix changes;
 * undefined: not known. Null: no number.
 */
export function numberParts(
  number: string | null,
  country: Country | undefined,
  countries: readonly Country[],
): { country: Country | undefined; rest: string } {
  if (number === null) return { country, rest: '' };
  const hasPrefix = ({ prefix }: Country) => number.startsWith(prefix);
  const own = country !== undefined && hasPrefix(country) ? country : countries.find(hasPrefix);
  return own === undefined ? { country, rest: number } : { country: own, rest: number.slice(own.prefix.length) };
}

/** The number that was typed beside a country; with a prefix of its own it needs none. Null: none. */
export function wholeNumber(typed: string, country: Country | undefined): string | null {
  const text = typed.trim().replace(/^00/, '+');
  if (text === '') return null;
  return text.startsWith('+') || country === undefined ? text : `${country.prefix}${text}`;
}
