import { repairJson } from './loose-json.ts';

export type JsonObject = { [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The object in the body of a request; null: there is none. A byte order mark before it is ignored (RFC 8259, 8.1), and so
 * are faults of firmware that leave no doubt (`repairJson`).
 */
export function readObject(body: string): JsonObject | null {
  const text = body.startsWith('\ufeff') ? body.slice(1) : body;
  const repaired = () => parsed(repairJson(text) ?? '');
  const value = parsed(text) ?? (text.trimStart().startsWith('{') ? repaired() : undefined);
  return isObject(value) ? value : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The members of an object; one whose name differs from a known one only in its capitals goes under the known name. */
export function memberNames(...names: string[]): (object: JsonObject) => JsonObject {
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  return (object) =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => {
        const meant = known.get(name.toLowerCase());
        return [meant === undefined || Object.hasOwn(object, meant) ? name : meant, value];
      }),
    );
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
