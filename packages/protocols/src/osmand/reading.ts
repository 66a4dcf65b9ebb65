import { mainMessageType } from '@varde/catalogue/alarms';
import { metyId } from '@varde/catalogue/message-types';
import type { AccessPoint, Cell, ReportedPosition, Sample } from '@varde/catalogue/report';
import type { KeptFields } from '../kept-fields.ts';
import { plausiblePosition } from '../position.ts';
import { present } from '../present.ts';
import { completeSample } from '../report-limits.ts';
import { alarmEvents } from './alarm-words.ts';

/** The content of one request, or of one entry of a JSON request; common to the three forms of the protocol. */
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
  /** Values of alarm fields, each once. */
  alarms: Set<string>;
  cells: Cell[];
  accessPoints: AccessPoint[];
  /** Unknown values. */
  kept: KeptFields;
}

/** Alarms are independent: neither a missing fix nor a missing time removes one. */
export function readingSample(reading: OsmandReading): Sample {
  const { at, kept } = reading;
  const { events, leftOut } = alarmEvents(reading.alarms, at);
  if (leftOut > 0) kept.leaveOut('eventsLeftOut', leftOut);
  const position = positionOf(reading);
  const { accessPoints, cells } = reading;
  const hasPlace = position !== undefined || accessPoints.length > 0 || cells.length > 0;
  const percent = kept.within('battery', reading.battery);
  const level = percent === undefined ? undefined : Math.round(percent);
  const hasBattery = level !== undefined || reading.charging !== undefined;
  const sample = present({
    metyId: mainMessageType(events) ?? (hasPlace ? metyId.position : metyId.heartbeat),
    events,
    at,
    historical: false,
    position,
    battery: hasBattery ? present({ level, charging: reading.charging }) : undefined,
    moving: reading.moving,
    steps: reading.steps,
    accessPoints: accessPoints.length > 0 ? accessPoints : undefined,
    cells: cells.length > 0 ? cells : undefined,
  });
  return completeSample(sample, kept);
}

function positionOf({ lat, lng, valid, kept, ...more }: OsmandReading): ReportedPosition | undefined {
  const { accuracy, altitude, speed, course, hdop } = more;
  const readings = { accuracy, altitude, speed, course, hdop };
  if (lat === undefined && lng === undefined) {
    for (const [name, value] of Object.entries(readings) as [keyof typeof readings, number | undefined][])
      if (value !== undefined) kept.keep(name, value);
    return undefined;
  }
  return plausiblePosition(kept, valid, { lat, lng, source: 'gps', ...readings });
}
