import { emptyReading, readField } from './form-reading.ts';
import type { OsmandReading } from './reading.ts';
import { metresASecondToKmh } from './values.ts';

export type JsonObject = { [key: string]: unknown };

/** Members of `location` that are read below; the rest is kept as it came. */
const understood = new Set(['timestamp', 'coords', 'battery', 'is_moving', 'activity', 'alarm', 'extras']);

/** One `location` of a JSON request. Protocol notes 4. */
export function readLocation(location: JsonObject): OsmandReading {
  const reading = emptyReading();
  const { timestamp, coords, battery, activity, extras } = location;
  const { kept } = reading;
  if (timestamp !== undefined && timestamp !== null) {
    readField(reading, 'timestamp', asText(timestamp));
  }
  if (isObject(coords)) readCoords(reading, coords);
  if (isObject(battery)) readBattery(reading, battery);
  if (typeof location.is_moving === 'boolean') reading.moving = location.is_moving;
  if (isObject(activity)) {
    const { type, ...more } = activity;
    if (type !== undefined) kept.keepAs('activity', asText(type));
    keepMembers(reading, 'activity', more);
  }
  if (location.alarm !== undefined) readField(reading, 'alarm', asText(location.alarm));
  for (const [name, value] of Object.entries(location)) {
    if (!understood.has(name)) kept.keepAs(name, asText(value));
  }
  if (isObject(extras)) {
    for (const [name, value] of Object.entries(extras)) {
      for (const item of Array.isArray(value) ? value : [value]) readField(reading, name, asText(item));
    }
  }
  return reading;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readCoords(reading: OsmandReading, coords: JsonObject): void {
  const { latitude, longitude, accuracy, altitude, speed, heading, ...more } = coords;
  const number = (name: string, value: unknown) => numberMember(reading, `coords.${name}`, value);
  reading.lat = number('latitude', latitude);
  reading.lng = number('longitude', longitude);
  reading.accuracy = number('accuracy', accuracy);
  reading.altitude = number('altitude', altitude);
  reading.speed = metresASecondToKmh(number('speed', orUnknown(speed)));
  reading.course = number('heading', orUnknown(heading));
  keepMembers(reading, 'coords', more);
}

function readBattery(reading: OsmandReading, battery: JsonObject): void {
  const { level, is_charging, ...more } = battery;
  const share = numberMember(reading, 'battery.level', orUnknown(level));
  if (share !== undefined) reading.battery = Math.round(share * 100);
  if (typeof is_charging === 'boolean') reading.charging = is_charging;
  keepMembers(reading, 'battery', more);
}

/** -1 is how phones say that they do not know. */
function orUnknown(value: unknown): unknown {
  return value === -1 ? undefined : value;
}

/** Anything but a finite number is kept as it came. */
function numberMember({ kept }: OsmandReading, name: string, value: unknown): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (value !== undefined && value !== null) kept.keepAs(name, asText(value));
  return undefined;
}

/** Keeps members without a meaning here, unless the phone does not know them either. */
function keepMembers({ kept }: OsmandReading, of: string, members: JsonObject): void {
  for (const [name, value] of Object.entries(members))
    if (orUnknown(value) !== undefined && value !== null) kept.keepAs(`${of}.${name}`, asText(value));
}

/** Deeper and wider than this, nobody reads on; brackets nested by the ten thousand can be parsed, but not written. */
const deepest = 4;
const widest = 100;

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value, 0);
}

function jsonText(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (depth === deepest) return '…';
  const list = Array.isArray(value);
  const members = list ? value.map((member): [string, unknown] => ['', member]) : Object.entries(value);
  const texts = members
    .slice(0, widest)
    .map(([name, member]) => `${list ? '' : `${JSON.stringify(name)}:`}${jsonText(member, depth + 1)}`);
  const text = [...texts, ...(members.length > widest ? ['…'] : [])].join(',');
  return list ? `[${text}]` : `{${text}}`;
}
