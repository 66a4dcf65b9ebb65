export type JsonObject = { [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Limits of depth and width of kept JSON; brackets nested ten thousand deep can be parsed, but not written. */
const deepest = 4;
const widest = 100;

/** A JSON value as text, cut at these limits. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value, 0);
}

function jsonText(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (depth === deepest) return '…';
  const list = Array.isArray(value);
  const members = list ? value.map((member): [string, unknown] => ['', member]) : Object.entries(value);
  const texts = members
    .slice(0, widest)
    .map(([name, member]) => `${list ? '' : `${JSON.stringify(name)}:`}${jsonText(member, depth + 1)}`);
  const text = [...texts, ...(members.length > widest ? ['…'] : [])].join(',');
  return list ? `[${text}]` : `{${text}}`;
}
