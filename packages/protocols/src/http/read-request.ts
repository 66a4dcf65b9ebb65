import { isIdentity, protocolByKey } from '@varde/catalogue/protocols';
import { bearerToken } from '../bearer-token.ts';
import { carriesAlarm } from '../carries-alarm.ts';
import { asText, isObject, type JsonObject } from '../json.ts';
import { printable } from '../printable.ts';
import type { DeviceRequest, MalformedRequest, RequestReceived } from '../protocol.ts';
import { limitSamples, maxSamples } from '../report-limits.ts';
import { retryHash } from '../retry-hash.ts';
import { readMessage } from './read-message.ts';

export const path = '/v1/messages';
/** Longer bodies are refused; a backlog of some 300 positions fits. */
export const maxBodyLength = 64 * 1024;

/** Reads a request. Never throws. docs/protocols/http.md. */
export function readRequest({ method, url, authorization, body }: DeviceRequest): RequestReceived {
  if (url.split('?', 1)[0] !== path) return malformed(404, 'path');
  if (method !== 'POST') return malformed(405, 'method');
  if (body.length > maxBodyLength) return malformed(413, 'tooLong');
  const content = parse(body);
  if (content === null) return malformed(400, 'badJson');
  const { device, sequence, messages, ...single } = content;
  const identity = typeof device === 'number' ? String(device) : device;
  if (typeof identity !== 'string' || !isIdentity(protocolByKey('http'), identity))
    return malformed(400, 'noIdentity');
  if (identity !== printable(identity)) return malformed(400, 'noIdentity');

  const samples = messagesOf(messages, single).map(readMessage);
  const hasTime = samples.some(({ at }) => at !== null);
  const hasSequence = typeof sequence === 'number' || typeof sequence === 'string';
  return {
    type: 'message',
    identity,
    token: bearerToken(authorization) ?? null,
    word: 'messages',
    retryKey: hasTime || hasSequence ? retryHash(new TextEncoder().encode(body)) : null,
    // Two presses with a stopped clock look alike, unless they are counted. Decision 0008.
    timed: hasTime && (hasSequence || !carriesAlarm(samples)),
    report: { samples: limitSamples(samples), confirmations: [] },
  };
}

function parse(body: string): JsonObject | null {
  try {
    const parsed: unknown = JSON.parse(body);
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/**
 * The messages of a request. The fields beside `messages` are a message too, so that a device with one to send needs no
 * list. Without any the request is a sign of life. An entry that is not an object is kept as text. Of more messages
 * than a report may hold, the last are read, and of those before them the ones with events.
 */
function messagesOf(given: unknown, single: JsonObject): JsonObject[] {
  const listed: unknown[] = Array.isArray(given) ? given : given === undefined ? [] : [given];
  const hasSingle = listed.length === 0 || Object.keys(single).length > 0;
  const entries = hasSingle ? [...listed, single] : listed;
  const messages = entries.map((entry) => (isObject(entry) ? entry : { message: asText(entry) }));
  const surplus = messages.slice(0, -maxSamples).filter((message) => Object.hasOwn(message, 'events'));
  const read = [...surplus, ...messages.slice(-maxSamples)];
  const leftOut = messages.length - read.length;
  return leftOut === 0 ? read : [...read.slice(0, -1), { ...read.at(-1), samplesLeftOut: leftOut }];
}

function malformed(status: MalformedRequest['status'], reason: string): MalformedRequest {
  return { type: 'malformed', status, reason };
}
