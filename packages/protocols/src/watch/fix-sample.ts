import { metyId } from '@varde/catalogue/message-types';
import type { AccessPoint, Cell, ReportedPosition, Sample } from '@varde/catalogue/report';
import { present } from '../present.ts';
import { printable, printableRecord } from '../printable.ts';
import type { WatchFix } from './messages/fix.ts';
import type { PositionMessage } from './messages/message.ts';
import { type CellScan, isMac, type WifiNetwork } from './messages/network-scan.ts';
import { isAlarmWord, isBacklogWord } from './messages/position-codec.ts';
import { statusEvents, statusMoving, statusStates } from './status.ts';

const maxAltitude = 20_000;
const maxSpeed = 1_000;
const maxAccuracy = 100_000;

/** A position or an alarm. The alarm stands on its own: no time, no fix and no status word can take it away. */
export function fixSample({ word, fix }: PositionMessage): Sample {
  const events = statusEvents(fix.status ?? 0, isAlarmWord(word), fix.at);
  const position = positionOf(fix);
  const accessPoints = accessPointsOf(fix.wifi ?? []);
  const cells = cellsOf(fix.cells);
  const hasPlace = position !== undefined || accessPoints.length > 0 || cells.length > 0;
  return present({
    metyId: events[0]?.metyId ?? (hasPlace ? metyId.position : metyId.heartbeat),
    events,
    at: fix.at,
    historical: isBacklogWord(word),
    position,
    battery: fix.battery === undefined || fix.battery > 100 ? undefined : { level: fix.battery },
    gsmStrength: within(fix.gsm, 0, 100),
    moving: fix.status === undefined ? undefined : statusMoving(fix.status),
    states: fix.status === undefined ? undefined : statusStates(fix.status),
    steps: fix.steps,
    accessPoints: accessPoints.length > 0 ? accessPoints : undefined,
    cells: cells.length > 0 ? cells : undefined,
    unknown: fix.unread && printableRecord(Object.entries(fix.unread)),
  });
}

/** Without a GPS fix the coordinates are zero or old: then there is no position, only what else was heard. */
function positionOf(fix: WatchFix): ReportedPosition | undefined {
  const lat = within(fix.lat, -90, 90);
  const lng = within(fix.lng, -180, 180);
  if (!fix.valid || lat === undefined || lng === undefined || (lat === 0 && lng === 0)) return undefined;
  // Firmware without a measurement fills in speed 22.0, course 0 and altitude -1 (vectors watch-015, watch-049).
  const filler = fix.speed === 22 && fix.course === 0 && fix.altitude === -1;
  const accuracy = within(fix.accuracy, 0, maxAccuracy);
  return present({
    lat,
    lng,
    source: 'gps' as const,
    accuracy: accuracy === 0 ? undefined : accuracy,
    altitude: filler ? undefined : within(fix.altitude, -maxAltitude, maxAltitude),
    speed: filler ? undefined : within(fix.speed, 0, maxSpeed),
    course: filler ? undefined : courseOf(fix.course),
    numSatellites: within(fix.satellites, 0, 100),
  });
}

function courseOf(course: number | undefined): number | undefined {
  return course === 360 ? 0 : within(course, 0, 359.999);
}

function accessPointsOf(wifi: readonly WifiNetwork[]): AccessPoint[] {
  return wifi
    .filter(({ mac }) => isMac(mac))
    .map(({ name, mac, rssi }) =>
      present({
        type: 'W' as const,
        macAddress: mac.toLowerCase(),
        signalStrength: dbm(rssi, -120, -10),
        name: name === '' ? undefined : printable(name),
      }),
    );
}

function cellsOf(scan: CellScan | undefined): Cell[] {
  const { mcc, mnc } = scan ?? {};
  if (mcc === undefined || mnc === undefined) return [];
  return (scan?.list ?? []).flatMap(({ lac, cid, rssi }) =>
    lac === undefined || cid === undefined
      ? []
      : [present({ mcc, mnc, lac, cid, signalStrength: dbm(rssi, -150, -45) })],
  );
}

/** Some models leave the sign out, others send a percentage. What no radio receives is not a strength in dBm. */
function dbm(rssi: number | undefined, weakest: number, strongest: number): number | undefined {
  return rssi === undefined ? undefined : within(-Math.abs(rssi), weakest, strongest);
}

function within(value: number | undefined, low: number, high: number): number | undefined {
  return value !== undefined && value >= low && value <= high ? value : undefined;
}
