import { enteredCode, enteredText } from '@varde/catalogue/entered-text';
import { describe, expect, test } from 'vitest';
import type { $ZodType } from 'zod/v4/core';
import { safeParse } from 'zod/v4/core';
import { api } from './api.ts';
import type { Endpoint } from './endpoint.ts';

interface Leaf {
  /** As `users.createUser.body.firstName`. */
  path: string;
  schema: $ZodType;
}

const typeOf = (schema: unknown) => (schema as { _zod: { def: { type: string } } })._zod.def.type;

/** The strings of a schema: what is typed into them is text. */
function stringsIn(schema: $ZodType, path: string): Leaf[] {
  const { def } = schema._zod as unknown as { def: Record<string, unknown> & { type: string } };
  const inner = (part: unknown, name = '') => stringsIn(part as $ZodType, `${path}${name}`);
  switch (def.type) {
    case 'string':
      return [{ path, schema }];
    case 'object':
      return Object.entries(def.shape as object).flatMap(([key, part]) => inner(part, `.${key}`));
    case 'array':
      return inner(def.element, '[]');
    case 'record':
      return inner(def.valueType, '{}');
    case 'union':
      return (def.options as unknown[]).flatMap((part) => inner(part));
    case 'pipe':
      return typeOf(def.out) === 'string' ? [{ path, schema }] : inner(def.in);
    default:
      return def.innerType === undefined ? [] : inner(def.innerType);
  }
}

const calls = Object.entries(api).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]): [string, Endpoint] => [`${group}.${name}`, endpoint]),
);
/** Their fields are read where they are used: the signature of a provider is about them as they came. */
const signed = /^(sms|calls)\./;
/** Secrets that Varde has made and positions in lists: nobody types them, and an altered one is another one. */
const opaque = /\.(token|cursor)$/;
/** They are compared in each of their forms, and an account may have one with any character. */
const passwords = /\.(password|currentPassword|passwordClear)$/;
/** Words of a search are compared by `search_words`, which reads them itself. */
const searches = /\.(query|filter)\.(search|sensor|who|user)$/;
const strings = calls
  .flatMap(([name, { params, query, body }]) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema === undefined ? [] : stringsIn(schema, `${name}.${part}`),
    ),
  )
  .filter(({ path }) => !signed.test(path) && !opaque.test(path));
const leaves = strings.filter(({ path }) => !passwords.test(path) && !searches.test(path));

/** What a field makes of a text; null: it refuses it. */
const taken = (schema: $ZodType, text: string): unknown => {
  const { success, data } = safeParse(schema, text);
  return success ? data : null;
};

const typed = [
  'Rom\u00a01',
  'A\u030ase',
  '\u202aRom 1\u202c',
  'R\u200bom',
  '\ufeffRom 1',
  'Rom\u20091',
  'a\u0301@test.no',
];

describe('a field of a call', () => {
  test('that takes text stores it composed, with plain spaces and without marks of direction', () => {
    expect(leaves.length).toBeGreaterThan(150);
    const wrong = leaves.flatMap(({ path, schema }) =>
      typed.flatMap((text) => {
        const stored = taken(schema, text);
        return stored === null || enteredText(String(stored)) === stored ? [] : [`${path}: ${text}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('that takes a password takes it as it was typed', () => {
    const fields = strings.filter(({ path }) => passwords.test(path));
    expect(fields.length).toBeGreaterThan(5);
    for (const { path, schema } of fields)
      for (const text of typed) expect(taken(schema, ` ${text} `), path).toBe(` ${text} `);
  });

  const names =
    /\.(username|email|mobile|phone|serial|serialNum|serialNumber|deviceSerialNumber|identity|gatewayId|macAddress|pin|code|couponCode|TWO_FACTOR_KEY|orgNum|orgNumber|zip|nationalUuid|voiceSatellite|latLng|fromTime|toTime|url|orderUrl)$/;
  const examples = [
    ...[
      'kari@test.example',
      '+4791234567',
      'SN-0304187109',
      '861234567890123',
      '02:ad:24:49:ea:60',
      '4711',
      'ABCDE23456',
    ],
    ...[
      '974760673',
      '6003',
      '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
      '59.91000,10.75000',
      '08:00',
      'https://a.example/b',
    ],
  ];
  const codes = leaves.filter(({ path }) => names.test(path) && !path.startsWith('newDevices.importDevices'));

  test.each(codes.map(({ path, schema }) => [path, schema] as const))(
    'that identifies, %s, is the same with invisible characters, other hyphens and spaces around it',
    (path, schema) => {
      const accepted = examples.filter((example) => taken(schema, example) !== null);
      expect(accepted.length, path).toBeGreaterThan(0);
      for (const example of accepted)
        for (const mark of ['\u200e', '\u202d', '\ufe0f', '\u2060'])
          expect(taken(schema, `\u00a0${mark}${example.replaceAll('-', '\u2011')}${mark}\u202f`), path).toBe(
            taken(schema, enteredCode(example)),
          );
    },
  );
});
