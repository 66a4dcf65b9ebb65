import { images } from '@varde/catalogue/testing/images';
import { api } from '@varde/contract/api';
import type { Endpoint } from '@varde/contract/endpoint';
import { problemSchema } from '@varde/contract/errors';
import {
  createAlarm,
  createCustomer,
  createDevice,
  createTransaction,
  createUser,
  type TestUser,
  testPassword,
} from '@varde/testing/factories';
import { testBrowser } from '@varde/testing/refusal-bodies';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { couponCodes } from '#domain/customers/tables.ts';
import { queueMail } from '#domain/messages/queue-mail.ts';

/** Every field of every call of the contract gets every one of these, from an authorised caller. */
const hostile: unknown[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  "'; drop table users; --",
  "' or '1'='1",
  '%_\\%',
  '=cmd|"/c calc"!A1',
  '{{7*7}}<%= 7*7 %>',
  '../../../etc/passwd',
  'Kari\r\nBcc: everybody@test.example',
  'a\u0000b',
  '\ud800',
  '\u202egro.live',
  '\ufeff',
  'constructor',
  '__proto__',
  'toString',
  'x'.repeat(100_000),
  'ø'.repeat(5000),
  '',
  ' ',
  '0x10',
  '1e3',
  'NaN',
  -1,
  0,
  1.5,
  2 ** 31,
  2 ** 53,
  8.64e15,
  1e308,
  true,
  null,
  [],
  {},
  ['a', 'a'],
  { $gt: '' },
  { toString: 'x', length: 1e9 },
  Array.from({ length: 2000 }, (_, at) => at),
];

type Json = { [key: string]: unknown };
const jsonSchemaOf = (schema: z.ZodType): Json =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;

/** Fields whose valid values their schemas do not define. */
const known: { [field: string]: unknown } = {
  username: 'ny@test.example',
  currentPassword: testPassword,
  password: 'fjellrev spiser blåbær',
  passwordClear: 'fjellrev spiser blåbær',
  mobile: '91234567',
  phone: '+4790000001',
  orgNum: '974760673',
  orgNumber: '974760673',
  zip: '6003',
  couponCode: 'ABCDE23456',
  refId: '6f1b4a52-0e0a-4d0b-8f1f-0a4d1c2b3e4f',
  code: 'ABCDE23456',
  image: images['image/png'],
  file: images['image/png'],
  timeZone: 'Europe/Oslo',
  // After the beginning of the period.
  to: 2,
  validUntil: 4_000_000_000_000,
  parentId: 1,
  custId: 1,
  values: { heartbeatInterval: 10 },
  userTags: 'GPS',
  recipients: 'ny@test.example, 91234567',
  endpoint: testBrowser.endpoint,
  former: testBrowser.endpoint,
  ...testBrowser.keys,
  orderUrl: 'https://alarm.test.example/bestill',
  latLng: '59.91000,10.75000',
  macAddress: '02:ad:24:49:ea:60',
  pin: '4711',
  serialNumber: '420001',
  gatewayId: '420001',
  rssi: 5,
  fromTime: '08:00',
  toTime: '20:00',
  nationalUuid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
};

function exampleOf(schema: Json, name = ''): unknown {
  if (name in known) return known[name];
  const choices = schema.anyOf as Json[] | undefined;
  if (choices !== undefined) return exampleOf(choices.find(({ type }) => type !== 'null') ?? {}, name);
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries((schema.properties ?? {}) as { [key: string]: Json }).map(([key, inner]) => [
        key,
        exampleOf(inner, key),
      ]),
    );
  if (schema.type === 'array') return [exampleOf((schema.items ?? {}) as Json)];
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, Number(schema.minimum ?? 1));
  if (schema.type === 'boolean') return true;
  return 'ny@test.example';
}

/** Only what must be given: beside a wrong cursor no other field of a query would ever be read. */
function leastOf(schema: Json): Json {
  const required = (schema.required ?? []) as string[];
  return Object.fromEntries(Object.entries(exampleOf(schema) as Json).filter(([name]) => required.includes(name)));
}

type Path = (string | number)[];

