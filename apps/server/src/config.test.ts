import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  ConfigError,
  configTable,
  parseConfig,
  pushSubjectOf,
  registrationModeOf,
  unknownVariables,
} from './config.ts';
import { configurationPage } from './configuration-page.ts';
import { newPrivateKey } from './platform/push/key-pair.ts';

const errorLines = (environment: Record<string, string>): readonly string[] => {
  try {
    parseConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
  }
  return [];
};

test('nothing need be set', () => {
  expect(parseConfig({})).toMatchObject({
    httpPort: 8080,
    databaseUrl: undefined,
    dataDir: 'data',
    eviewDevicePort: 5187,
    watchDevicePort: 5093,
    osmandDevicePort: 5055,
    demo: false,
    roles: ['gateway', 'processing', 'console', 'jobs'],
  });
});

test('each variable means one thing', () => {
  const variables = Object.values(configTable).map(({ env }) => env);
  expect(new Set(variables).size).toBe(variables.length);
  expect(Object.keys(parseConfig({}))).toHaveLength(variables.length);
  expect(configTable.httpPort.env).toBe('VARDE_HTTP_PORT'); // of the console, whatever protocols are called
});

test('a variable that is set to nothing is not set', () => {
  expect(parseConfig({ VARDE_HTTP_PORT: '' }).httpPort).toBe(8080);
});

test('everything that is wrong is said at once, one line each, with the name of the variable', () => {
  const lines = errorLines({
    VARDE_HTTP_PORT: 'eighty',
    VARDE_EVIEW_PORT: '70000',
    VARDE_WATCH_ALLOW: '10.0.0.0/8, 10.0.0.0/33',
    VARDE_DATABASE_URL: 'mysql://db/varde',
    VARDE_TILES_URL: 'https://tiles.example/only/{z}.png',
    VARDE_ROLES: 'gateway,kitchen',
    VARDE_DEMO: 'maybe',
    VARDE_PUBLIC_URL: 'varde.example.no',
  });
  expect(lines.map((line) => line.split(' ', 1)[0])).toEqual([
    'VARDE_HTTP_PORT',
    'VARDE_PUBLIC_URL',
    'VARDE_DATABASE_URL',
    'VARDE_EVIEW_PORT',
    'VARDE_WATCH_ALLOW',
    'VARDE_TILES_URL',
    'VARDE_ROLES',
    'VARDE_DEMO',
  ]);
  for (const line of lines) expect(line).toMatch(/^VARDE_\w+ must /);
});

test('a device port is for everybody until networks are named', () => {
  expect(parseConfig({})).toMatchObject({
    eviewDeviceAllow: [],
    watchDeviceAllow: [],
    osmandDeviceAllow: [],
  });
  expect(parseConfig({ VARDE_EVIEW_ALLOW: '10.0.0.0/8, 2001:db8::/32,' })).toMatchObject({
    eviewDeviceAllow: ['10.0.0.0/8', '2001:db8::/32'],
    watchDeviceAllow: [],
  });
});

test('a password never stands in what is said about a database address', () => {
  expect(errorLines({ VARDE_DATABASE_URL: 'postgres:/user:secret@host/db' }).join()).not.toContain('secret');
});

test.each(['46elks', 'twilio'])('%s needs an address and a sender, a gateway of one’s own neither', (provider) => {
  const account = { VARDE_SMS_URL: 'https://u:p@sms.example/a', VARDE_SMS_FROM: 'Varde' };
  expect(errorLines({ VARDE_SMS_PROVIDER: provider })).toEqual([
    `VARDE_SMS_URL is required by ${provider}`,
    `VARDE_SMS_FROM is required by ${provider}`,
  ]);
  expect(parseConfig({ ...account, VARDE_SMS_PROVIDER: provider })).toMatchObject({
    smsProvider: provider,
    smsFrom: 'Varde',
  });
  expect(parseConfig({}).smsProvider).toBe('gateway');
});

