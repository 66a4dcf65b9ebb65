import { metyId } from '@varde/catalogue/message-types';
import type { AccessPoint, Cell, ReportedPosition, Sample } from '@varde/catalogue/report';
import { present } from '../present.ts';
import { printableRecord } from '../printable.ts';
import { alarmEvents } from './alarm-words.ts';

/** What one request, or one entry of a JSON request, says; the three forms of the protocol meet here. */
export interface OsmandReading {
  /** Unix milliseconds; null when the phone sent no time. */
  at: number | null;
  lat?: number | undefined;
  lng?: number | undefined;
  /** False: the phone itself does not trust the coordinates. */
  valid: boolean;
  /** km/h */
  speed?: number | undefined;
  course?: number | undefined;
  altitude?: number | undefined;
  accuracy?: number | undefined;
  hdop?: number | undefined;
  /** Percent */
  battery?: number | undefined;
  charging?: boolean | undefined;
  moving?: boolean | undefined;
  steps?: number | undefined;
  alarms: string[];
  cells: Cell[];
  accessPoints: AccessPoint[];
  unknown: [string, string][];
}

const maxAltitude = 20_000;
const maxSpeed = 2_000;
const maxAccuracy = 1_000_000;
const maxHdop = 10_000;

/** Alarms stand on their own: neither a missing fix nor a missing time takes one away. */
export function readingSample(reading: OsmandReading): Sample {
  const { at } = reading;
  const events = alarmEvents(reading.alarms, at);
  const position = positionOf(reading);
  const { accessPoints, cells } = reading;
  const hasPlace = position !== undefined || accessPoints.length > 0 || cells.length > 0;
  const percent = within(reading.battery, 0, 100);
  const level = percent === undefined ? undefined : Math.round(percent);
  const hasBattery = level !== undefined || reading.charging !== undefined;
  return present({
    metyId: events[0]?.metyId ?? (hasPlace ? metyId.position : metyId.heartbeat),
    events,
    at,
    historical: false,
    position,
    battery: hasBattery ? present({ level, charging: reading.charging }) : undefined,
    moving: reading.moving,
    steps: reading.steps,
    accessPoints: accessPoints.length > 0 ? accessPoints : undefined,
    cells: cells.length > 0 ? cells : undefined,
    unknown: reading.unknown.length > 0 ? printableRecord(reading.unknown) : undefined,
  });
}

function positionOf(reading: OsmandReading): ReportedPosition | undefined {
  const lat = within(reading.lat, -90, 90);
  const lng = within(reading.lng, -180, 180);
  if (!reading.valid || lat === undefined || lng === undefined || (lat === 0 && lng === 0)) return undefined;
  return present({
    lat,
    lng,
    source: 'gps' as const,
    accuracy: within(reading.accuracy, 0, maxAccuracy),
    altitude: within(reading.altitude, -maxAltitude, maxAltitude),
    speed: within(reading.speed, 0, maxSpeed),
    course: reading.course === 360 ? 0 : within(reading.course, 0, 359.999),
    hdop: within(reading.hdop, 0, maxHdop),
  });
}

function within(value: number | undefined, low: number, high: number): number | undefined {
  return value !== undefined && value >= low && value <= high ? value : undefined;
}
