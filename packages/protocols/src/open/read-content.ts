import { metyId } from '@varde/catalogue/message-types';
import type { DeviceReport, Sample } from '@varde/catalogue/report';
import { carriesAlarm } from '../carries-alarm.ts';
import { asText, isObject, type JsonObject, memberNames, readObject } from '../json.ts';
import { KeptFields } from '../kept-fields.ts';
import { completeSample, limitSamples, maxSamples } from '../report-limits.ts';
import { retryHash } from '../retry-hash.ts';
import { booleanValue } from '../text-values.ts';
import { readConfirmations } from './commands.ts';
import { messageMembers, namesEvents, readMessage } from './read-message.ts';
import { readSensorImage } from './sensor-image.ts';
import { readSensors, sensorMembers } from './sensors.ts';
import { readSettings, settingsOfSomeUnits } from './settings.ts';

/** Longer contents are refused; a backlog of some 300 positions fits. */
export const maxContentLength = 64 * 1024;

const inContent = memberNames(
  ...['device', 'sequence', 'messages', 'poll', 'confirmations', 'settings', 'firmware'],
  ...sensorMembers,
  'image',
  ...messageMembers,
);

/** What a device says, over HTTP or MQTT. */
export interface OpenContent {
  /** As it names itself; undefined: it does not. */
  device: unknown;
  retryKey: string | null;
  timed: boolean;
  report: DeviceReport;
}

/** Reads what a device says; null: it is no JSON object. Never throws. docs/protocols/http.md. */
export function readContent(text: string): OpenContent | null {
  const content = readObject(text);
  if (content === null) return null;
  const { device, sequence, messages, poll, confirmations, settings, firmware, ...others } = inContent(content);
  const { sensorList, sensors, learning, walkTest, image, ...single } = others;
  const kept = new KeptFields();
  const lists = readSensors({ sensorList, sensors, learning, walkTest }, kept);
  const picture = readSensorImage(image, kept);
  const about = picture === undefined ? lists : { ...lists, image: picture };
  const reported = readSettings(settings, kept);
  const announces = settingsOfSomeUnits.filter((key) => reported !== undefined && key in reported);
  const version = readFirmware(firmware, kept);
  const more = [booleanValue(poll) || undefined, confirmations, about, image, settings, firmware];
  const isMore = more.some((member) => member !== undefined);
  const samples = [...messagesOf(messages, single, isMore).map(readMessage), ...notUnderstood(kept)];
  const hasTime = samples.some(({ at }) => at !== null);
  const hasSequence = typeof sequence === 'number' || typeof sequence === 'string';
  return {
    device,
    retryKey: hasTime || hasSequence ? retryHash(new TextEncoder().encode(text)) : null,
    // Two presses with a stopped clock look alike, unless they are counted. Decision 0005.
    timed: hasTime && (hasSequence || !carriesAlarm(samples)),
    report: {
      samples: limitSamples(samples),
      confirmations: readConfirmations(confirmations),
      ...(about !== undefined && { sensors: about }),
      ...(reported !== undefined && { settings: reported }),
      ...(announces.length > 0 && { announces }),
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
