import { enteredCode } from '@varde/catalogue/entered-text';
import { bearerToken } from '../bearer-token.ts';
import { carriesAlarm } from '../carries-alarm.ts';
import { asText, isObject, type JsonObject, readObject } from '../json.ts';
import { printable } from '../printable.ts';
import type { DeviceRequest, MalformedRequest, RequestReceived } from '../protocol.ts';
import { limitSamples, maxSamples } from '../report-limits.ts';
import { retryHash } from '../retry-hash.ts';
import { readFields } from './form-reading.ts';
import { readLocation } from './json-reading.ts';
import { type OsmandReading, readingSample } from './reading.ts';
import { maxBodyLength } from './request.ts';

interface Named {
  identity: string | undefined;
  token: string | undefined;
  /** The part that is equal in a retry: all values, without identity and token where these are beside them. */
  content: string;
  readings: OsmandReading[];
}

const maxNameLength = 128;
const maxFields = 1_000;
/** A modem may only know `HEAD` for a request without a body. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH']);
const identityNames = new Set(['id', 'deviceid', 'device_id']);

/** Reads a request of OsmAnd, Traccar Client or Varde's own app. Never throws. Protocol notes 4. */
export function parseOsmand(request: DeviceRequest): RequestReceived {
  const { method, url, body } = request;
  if (!methods.has(method)) return malformed(405, 'method');
  if (body.length > maxBodyLength || url.length > maxBodyLength) return malformed(413, 'tooLong');
  const word = wordOf(body);
  const [, ...search] = url.split('#', 1).join('').split('?');
  const query = readQuery(search.join('?'));

  const named = word === 'json' ? readJson(body, query.fields) : readForm(query, readQuery(body.trim()));
  if (named === null) return malformed(400, 'badJson');
  const identity = enteredCode(named.identity ?? '');
  if (!identity || identity.length > maxNameLength || identity !== printable(identity))
    return malformed(400, 'noIdentity');

  const samples = named.readings.map(readingSample);
  const hasTime = samples.some(({ at }) => at !== null);
  return {
    type: 'message',
    identity,
    token: bearerToken(request.authorization) ?? (named.token || null),
    word,
    retryKey: hasTime ? retryHash(new TextEncoder().encode(named.content)) : null,
    // An app sends a cached fix, with its old time, at each press: the same words may be another call for help.
    timed: hasTime && !carriesAlarm(samples),
    report: { samples: limitSamples(samples), confirmations: [] },
  };
}

/** By the content: clients send forms as JSON and JSON as text. A byte order mark is a blank. */
function wordOf(body: string): 'query' | 'form' | 'json' {
  const [first] = body.trimStart();
  if (first === undefined) return 'query';
  return first === '{' || first === '[' ? 'json' : 'form';
}

interface Query {
  fields: [string, string][];
  leftOut: number;
}

/** Of too many fields, the first ones and those with an alarm. */
function readQuery(text: string): Query {
  const parts = text.split('&');
  if (parts.length <= maxFields) return { fields: [...new URLSearchParams(text)], leftOut: 0 };
  const taken = parts.filter((part, index) => index < maxFields || /^alarm=/i.test(part));
  return { fields: [...new URLSearchParams(taken.join('&'))], leftOut: parts.length - taken.length };
}

function readForm(query: Query, form: Query): Named {
  const fields = [...query.fields, ...form.fields];
  const others = fields.filter(([name]) => !isAddress(name));
  const reading = readFields(others);
  const leftOut = query.leftOut + form.leftOut;
  if (leftOut > 0) reading.kept.leaveOut('fieldsLeftOut', leftOut);
  return { ...addressOf(fields), content: JSON.stringify(others), readings: [reading] };
}

/**
 * Null when it is no JSON object. A phone that was offline may send several locations at once. The values of the protocol
 * may also stand beside the locations, or in their place: then they belong to the last one.
 */
function readJson(body: string, query: readonly [string, string][]): Named | null {
  const content = readObject(body);
  if (content === null) return null;
  const { location, ...others } = content;
  const locations = [location].flat().filter(isObject);
  if (locations.length === 0 && location !== undefined && location !== null) others.location = location;
  const fields = [...query, ...Object.entries(others).flatMap(textsOf)];
  const beside = fields.filter(([name]) => !isAddress(name));
  const readings = readLocations(locations.length === 0 ? [{}] : locations, beside);
  return { ...addressOf(fields), content: body, readings };
}

/** Each entry of a list is a value of its own, as in a query. Only a text or a number names the phone. */
function textsOf([name, value]: [string, unknown]): [string, string][] {
  if (isAddress(name)) return isNamed(value) ? [[name, String(value)]] : [];
  return [value].flat().map((each) => [name, asText(each)]);
}

const isNamed = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** Above the limit of a report, only the last are read, and those before that may hold an alarm. */
function readLocations(locations: JsonObject[], beside: readonly [string, string][]): OsmandReading[] {
  const surplus = locations.slice(0, -maxSamples);
  const read = [...surplus.filter(mayHoldAlarm), ...locations.slice(-maxSamples)];
  const readings = read.map((location, index) => readLocation(location, index === read.length - 1 ? beside : []));
  if (read.length < locations.length) readings.at(-1)?.kept.leaveOut('samplesLeftOut', locations.length - read.length);
  return readings;
}

function mayHoldAlarm({ alarm, extras }: JsonObject): boolean {
  return alarm !== undefined || (isObject(extras) && Object.keys(extras).some((name) => /^alarm$/i.test(name)));
}

function isAddress(name: string): boolean {
  return identityNames.has(name.toLowerCase()) || name.toLowerCase() === 'token';
}

function addressOf(fields: readonly [string, string][]): Pick<Named, 'identity' | 'token'> {
  return {
    identity: fields.find(([name]) => identityNames.has(name.toLowerCase()))?.[1].trim(),
    token: fields.find(([name]) => name.toLowerCase() === 'token')?.[1],
  };
}

function malformed(status: MalformedRequest['status'], reason: MalformedRequest['reason']): MalformedRequest {
  return { type: 'malformed', status, reason };
}
