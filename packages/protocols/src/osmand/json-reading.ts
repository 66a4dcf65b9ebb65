import { emptyReading, readField } from './form-reading.ts';
import type { OsmandReading } from './reading.ts';
import { metresASecondToKmh } from './values.ts';

type JsonObject = { [key: string]: unknown };

/** Members of `location` that are read below; the rest is kept as it came. */
const understood = new Set(['timestamp', 'coords', 'battery', 'is_moving', 'activity', 'alarm', 'extras']);

/** One `location` of a JSON request. Protocol notes 4. */
export function readLocation(location: JsonObject): OsmandReading {
  const reading = emptyReading();
  const { timestamp, coords, battery, activity, extras } = location;
  if (timestamp !== undefined && timestamp !== null) {
    readField(reading, 'timestamp', asText(timestamp));
  }
  if (isObject(coords)) readCoords(reading, coords);
  if (isObject(battery)) readBattery(reading, battery);
  if (typeof location.is_moving === 'boolean') reading.moving = location.is_moving;
  if (isObject(activity) && activity.type !== undefined) {
    reading.unknown.push(['activity', asText(activity.type)]);
  }
  if (location.alarm !== undefined) readField(reading, 'alarm', asText(location.alarm));
  for (const [name, value] of Object.entries(location)) {
    if (!understood.has(name)) reading.unknown.push([name, asText(value)]);
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
  const speed = finite(coords.speed);
  const heading = finite(coords.heading);
  reading.lat = finite(coords.latitude);
  reading.lng = finite(coords.longitude);
  reading.accuracy = finite(coords.accuracy);
  reading.altitude = finite(coords.altitude);
  // -1 says that the phone does not know.
  reading.speed = speed === -1 ? undefined : metresASecondToKmh(speed);
  reading.course = heading === -1 ? undefined : heading;
}

function readBattery(reading: OsmandReading, battery: JsonObject): void {
  const level = finite(battery.level);
  if (level !== undefined && level >= 0 && level <= 1) reading.battery = Math.round(level * 100);
  if (typeof battery.is_charging === 'boolean') reading.charging = battery.is_charging;
}

function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value ?? null);
  } catch {
    // Brackets nested by the ten thousand can be parsed but not written (RangeError: call stack).
    return 'tooDeep';
  }
}