test.each(['46elks', 'twilio'])(
  'calls by %s need an address, a number to call from, and a public address; a gateway of one’s own the last alone',
  (provider) => {
    expect(errorLines({ VARDE_CALL_PROVIDER: provider })).toEqual([
      `VARDE_CALL_URL is required by ${provider}`,
      `VARDE_CALL_FROM is required by ${provider}`,
    ]);
    const account = { VARDE_CALL_URL: 'https://u:p@calls.example/a' };
    expect(errorLines(account)).toEqual(['VARDE_PUBLIC_URL is required by VARDE_CALL_URL']);
    const known = { ...account, VARDE_PUBLIC_URL: 'https://varde.example' };
    expect(errorLines(known)).toEqual([]);
    const named = { ...known, VARDE_CALL_PROVIDER: provider, VARDE_CALL_FROM: 'Varde' };
    expect(errorLines(named)).toEqual(['VARDE_CALL_FROM must be +4712345678']);
    expect(errorLines({ ...named, VARDE_CALL_FROM: '+4759440000' })).toEqual([]);
    expect(parseConfig({}).callProvider).toBe('gateway');
  },
);

test.each([
  ['alarm.example.no', []],
  ['192.0.2.7:65535', []],
  ...['alarm.example.no:65536', 'alarm.example.no:0', 'a,b', 'https://a.no', '', 'a#', `${'a'.repeat(101)}`].map(
    (address) => [address, address === '' ? [] : ['must be a name or an address']] as const,
  ),
] as const)('devices reach %j only where it is an address that fits in an SMS', (address, faults) => {
  const lines = errorLines({ VARDE_DEVICE_ADDRESS: address });
  expect(lines.map((line) => line.slice('VARDE_DEVICE_ADDRESS '.length, 49))).toEqual(faults);
});

test('answers by SMS need a public address, and a sender that is a number', () => {
  const key = { VARDE_SMS_REPLY_KEY: 'a-secret-of-our-own-4711' };
  const twilio = { VARDE_SMS_PROVIDER: 'twilio', VARDE_SMS_URL: 'https://u:p@sms.example/a' };
  expect(errorLines({ ...key, ...twilio, VARDE_SMS_FROM: 'Varde' })).toEqual([
    'VARDE_PUBLIC_URL is required by VARDE_SMS_REPLY_KEY',
    'VARDE_SMS_FROM must be a number with VARDE_SMS_REPLY_KEY: a name gets no answers',
  ]);
  const known = { VARDE_PUBLIC_URL: 'https://varde.example' };
  for (const number of ['+4759440000', '2333'])
    expect(errorLines({ ...key, ...twilio, ...known, VARDE_SMS_FROM: number })).toEqual([]);
  expect(errorLines({ ...key, ...known })).toEqual([]);
  expect(errorLines({ ...known, VARDE_SMS_REPLY_KEY: 'short' })).toHaveLength(1);
});

test.each([
  ['+4759440000', true],
  ['Trygghet', true],
  ['Varde Vakt1', true],
  ['Varde Vakt12', false], // 12
  ['2333', true],
  ['594400', true],
  ['5944000', false], // a number without its country
  ['233', false],
  ['+047594400', false],
  ['Åsgård', false],
])('the sender %s of SMS is accepted: %s', (from, isAccepted) => {
  expect(errorLines({ VARDE_SMS_FROM: from })).toHaveLength(isAccepted ? 0 : 1);
});

test.each([
  [{ VARDE_PUBLIC_URL: 'https://varde.example.no/' }, 'https://varde.example.no/'],
  [{ VARDE_PUBLIC_URL: 'http://varde.example.no' }, null],
  [{ VARDE_PUBLIC_URL: 'https://localhost:8443' }, null],
  [{}, null],
  [{ VARDE_PUSH_CONTACT: 'drift@example.no' }, 'mailto:drift@example.no'],
  [{ VARDE_PUSH_CONTACT: 'mailto:drift@example.no' }, 'mailto:drift@example.no'],
  [{ VARDE_PUSH_CONTACT: 'drift@example.no', VARDE_PUBLIC_URL: 'https://varde.example.no' }, 'mailto:drift@example.no'],
] as const)('with %j push services are told the contact %s', (environment, subject) => {
  expect(pushSubjectOf(parseConfig(environment))).toBe(subject);
});

