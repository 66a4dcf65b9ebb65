import { enteredCode } from '@varde/catalogue/entered-text';
import { metyId } from '@varde/catalogue/message-types';
import { isIdentity, protocolByKey } from '@varde/catalogue/protocols';
import type { Sample } from '@varde/catalogue/report';
import { bearerToken } from '../bearer-token.ts';
import { carriesAlarm } from '../carries-alarm.ts';
import { asText, isObject, type JsonObject, memberNames, readObject } from '../json.ts';
import { KeptFields } from '../kept-fields.ts';
import { printable } from '../printable.ts';
import type { DeviceRequest, MalformedRequest, RequestReceived } from '../protocol.ts';
import { completeSample, limitSamples, maxSamples } from '../report-limits.ts';
import { retryHash } from '../retry-hash.ts';
import { booleanValue } from '../text-values.ts';
import { readConfirmations } from './commands.ts';
import { messageMembers, namesEvents, readMessage } from './read-message.ts';
import { readSensors, sensorMembers } from './sensors.ts';
import { readSettings } from './settings.ts';

export const path = '/v1/messages';
/** Longer bodies are refused; a backlog of some 300 positions fits. */
export const maxBodyLength = 64 * 1024;

const inRequest = memberNames(
  ...['device', 'sequence', 'messages', 'poll', 'confirmations', 'settings', 'firmware'],
  ...sensorMembers,
  ...messageMembers,
);

/** Reads a request. Never throws. docs/protocols/http.md. */
export function readRequest({ method, url, authorization, body }: DeviceRequest): RequestReceived {
  if (!isPath(url)) return malformed(404, 'path');
  if (!['POST', 'PUT', 'PATCH'].includes(method)) return malformed(405, 'method');
  if (body.length > maxBodyLength) return malformed(413, 'tooLong');
  const content = readObject(body);
  if (content === null) return malformed(400, 'badJson');
  const { device, sequence, messages, poll, confirmations, settings, firmware, ...others } = inRequest(content);
  const { sensorList, sensors, learning, walkTest, ...single } = others;
  const identity = typeof device === 'string' || typeof device === 'number' ? enteredCode(String(device)) : '';
  if (!isIdentity(protocolByKey('http'), identity)) return malformed(400, 'noIdentity');
  if (identity !== printable(identity)) return malformed(400, 'noIdentity');

  const kept = new KeptFields();
  const about = readSensors({ sensorList, sensors, learning, walkTest }, kept);
  const reported = readSettings(settings, kept);
  const version = readFirmware(firmware, kept);
  const more = [booleanValue(poll) || undefined, confirmations, about, settings, firmware];
  const isMore = more.some((member) => member !== undefined);
  const samples = [...messagesOf(messages, single, isMore).map(readMessage), ...notUnderstood(kept)];
  const hasTime = samples.some(({ at }) => at !== null);
  const hasSequence = typeof sequence === 'number' || typeof sequence === 'string';
  return {
    type: 'message',
    identity,
    token: bearerToken(authorization) ?? null,
    word: 'messages',
    retryKey: hasTime || hasSequence ? retryHash(new TextEncoder().encode(body)) : null,
    // Two presses with a stopped clock look alike, unless they are counted. Decision 0005.
    timed: hasTime && (hasSequence || !carriesAlarm(samples)),
    report: {
      samples: limitSamples(samples),
      confirmations: readConfirmations(confirmations),
      ...(about !== undefined && { sensors: about }),
      ...(reported !== undefined && { settings: reported }),
      ...(version !== undefined && { firmware: version }),
    },
  };
}

/** The first number of a version, as `4` of `4.12.1`. */
function readFirmware(given: unknown, kept: KeptFields): number | undefined {
  if (given === undefined || given === null) return undefined;
  const text = asText(given);
  const main = /^\s*v?(\d{1,4})(?![\d])/i.exec(text)?.[1];
  if (main === undefined) kept.keepAs('firmware', text);
  return main === undefined ? undefined : Number(main);
}

/** What a device says about its settings and sensors in words that Varde does not know is shown in the log. */
function notUnderstood(kept: KeptFields): Sample[] {
  const sample = completeSample({ metyId: metyId.heartbeat, events: [], at: null, historical: false }, kept);
  return sample.unknown === undefined ? [] : [sample];
}

/** The path, with the slashes that clients add where they join it to an address; or none, from one that has only an address. */
function isPath(url: string): boolean {
  const [given = ''] = url.split(/[?#]/, 1);
  return ['', path.slice(1)].includes(given.toLowerCase().split('/').filter(Boolean).join('/'));
}

/**
 * The messages of a request. The fields beside `messages` are a message too, so that a device with one to send needs no
 * list. Without any the request is a sign of life, which needs no message where the request says something else
 * (`isMore`). An entry that is not an object is kept as text. Of more messages
 * than a report may hold, the last are read, and of those before them the ones with events.
 */
function messagesOf(given: unknown, single: JsonObject, isMore: boolean): JsonObject[] {
  const listed: unknown[] = Array.isArray(given) ? given : given === undefined ? [] : [given];
  const hasSingle = (listed.length === 0 && !isMore) || Object.keys(single).length > 0;
  const entries = hasSingle ? [...listed, single] : listed;
  const messages = entries.map((entry) => (isObject(entry) ? entry : { message: asText(entry) }));
  const surplus = messages.slice(0, -maxSamples).filter(namesEvents);
  const read = [...surplus, ...messages.slice(-maxSamples)];
  const leftOut = messages.length - read.length;
  return leftOut === 0 ? read : [...read.slice(0, -1), { ...read.at(-1), samplesLeftOut: leftOut }];
}

function malformed(status: MalformedRequest['status'], reason: string): MalformedRequest {
  return { type: 'malformed', status, reason };
}
