import { asText, isObject, type JsonObject } from '../json.ts';
import { booleanValue, numberValue } from '../text-values.ts';
import { readField, readFields } from './form-reading.ts';
import type { OsmandReading } from './reading.ts';
import { metresASecondToKmh } from './values.ts';

/** Members of `location` that are read below; the others are kept as sent. */
const understood = new Set(['timestamp', 'coords', 'battery', 'is_moving', 'activity', 'alarm', 'extras']);

/** One `location` of a JSON request, after the fields beside it. Protocol notes 4. */
export function readLocation(location: JsonObject, beside: readonly (readonly [string, string])[] = []): OsmandReading {
  const reading = readFields(beside);
  const { timestamp, coords, battery, activity, extras } = location;
  const { kept } = reading;
  if (timestamp !== undefined && timestamp !== null) {
    readField(reading, 'timestamp', asText(timestamp));
  }
  if (isObject(coords)) readCoords(reading, coords);
  if (isObject(battery)) readBattery(reading, battery);
  reading.moving = booleanValue(location.is_moving) ?? reading.moving;
  if (isObject(activity)) {
    const { type, ...more } = activity;
    if (type !== undefined) kept.keepAs('activity', asText(type));
    keepMembers(reading, 'activity', more);
  }
  if (location.alarm !== undefined) readField(reading, 'alarm', asText(location.alarm));
  for (const [name, value] of Object.entries(location)) {
    if (!understood.has(name)) readField(reading, name, asText(value));
  }
  if (isObject(extras)) {
    for (const [name, value] of Object.entries(extras)) {
      for (const item of Array.isArray(value) ? value : [value]) readField(reading, name, asText(item));
    }
  }
  return reading;
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
  reading.charging = booleanValue(is_charging) ?? reading.charging;
  keepMembers(reading, 'battery', more);
}

/** -1 is how phones mark an unknown value. */
function orUnknown(value: unknown): unknown {
  return numberValue(value) === -1 ? undefined : value;
}

/** Anything but a number is kept as sent. */
function numberMember({ kept }: OsmandReading, name: string, value: unknown): number | undefined {
  const number = numberValue(value);
  if (number !== undefined) return number;
  if (value !== undefined && value !== null) kept.keepAs(name, asText(value));
  return undefined;
}

/** Keeps unknown members, unless the phone marks them as unknown too. */
function keepMembers({ kept }: OsmandReading, of: string, members: JsonObject): void {
  for (const [name, value] of Object.entries(members))
    if (orUnknown(value) !== undefined && value !== null) kept.keepAs(`${of}.${name}`, asText(value));
}