/** Every path in a value, the value itself included. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? value.map((_, at) => at) : Object.keys(value);
  return [path, ...keys.flatMap((key) => placesIn((value as Json)[key], [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((each, at) => (at === key ? replaced(each, rest, by) : each));
  return { ...(value as Json), [key]: replaced((value as Json)[key], rest, by) };
}

let server: TestServer;
let admin: TestUser;
let ids: { [name: string]: string | number };

beforeAll(async () => {
  // Each call comes from an address of its own, or the limits would answer most of them.
  server = await startTestServer({
    environment: { VARDE_TRUST_PROXY: 'true', VARDE_PUSH_CONTACT: 'drift@varde.example' },
  });
  const { db } = server;
  const custId = await createCustomer(db, { kind: 'firm' });
  const { deviId } = await createDevice(db, { custId });
  const tranId = await createTransaction(db, { deviId, custId });
  const alarmId = await createAlarm(db, { deviId, custId, tranId });
  admin = await createUser(db, { role: 'SUPERFIRM', custId: null });
  const { userId } = await createUser(db, { role: 'RESTRICTED_USER', custId });
  const code = 'ABCDE23456';
  await db.insert(couponCodes).values({ code, custId, note: '', maxUses: 100_000, createdAt: new Date() });
  await queueMail(db, {
    to: 'a@test.example',
    language: 'nb',
    template: 'gdpr',
    values: { path: '/gdpr' },
    at: Date.now(),
  });
  ids = {
    action: 'stopTracking',
    custId,
    deviId,
    tranId,
    alarmId,
    userId,
    code,
    couponCode: code,
    dehaId: 23,
    messageId: 1,
    sessionId: 1,
    token: '00000000-0000-4000-8000-000000000000',
  };
});
afterAll(() => server.close());

const calls: [string, Endpoint][] = Object.entries(api).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]): [string, Endpoint] => [`${group}.${name}`, endpoint]),
);

let sent = 0;
/** A query or a form has no types: all of its values are text. */
const asText = (value: unknown): [string, string][] =>
  Object.entries((value ?? {}) as Json).map(([key, each]) => [
    key,
    (typeof each === 'string' ? each : JSON.stringify(each)).toWellFormed(),
  ]);

async function send(endpoint: Endpoint, as: string, parts: { query?: unknown; body?: unknown }) {
  sent += 1;
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_whole, name: string) => String(ids[name] ?? 1));
  const query = parts.query === undefined ? '' : `?${new URLSearchParams(asText(parts.query))}`;
  const form = endpoint.form === true;
  const body = form ? new URLSearchParams(asText(parts.body)).toString() : JSON.stringify(parts.body);
  const answer = await server.call(endpoint.method, `${path}${query}`, {
    as,
    ...(endpoint.body === undefined ? {} : { body }),
    headers: {
      'x-forwarded-for': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
      ...(endpoint.body === undefined
        ? {}
        : { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }),
    },
  });
  return { status: answer.status, body: answer.body };
}

/** A summary of the schema's check of a value: of values that it refuses alike, one is enough to send. */
function verdictOf(endpoint: Endpoint, part: 'body' | 'query', value: unknown): string | null {
  const isText = part === 'query' || endpoint.form === true;
  const read = isText ? Object.fromEntries(asText(value)) : value;
  const { error } = endpoint[part]?.safeParse(read) ?? {};
  return error == null ? null : error.issues.map(({ code, path }) => `${path.join('.')} ${code}`).join();
}

/** Text that is refused before any schema validates it. */
const isUnstorable = (value: unknown) =>
  typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed());

async function spoil(endpoint: Endpoint, part: 'body' | 'query', examples: Json, place: Path) {
  const as = await server.loginAs(admin); // some of the calls end sessions
  const refusals = new Set<string>();
  for (const value of hostile) {
    const changed = replaced(examples[part], place, value);
    const verdict = verdictOf(endpoint, part, changed);
    if (verdict !== null && refusals.has(verdict) && !isUnstorable(value)) continue;
    if (verdict !== null) refusals.add(verdict);
    const answer = await send(endpoint, as, { ...examples, [part]: changed });
    const about = `${part}.${place.join('.')} = ${JSON.stringify(value).slice(0, 60)}`;
    expect(answer.status, `${about} → ${JSON.stringify(answer.body).slice(0, 300)}`).toBeLessThan(500);
    if (answer.status === 200) continue;
    const problem = problemSchema.strict().parse(answer.body);
    expect(JSON.stringify(problem), about).not.toMatch(/<script|drop table|onerror|node_modules/);
    if (problem.code !== 'validationFailed') continue;
    const named = problem.errors?.map(({ path }) => path) ?? [];
    expect(named.length, about).toBeGreaterThan(0);
    if (verdict !== null && !isUnstorable(value))
      expect(named.sort().join(), about).toBe(
        [...verdict.split(',').map((issue) => issue.split(' ')[0] ?? '')].sort().join(),
      );
  }
}

