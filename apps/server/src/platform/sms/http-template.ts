import { z } from 'zod';
import { escapeXml } from './provider-calls.ts';

export const httpMethods = ['POST', 'PUT', 'GET'] as const;

const noHeaders = 'must be a JSON object of texts, {"Content-Type": "application/json"} for instance';
/** Headers as JSON in a variable. */
export const httpHeaders = z
  .string()
  .transform((value, context): unknown => {
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue(noHeaders);
      return z.NEVER;
    }
  })
  .pipe(
    z.record(
      z.string().regex(/^[A-Za-z0-9-]+$/, noHeaders),
      z.string(noHeaders).regex(/^[ -~]*$/, noHeaders),
      noHeaders,
    ),
  )
  .transform(
    (headers): Readonly<Record<string, string>> =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  );

/** How a provider is asked that Varde has no file of its own for. */
export interface HttpTemplate {
  method: (typeof httpMethods)[number];
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  /** Where in an accepting answer the provider's own name for the SMS stands; undefined: a status 2xx is enough. */
  receipt: string | undefined;
}

interface Values {
  /** E.164 */
  to: string;
  /** The same without `+`. */
  digits: string;
  text: string;
  from: string;
  /** The same for each attempt. */
  id: string;
  /** Where the provider reports what became of the SMS. */
  report: string;
}
const names: readonly (keyof Values)[] = ['to', 'digits', 'text', 'from', 'id', 'report'];

const placeholder = /\{([A-Za-z]+)\}/g;
const fill = (template: string, values: Values, write: (value: string) => string): string =>
  template.replaceAll(placeholder, (whole, name: string) =>
    isName(name) ? write(values[name].toWellFormed()) : whole,
  );
const isName = (name: string): name is keyof Values => names.some((one) => one === name);

/** How a value is written in a body of each type. */
const escapes = new Map<string, (value: string) => string>([
  ['application/json', (value) => JSON.stringify(value).slice(1, -1)],
  ['application/x-www-form-urlencoded', encodeURIComponent],
  ['application/xml', escapeXml],
  ['text/xml', escapeXml],
  ['text/plain', (value) => value],
]);
const typeOf = ({ headers }: HttpTemplate): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** The request of one SMS. */
export function filled(address: string, template: HttpTemplate, values: Values) {
  const { method, headers, body } = template;
  return {
    address: fill(address, values, encodeURIComponent),
    method,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, fill(value, values, encodeURIComponent)]),
    ),
    body: body === undefined ? null : fill(body, values, escapes.get(typeOf(template)) ?? encodeURIComponent),
  };
}

/** Whether a request says where the provider reports. */
export const hasReport = (address: string, { headers, body = '' }: HttpTemplate): boolean =>
  [address, body, ...Object.values(headers)].some((part) => part.includes('{report}'));

/** The provider's own name in its answer; null when there is none. */
export function receiptIn(template: string, { body, text }: { body: unknown; text: string }): string | null {
  return wordOf(isPattern(template) ? patternOf(template).exec(text)?.slice(0, 2).at(-1) : partAt(template, body));
}

/** The text or number at a path of fields, `results.0.status`; null when there is none. */
export const wordAt = (path: string, fields: unknown): string | null => wordOf(partAt(path, fields));
const partAt = (path: string, whole: unknown): unknown => path.split('.').reduce(partOf, whole);
const wordOf = (found: unknown): string | null =>
  (typeof found === 'string' && found !== '') || typeof found === 'number' ? String(found).slice(0, 200) : null;
const isPattern = (template: string): boolean => /^\/.+\/$/s.test(template);
const patternOf = (template: string): RegExp => new RegExp(template.slice(1, -1));
const partOf = (whole: unknown, name: string): unknown =>
  typeof whole === 'object' && whole !== null && Object.hasOwn(whole, name) ? Reflect.get(whole, name) : undefined;

/** What is wrong with a configuration: a line for each fault, with the name of the variable. */
export function faultsOf(
  template: HttpTemplate,
  url: string,
  { from, publicUrl }: { from: string | undefined; publicUrl: string | undefined },
): string[] {
  const { method, headers, body = '', receipt } = template;
  const parts = {
    VARDE_SMS_URL: url,
    VARDE_SMS_HEADERS: Object.values(headers).join(' '),
    VARDE_SMS_BODY: body,
  };
  const has = (...some: string[]) => some.some((name) => `${url} ${body}`.includes(`{${name}}`));
  return [
    ...Object.entries(parts).flatMap(([variable, part]) => unknownIn(part).map((name) => `${variable} ${name}`)),
    ...(/^https?:\/\/[^/?#]*\{/.test(url) ? ['VARDE_SMS_URL must have its placeholders in the path or after it'] : []),
    ...(parts.VARDE_SMS_HEADERS.includes('{text}') ? ['VARDE_SMS_HEADERS must not have {text}'] : []),
    ...(has('to', 'digits') ? [] : ['VARDE_SMS_BODY must have {to} or {digits}, unless VARDE_SMS_URL has it']),
    ...(has('text') ? [] : ['VARDE_SMS_BODY must have {text}, unless VARDE_SMS_URL has it']),
    ...(has('from') && from === undefined ? ['VARDE_SMS_FROM is required by {from}'] : []),
    ...(has('report') && publicUrl === undefined ? ['VARDE_PUBLIC_URL is required by {report}'] : []),
    ...(body === '' ? [] : bodyFaults(template, body, method)),
    ...(receipt === undefined || canFind(receipt)
      ? []
      : ['VARDE_SMS_RECEIPT must be a path as messages.0.id, or a regular expression between two slashes']),
  ];
}

const unknownIn = (part: string): string[] =>
  [...part.matchAll(placeholder)]
    .filter(([, name = '']) => !isName(name))
    .map(([whole]) => `has ${whole}, which is none of ${names.map((name) => `{${name}}`).join(', ')}`);

function bodyFaults(template: HttpTemplate, body: string, method: string): string[] {
  if (method === 'GET') return ['VARDE_SMS_BODY cannot be used with VARDE_SMS_METHOD=GET'];
  const type = typeOf(template);
  const write = escapes.get(type);
  if (write === undefined)
    return [`VARDE_SMS_HEADERS must have a Content-Type with VARDE_SMS_BODY: ${[...escapes.keys()].join(', ')}`];
  if (type !== 'application/json' || isJson(fill(body, sample, write))) return [];
  return ['VARDE_SMS_BODY must be JSON, with each placeholder between the quotes of a text'];
}

const sample: Values = {
  to: '+4790000001',
  digits: '4790000001',
  text: '"\\\n',
  from: 'Varde',
  id: 'varde-sms-1',
  report: 'https://varde.example/ajax/sms-reports/1',
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A path of fields. */
export const fieldPath = /^[\w-]+(\.[\w-]+)*$/;

function canFind(receipt: string): boolean {
  if (!isPattern(receipt)) return fieldPath.test(receipt);
  try {
    return patternOf(receipt).source !== '';
  } catch {
    return false;
  }
}
