import type { DeviceReport } from '@varde/catalogue/report';
import { carriesAlarm } from '../carries-alarm.ts';
import { printable } from '../printable.ts';
import { retryHash } from '../retry-hash.ts';
import { readFields } from './form-reading.ts';
import { isObject, readLocation } from './json-reading.ts';
import { type OsmandReading, readingSample } from './reading.ts';
import { maxBodyLength, type OsmandRequest } from './request.ts';

/**
 * What a request says. `token` is null when none came: the gateway answers that, like a wrong one, with 401.
 * `retryKey` and `timed` are those of `Received`.
 */
export type OsmandReceived =
  | {
      type: 'message';
      identity: string;
      token: string | null;
      word: 'query' | 'form' | 'json';
      retryKey: string | null;
      timed: boolean;
      report: DeviceReport;
    }
  | OsmandMalformed;

export interface OsmandMalformed {
  type: 'malformed';
  /** What to answer. */
  status: 400 | 405 | 413;
  reason: 'method' | 'tooLong' | 'badJson' | 'noIdentity';
}

interface Named {
  identity: string | undefined;
  token: string | undefined;
  /** What is equal in a retry: all that was sent, without identity and token where these stand beside it. */
  content: string;
  readings: OsmandReading[];
}

const maxNameLength = 128;
const identityNames = new Set(['id', 'deviceid', 'device_id']);

/** Reads a request of OsmAnd, Traccar Client or Varde's own app. Never throws. Protocol notes 4. */
export function parseOsmand(request: OsmandRequest): OsmandReceived {
  const { method, url, body } = request;
  if (method !== 'GET' && method !== 'POST') return malformed(405, 'method');
  if (body.length > maxBodyLength || url.length > maxBodyLength) return malformed(413, 'tooLong');
  const word = wordOf(request);
  const question = url.indexOf('?');
  const query = [...new URLSearchParams(question === -1 ? '' : url.slice(question + 1))];

  const named = word === 'json' ? readJson(body, query) : readForm([...query, ...new URLSearchParams(body)]);
  if (named === null) return malformed(400, 'badJson');
  const { identity } = named;
  if (!identity || identity.length > maxNameLength || identity !== printable(identity))
    return malformed(400, 'noIdentity');

  const samples = named.readings.map(readingSample);
  const hasTime = samples.length > 0 && samples.every(({ at }) => at !== null);
  return {
    type: 'message',
    identity,
    token: bearerToken(request.authorization) ?? (named.token || null),
    word,
    retryKey: hasTime ? retryHash(new TextEncoder().encode(named.content)) : null,
    // An app sends a cached fix, with its old time, at each press: the same words may be another call for help.
    timed: hasTime && !carriesAlarm(samples),
    report: { samples, confirmations: [] },
  };
}

function wordOf({ method, contentType, body }: OsmandRequest): 'query' | 'form' | 'json' {
  if (method === 'GET' || body === '') return 'query';
  return /json/i.test(contentType ?? '') || body.trimStart().startsWith('{') ? 'json' : 'form';
}

function readForm(fields: readonly [string, string][]): Named {
  const others = fields.filter(([name]) => !isAddress(name));
  return { ...addressOf(fields), content: JSON.stringify(others), readings: [readFields(others)] };
}

/** Null when it is no JSON object. A phone that was offline may send several locations at once. */
function readJson(body: string, query: readonly [string, string][]): Named | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return null;
  }
  if (!isObject(parsed)) return null;
  const fields = Object.entries(parsed)
    .filter(([name, value]) => isAddress(name) && (typeof value === 'string' || typeof value === 'number'))
    .map(([name, value]): [string, string] => [name, String(value)]);
  const { location } = parsed;
  const locations = Array.isArray(location) ? location : [location ?? {}];
  const readings = locations.filter(isObject).map(readLocation);
  return { ...addressOf([...query, ...fields]), content: body, readings };
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

function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

function malformed(status: OsmandMalformed['status'], reason: OsmandMalformed['reason']): OsmandMalformed {
  return { type: 'malformed', status, reason };
}
