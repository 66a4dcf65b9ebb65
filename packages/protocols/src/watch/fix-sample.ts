import { mainMessageType } from '@varde/catalogue/alarms';
import type { KeptFieldName } from '@varde/catalogue/kept-fields';
import { metyId } from '@varde/catalogue/message-types';
import type { AccessPoint, Cell, ReportedPosition, Sample } from '@varde/catalogue/report';
import { KeptFields } from '../kept-fields.ts';
import { macAddressFrom } from '../mac-address.ts';
import { accessPointSignal, cellSignal } from '../plausible.ts';
import { plausiblePosition } from '../position.ts';
import { present } from '../present.ts';
import { printableName } from '../printable.ts';
import { completeSample } from '../report-limits.ts';
import { Signals } from '../signals.ts';
import type { WatchFix } from './messages/fix.ts';
import type { PositionMessage } from './messages/message.ts';
import type { CellScan, WifiNetwork } from './messages/network-scan.ts';
import { isAlarmWord, isBacklogWord } from './messages/position-codec.ts';
import { statusEvents, statusMoving, statusStates } from './status.ts';

/** A position or an alarm. The alarm is independent: no time, no fix and no status word can remove it. */
export function fixSample({ word, fix }: PositionMessage): Sample {
  const kept = new KeptFields();
  const events = statusEvents(fix.status ?? 0, isAlarmWord(word), fix.at);
  const position = positionOf(fix, kept);
  const accessPoints = accessPointsOf(fix.wifi ?? [], kept);
  const cells = cellsOf(fix.cells, kept);
  const hasPlace = position !== undefined || accessPoints.length > 0 || cells.length > 0;
  const level = kept.within('battery', fix.battery);
  if (fix.tumbles) kept.keep('tumbles', fix.tumbles);
  for (const [name, text] of Object.entries(fix.unread ?? {})) kept.keep(name as KeptFieldName, text);
  const sample = present({
    metyId: mainMessageType(events) ?? (hasPlace ? metyId.position : metyId.heartbeat),
    events,
    at: fix.at,
    historical: isBacklogWord(word),
    position,
    battery: level === undefined ? undefined : { level },
    gsmStrength: kept.within('gsmStrength', fix.gsm),
    moving: fix.status === undefined ? undefined : statusMoving(fix.status),
    states: fix.status === undefined ? undefined : statusStates(fix.status),
    steps: fix.steps,
    accessPoints: accessPoints.length > 0 ? accessPoints : undefined,
    cells: cells.length > 0 ? cells : undefined,
  });
  return completeSample(sample, kept);
}

function positionOf(fix: WatchFix, kept: KeptFields): ReportedPosition | undefined {
  const { lat, lng, accuracy, satellites: numSatellites } = fix;
  // Firmware without a measurement fills in speed 22.0, course 0 and altitude -1 (vectors watch-015, watch-049).
  const isFiller = fix.speed === 22 && fix.course === 0 && fix.altitude === -1;
  const { altitude, speed, course } = isFiller ? {} : fix;
  return plausiblePosition(kept, fix.valid, {
    lat,
    lng,
    source: 'gps',
    accuracy: accuracy === 0 ? undefined : accuracy,
    altitude,
    speed,
    course,
    numSatellites,
  });
}

function accessPointsOf(wifi: readonly WifiNetwork[], kept: KeptFields): AccessPoint[] {
  const signals = new Signals(accessPointSignal);
  const points = wifi.flatMap(({ name, mac, rssi }): AccessPoint[] => {
    const macAddress = macAddressFrom(mac);
    if (macAddress === undefined) {
      kept.keep('accessPoints', [name, mac, rssi ?? ''].join(' '));
      return [];
    }
    const signalStrength = signals.read(mac, rssi);
    const known = name === '' ? undefined : printableName(name);
    return [present({ type: 'W' as const, macAddress, signalStrength, name: known })];
  });
  signals.keepIn(kept, 'accessPointSignals');
  return points;
}

function cellsOf({ mcc, mnc, list }: CellScan = { list: [] }, kept: KeptFields): Cell[] {
  const signals = new Signals(cellSignal);
  const cells = list.flatMap(({ lac, cid, rssi }): Cell[] => {
    if (mcc === undefined || mnc === undefined || lac === undefined || cid === undefined) {
      kept.keep('cells', [mcc, mnc, lac, cid, rssi].map((part) => part ?? '').join(','));
      return [];
    }
    return [present({ mcc, mnc, lac, cid, signalStrength: signals.read(`${lac}/${cid}`, rssi) })];
  });
  signals.keepIn(kept, 'cellSignals');
  return cells;
}