test('the key of push messages is a private key on P-256, and none that is not is taken', () => {
  expect(errorLines({ VARDE_PUSH_PRIVATE_KEY: newPrivateKey() })).toEqual([]);
  for (const key of ['short', 'A'.repeat(43), '_'.repeat(43), `${newPrivateKey()}A`])
    expect(errorLines({ VARDE_PUSH_PRIVATE_KEY: key })).toHaveLength(1);
});

describe('a provider of SMS that variables describe', () => {
  const http = {
    VARDE_SMS_PROVIDER: 'http',
    VARDE_SMS_URL: 'https://sms.example/send',
    VARDE_SMS_HEADERS: '{"Content-Type": "application/json"}',
    VARDE_SMS_BODY: '{"to": "{to}", "text": "{text}"}',
  };

  test('needs an address, and where number and text go; all else has an initial value', () => {
    expect(errorLines(http)).toEqual([]);
    expect(errorLines({ VARDE_SMS_PROVIDER: 'http' })).toEqual(['VARDE_SMS_URL is required by http']);
    expect(
      errorLines({ ...http, VARDE_SMS_BODY: '', VARDE_SMS_URL: 'https://sms.example/{digits}?text={text}' }),
    ).toEqual([]);
    expect(parseConfig(http)).toMatchObject({
      smsMethod: 'POST',
      smsHeaders: { 'content-type': 'application/json' },
      smsUrl: http.VARDE_SMS_URL,
    });
  });

  test.each<[Record<string, string>, string]>([
    [{ VARDE_SMS_BODY: '{"to": "{to}", "text": {text}}' }, 'VARDE_SMS_BODY must be JSON, with each placeholder'],
    [{ VARDE_SMS_BODY: '{"to": "{to}", "text": "{text}"' }, 'VARDE_SMS_BODY must be JSON, with each placeholder'],
    [{ VARDE_SMS_BODY: '{"to": "{phone}", "text": "{text} {to}"}' }, 'VARDE_SMS_BODY has {phone}, which is none of'],
    [
      { VARDE_SMS_BODY: '{"to": "{to}", "text": "{text}", "dlr": "{report}"}' },
      'VARDE_PUBLIC_URL is required by {report}',
    ],
    [{ VARDE_SMS_REPORT_PATH: 'a b' }, 'VARDE_SMS_REPORT_PATH must be a path as results.0.status'],
    [{ VARDE_SMS_DELIVERED: ' , ' }, 'VARDE_SMS_DELIVERED must be words with commas between them'],
    [{ VARDE_SMS_BODY: '{"text": "{text}"}' }, 'VARDE_SMS_BODY must have {to} or {digits}'],
    [{ VARDE_SMS_BODY: '{"to": "{to}"}' }, 'VARDE_SMS_BODY must have {text}'],
    [{ VARDE_SMS_BODY: '{"to": "{to}", "text": "{text}", "s": "{from}"}' }, 'VARDE_SMS_FROM is required by {from}'],
    [{ VARDE_SMS_URL: 'https://{to}.example/' }, 'VARDE_SMS_URL must have its placeholders in the path'],
    [{ VARDE_SMS_URL: 'https://sms.example/{number}' }, 'VARDE_SMS_URL has {number}, which is none of'],
    [{ VARDE_SMS_METHOD: 'GET' }, 'VARDE_SMS_BODY cannot be used with VARDE_SMS_METHOD=GET'],
    [{ VARDE_SMS_METHOD: 'DELETE' }, 'VARDE_SMS_METHOD must be one of POST, PUT, GET'],
    [{ VARDE_SMS_HEADERS: '{}' }, 'VARDE_SMS_HEADERS must have a Content-Type with VARDE_SMS_BODY'],
    [{ VARDE_SMS_HEADERS: '{"Content-Type": "image/png"}' }, 'VARDE_SMS_HEADERS must have a Content-Type'],
    [{ VARDE_SMS_HEADERS: 'Content-Type: text/plain' }, 'VARDE_SMS_HEADERS must be a JSON object of texts'],
    [{ VARDE_SMS_HEADERS: '["Content-Type"]' }, 'VARDE_SMS_HEADERS must be a JSON object of texts'],
    [{ VARDE_SMS_HEADERS: '{"X-Number": 7}' }, 'VARDE_SMS_HEADERS must be a JSON object of texts'],
    [{ VARDE_SMS_HEADERS: '{"X-Line": "a\\nb"}' }, 'VARDE_SMS_HEADERS must be a JSON object of texts'],
    [{ VARDE_SMS_HEADERS: '{"Content-Type": "application/json", "X": "{text}"}' }, 'VARDE_SMS_HEADERS must not have'],
    [{ VARDE_SMS_RECEIPT: '/(/' }, 'VARDE_SMS_RECEIPT must be a path'],
    [{ VARDE_SMS_RECEIPT: '$.id' }, 'VARDE_SMS_RECEIPT must be a path'],
    [{ VARDE_SMS_PROVIDER: 'gateway' }, 'VARDE_SMS_BODY needs VARDE_SMS_PROVIDER=http'],
  ])('with %j does not start, and says why', (change, fault) => {
    const lines = errorLines({ ...http, ...change });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(fault);
  });
});

