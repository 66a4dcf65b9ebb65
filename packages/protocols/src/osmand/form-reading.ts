import { KeptFields } from '../kept-fields.ts';
import { booleanFrom, numberFrom } from '../text-values.ts';
import { parseTimestamp } from '../timestamp.ts';
import { isReadableAlarm } from './alarm-words.ts';
import type { OsmandReading } from './reading.ts';
import { accessPointFrom, cellFrom, knotsToKmh } from './values.ts';

/** Takes a value over into the reading; false when it is invalid, and is then kept as sent. */
type FieldReader = (reading: OsmandReading, value: string) => boolean;

const numeric =
  (set: (reading: OsmandReading, value: number) => void): FieldReader =>
  (reading, text) => {
    const value = numberFrom(text);
    if (value !== undefined) set(reading, value);
    return value !== undefined;
  };

const course = numeric((reading, value) => {
  reading.course = value;
});

/** Protocol notes 4, names in lower case. `beacon` is ours: as `wifi`, for Bluetooth. */
const readers: Readonly<Record<string, FieldReader>> = {
  timestamp: (reading, text) => {
    reading.at = parseTimestamp(text, 'Z');
    return reading.at !== null;
  },
  lat: numeric((reading, value) => {
    reading.lat = value;
  }),
  lon: numeric((reading, value) => {
    reading.lng = value;
  }),
  location: (reading, text) => {
    const [lat, lng] = text.split(',').map(numberFrom);
    if (lat === undefined || lng === undefined) return false;
    Object.assign(reading, { lat, lng });
    return true;
  },
  valid: (reading, text) => {
    reading.valid = booleanFrom(text) ?? true;
    return booleanFrom(text) !== undefined;
  },
  speed: numeric((reading, value) => {
    reading.speed = knotsToKmh(value);
  }),
  bearing: course,
  heading: course,
  altitude: numeric((reading, value) => {
    reading.altitude = value;
  }),
  accuracy: numeric((reading, value) => {
    reading.accuracy = value;
  }),
  hdop: numeric((reading, value) => {
    reading.hdop = value;
  }),
  batt: numeric((reading, value) => {
    reading.battery = value;
  }),
  steps: (reading, text) => {
    const value = numberFrom(text);
    const isCount = value !== undefined && Number.isInteger(value) && value >= 0;
    if (isCount) reading.steps = value;
    return isCount;
  },
  charge: (reading, text) => {
    reading.charging = booleanFrom(text);
    return reading.charging !== undefined;
  },
  motion: (reading, text) => {
    reading.moving = booleanFrom(text);
    return reading.moving !== undefined;
  },
  alarm: (reading, text) => {
    if (reading.alarms.has(text)) return true;
    reading.alarms.add(text);
    return isReadableAlarm(text);
  },
  cell: (reading, text) => pushed(reading.cells, cellFrom(text)),
  wifi: (reading, text) => pushed(reading.accessPoints, accessPointFrom('W', text)),
  beacon: (reading, text) => pushed(reading.accessPoints, accessPointFrom('B', text)),
};

export function emptyReading(): OsmandReading {
  return { at: null, valid: true, alarms: new Set(), cells: [], accessPoints: [], kept: new KeptFields() };
}

/** Reads named values into a new reading. Unknown ones are kept. */
export function readFields(fields: Iterable<readonly [string, string]>): OsmandReading {
  const reading = emptyReading();
  for (const [name, value] of fields) readField(reading, name, value);
  return reading;
}

export function readField(reading: OsmandReading, name: string, value: string): void {
  const key = name.toLowerCase();
  const read = Object.hasOwn(readers, key) ? readers[key] : undefined;
  if (read === undefined || !read(reading, value)) reading.kept.keepAs(name, value);
}

function pushed<T>(list: T[], item: T | undefined): boolean {
  if (item !== undefined) list.push(item);
  return item !== undefined;
}
