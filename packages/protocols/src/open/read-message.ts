import { mainMessageType } from '@varde/catalogue/alarms';
import { metyId } from '@varde/catalogue/message-types';
import { posTypes } from '@varde/catalogue/pos-types';
import type { PositionSource, ReportedBattery, ReportedPosition, Sample } from '@varde/catalogue/report';
import { asText, isObject, type JsonObject, memberNames } from '../json.ts';
import { KeptFields } from '../kept-fields.ts';
import { type Limits, lies } from '../plausible.ts';
import { plausiblePosition } from '../position.ts';
import { present } from '../present.ts';
import { completeSample } from '../report-limits.ts';
import { booleanValue, numberValue } from '../text-values.ts';
import { parseTimestamp } from '../timestamp.ts';
import { readEvents } from './events.ts';
import { alarmWordsOf, mayNameAlarm, namesAlarm, saysNo } from './named-alarms.ts';
import { readGatewayId } from './sensors.ts';

const stepCounts: Limits = [0, 1_000_000];
const millivolts: Limits = [0, 100_000];
const sources: ReadonlySet<unknown> = new Set(posTypes.map(({ key }) => key).filter((key) => key !== 'lastKnown'));

export const messageMembers = [
  'time',
  'stored',
  'events',
  'event',
  'alarm',
  'position',
  'battery',
  'signal',
  'moving',
  'steps',
  'sensor',
];
const inMessage = memberNames(...messageMembers);
const inPosition = memberNames('lat', 'lng', 'source', 'accuracy', 'altitude', 'speed', 'course', 'satellites', 'hdop');
const inBattery = memberNames('level', 'millivolts', 'charging');

/** Whether a message names events, by any of the names for them. */
export function namesEvents(message: JsonObject): boolean {
  return Object.keys(message).some((name) => /^(events?|alarm)$/i.test(name)) || namesAlarm(message);
}

/** Whether a text that was not read yet may hold such a message: it has one of the names, or a name with an escape. */
export const mayNameEvents = (text: string): boolean => /event|\\/i.test(text) || mayNameAlarm(text);

/** One message. Its events are read despite other faults; unknown or invalid fields are kept. */
export function readMessage(message: JsonObject): Sample {
  const { time, stored, events, event, alarm, position, battery, signal, moving, steps, sensor, ...others } =
    inMessage(message);
  const kept = new KeptFields();
  const at = timeOf(time, kept);
  const named = Object.entries(others).flatMap(([name, value]) => alarmWordsOf(name, value));
  const raised = readEvents([events, event, alarmWords(alarm), named].flat(), at, kept);
  const place = isObject(position) ? readPosition(inPosition(position), kept) : undefined;
  const charge = isObject(battery) ? readBattery(inBattery(battery), kept) : undefined;
  const sample = present({
    metyId: mainMessageType(raised) ?? (place === undefined ? metyId.heartbeat : metyId.position),
    events: raised,
    at,
    historical: readBoolean('stored', stored, kept) ?? false,
    position: place,
    battery: charge,
    gsmStrength: kept.within('gsmStrength', readNumber('signal', signal, kept)),
    moving: readBoolean('moving', moving, kept),
    steps: readCount('steps', steps, stepCounts, kept),
    sensor: readGatewayId(sensor),
  });
  if (sample.sensor === undefined) keep('sensor', sensor, kept);
  if (position !== undefined && !isObject(position)) keep('position', position, kept);
  if (battery !== undefined && !isObject(battery)) keep('battery', battery, kept);
  keepOthers('', others, kept);
  return completeSample(sample, kept);
}

/** `alarm` beside `events`, or in their place: `true` is one, and what says no is none. */
function alarmWords(given: unknown): unknown[] {
  return [given].flat().flatMap((word) => {
    if (word === null || saysNo(word)) return [];
    return booleanValue(word) === true ? ['alarm'] : [word];
  });
}

/** RFC 3339 with its zone, or a Unix time. Null without a zone, and for a clock that is in another century. */
function timeOf(given: unknown, kept: KeptFields): number | null {
  const at = typeof given === 'string' || typeof given === 'number' ? parseTimestamp(String(given)) : null;
  if (at === null) keep('time', given, kept);
  return at;
}

function readPosition(position: JsonObject, kept: KeptFields): ReportedPosition | undefined {
  const { lat, lng, source, accuracy, altitude, speed, course, satellites, hdop, ...others } = position;
  const number = (name: string, value: unknown) => readNumber(`position.${name}`, value, kept);
  const isSource = sources.has(source);
  if (!isSource) keep('position.source', source, kept);
  keepOthers('position.', others, kept);
  return plausiblePosition(kept, true, {
    lat: number('lat', lat),
    lng: number('lng', lng),
    source: isSource ? (source as PositionSource) : 'gps',
    accuracy: number('accuracy', accuracy),
    altitude: number('altitude', altitude),
    speed: number('speed', speed),
    course: number('course', course),
    numSatellites: number('satellites', satellites),
    hdop: number('hdop', hdop),
  });
}

function readBattery(battery: JsonObject, kept: KeptFields): ReportedBattery | undefined {
  const { level, millivolts: voltage, charging, ...others } = battery;
  const percent = kept.within('battery', readNumber('battery.level', level, kept));
  const read = present({
    level: percent === undefined ? undefined : Math.round(percent),
    millivolts: readCount('battery.millivolts', voltage, millivolts, kept),
    charging: readBoolean('battery.charging', charging, kept),
  });
  keepOthers('battery.', others, kept);
  return Object.keys(read).length > 0 ? read : undefined;
}

function readNumber(name: string, value: unknown, kept: KeptFields): number | undefined {
  const number = numberValue(value);
  if (number === undefined) keep(name, value, kept);
  return number;
}

function readCount(name: string, value: unknown, limits: Limits, kept: KeptFields): number | undefined {
  const number = numberValue(value);
  if (number !== undefined && Number.isInteger(number) && lies(number, limits)) return number;
  keep(name, value, kept);
  return undefined;
}

function readBoolean(name: string, value: unknown, kept: KeptFields): boolean | undefined {
  const isSo = booleanValue(value);
  if (isSo === undefined) keep(name, value, kept);
  return isSo;
}

/** Missing and null are the same. */
function keep(name: string, value: unknown, kept: KeptFields): void {
  if (value !== undefined && value !== null) kept.keepAs(name, asText(value));
}

function keepOthers(prefix: string, others: JsonObject, kept: KeptFields): void {
  for (const [name, value] of Object.entries(others)) keep(`${prefix}${name}`, value, kept);
}