test('map tiles can be turned off', () => {
  expect(parseConfig({ VARDE_TILES_URL: 'none' }).tilesUrl).toBeNull();
});

test('Google’s map needs a key', () => {
  const google = { VARDE_TILES_URL: 'google' };
  expect(errorLines(google)).toEqual(['VARDE_GOOGLE_MAPS_KEY is required by VARDE_TILES_URL=google']);
  expect(parseConfig({ ...google, VARDE_GOOGLE_MAPS_KEY: 'AIzaFake_Key-1' }).tilesUrl).toBe('google');
});

test('the address of Google’s map has no login, which the key would be logged with', () => {
  const linesOf = (url: string) => errorLines({ VARDE_GOOGLE_TILES_URL: url });
  const refused = ['VARDE_GOOGLE_TILES_URL must not contain a login'];
  for (const login of ['varde:secret', 'varde', ':secret'])
    expect(linesOf(`https://${login}@tiles.example/v1`)).toEqual(refused);
  expect(linesOf('tiles.example')).toEqual(['VARDE_GOOGLE_TILES_URL must be an http or https address']);
  expect(linesOf('http://tiles.example:8080/v1/')).toEqual([]);
});

test('misspelt variables are found', () => {
  const names = unknownVariables({
    VARDE_HTP_PORT: '1',
    VARDE_HTTP_PORT: '1',
    VARDE_TEST_POSTGRES: 'x',
    PATH: '',
  });
  expect(names).toEqual(['VARDE_HTP_PORT']);
});

test('docs/configuration.md says what the schema says (node scripts/generate-docs.ts writes it)', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/configuration.md'), 'utf8');
  expect(page).toBe(configurationPage());
});

test.each([
  [{}, 'approval'],
  [{ VARDE_DEMO: 'true' }, 'open'],
  [{ VARDE_DEMO: 'true', VARDE_REGISTRATION: 'approval' }, 'approval'],
  [{ VARDE_REGISTRATION: 'open' }, 'open'],
  [{ VARDE_REGISTRATION: 'closed' }, 'closed'],
])('with %j registration is %s', (environment, mode) => {
  expect(registrationModeOf(parseConfig(environment))).toBe(mode);
});