describe.each(calls)('%s', (_name, endpoint) => {
  const { body, query } = endpoint;
  const examples: Json = {
    ...(body === undefined ? {} : { body: exampleOf(jsonSchemaOf(body)) }),
    ...(query === undefined ? {} : { query: leastOf(jsonSchemaOf(query)) }),
  };
  const fields = query === undefined ? [] : Object.keys(exampleOf(jsonSchemaOf(query)) as Json);

  // a call with twenty fields is made a thousand times
  const timeout = 120_000;
  test('accepts or refuses hostile values in every field without a fault, and names the refused field', {
    timeout,
  }, async () => {
    if (body !== undefined) for (const place of placesIn(examples.body)) await spoil(endpoint, 'body', examples, place);
    for (const field of fields) await spoil(endpoint, 'query', examples, [field]);
  });
});

test('a forged cursor is refused or gives an empty page, in every list', async () => {
  const pieces = [0, 2 ** 31, 7_258_118_400_000_000, 1e308, null, '\ud800', 'a\u0000'];
  const positions = pieces.flatMap((a) => [
    [a],
    ...pieces.flatMap((b) => [
      [a, b],
      [a, b, 1],
      [a, 'b', b],
    ]),
  ]);
  const lists = calls.filter(
    ([, { query }]) => query !== undefined && JSON.stringify(jsonSchemaOf(query)).includes('"cursor"'),
  );
  const as = await server.loginAs(admin);
  expect(lists.length).toBeGreaterThan(6);
  for (const [name, endpoint] of lists)
    for (const position of positions) {
      const cursor = Buffer.from(JSON.stringify(position)).toString('base64url');
      if (cursor.length > 400) continue;
      const answer = await send(endpoint, as, { query: { cursor, limit: 1 } });
      expect([200, 400], `${name} ${JSON.stringify(position)}`).toContain(answer.status);
    }
}, 120_000);

test('the examples that are spoilt above are valid until then', () => {
  const wrong = calls.flatMap(([name, { body, query }]) => {
    const errors = [
      body?.safeParse(exampleOf(jsonSchemaOf(body))).error,
      query?.safeParse(leastOf(jsonSchemaOf(query))).error,
    ];
    return errors.flatMap((error) => (error === undefined ? [] : [`${name}: ${z.prettifyError(error)}`]));
  });
  // Maps want degrees, a fence one shape and full hours; access is explained for one of two fields, the one that is spoilt.
  expect(wrong).toEqual([
    expect.stringMatching(/^devices\.listMapDevices: ✖ are no degrees/),
    expect.stringMatching(/^geofences\.saveGeofence: ✖/),
    expect.stringMatching(/^geofences\.saveDefaultGeofences: ✖/),
    expect.stringMatching(/^mapTiles\.getMapCopyright: ✖ are no degrees/),
    expect.stringMatching(/^users\.explainAccess: ✖ a customer or a serial number/),
  ]);
});

/** Paths where a schema keeps unknown keys: `additionalProperties` of JSON Schema. */
function openPlaces(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { additionalProperties: extra } = schema as Json;
  const open = extra !== undefined && extra !== false ? [path] : [];
  return [
    ...open,
    ...Object.entries(schema).flatMap(([key, inner]) =>
      openPlaces(inner, key === 'properties' ? path : `${path}.${key}`),
    ),
  ];
}

test('unknown keys never reach a call: no body or query keeps them, except maps of settings and calls that are signed', () => {
  const open = calls.flatMap(([name, { body, query }]) =>
    [body, query].flatMap((schema) => (schema === undefined ? [] : openPlaces(jsonSchemaOf(schema), name))),
  );
  expect(open).toEqual([
    'sms.reportSms',
    'sms.answerBySms',
    'calls.answerCall',
    'calls.reportCall',
    'settings.previewSettings.values',
    'settings.saveSettings.values',
    'settings.saveSettings.began',
    'settings.keepReportedSettings.values',
    'settings.saveDefaultSettings.values',
    'settings.saveDefaultSettings.began',
  ]);
});
