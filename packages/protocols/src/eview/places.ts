import type { AccessPoint, Cell, ReportedPosition } from '@varde/catalogue/report';
import type { DataItem } from './messages/data-items.ts';
import { keep, offerPosition, type SampleDraft } from './sample-draft.ts';

type Place = Extract<
  DataItem,
  {
    type:
      | 'gps'
      | 'wifi'
      | 'namedWifi'
      | 'homeWifi'
      | 'beacon'
      | 'beaconV2'
      | 'bluetoothTag'
      | 'bluetoothPlace'
      | 'assistedPlace'
      | 'cells2g'
      | 'cells'
      | 'cellsWideMnc';
  }
>;

/** Adds to a sample what an item says of where the device is. */
export function addPlace(draft: SampleDraft, item: Place): void {
  switch (item.type) {
    case 'gps':
      addGps(draft, item);
      break;
    case 'wifi':
    case 'namedWifi':
      for (const point of item.points) addAccessPoint(draft, wifiPoint(point));
      break;
    case 'homeWifi':
      addTag(draft, item, 'W');
      break;
    case 'beacon':
    case 'bluetoothTag':
      addTag(draft, item, 'B');
      break;
    case 'beaconV2':
      addTag(draft, item, 'B');
      if (item.temperature !== undefined) keep(draft, 'beaconTemperature', `${item.id} ${item.temperature}`);
      break;
    case 'bluetoothPlace':
      addTag(draft, item, 'B', estimate(item));
      break;
    case 'assistedPlace':
      offerPosition(draft, { lat: item.lat, lng: item.lng, source: 'assisted', ...estimate(item) });
      break;
    default:
      addCells(draft, item);
  }
}

/** An HDOP of zero means that the device gave none. */
function estimate({ altitude, hdop }: { altitude: number; hdop: number }): Partial<ReportedPosition> {
  return { altitude, ...(hdop > 0 && { hdop }) };
}

/** Valid only with an HDOP and when the record itself says that it has a fix (protocol notes 1.4 and "Status bits"). */
function addGps(draft: SampleDraft, item: Extract<DataItem, { type: 'gps' }>): void {
  if (!draft.gpsFix || item.hdop === 0) return;
  offerPosition(draft, {
    lat: item.lat,
    lng: item.lng,
    source: 'gps',
    altitude: item.altitude,
    speed: item.speed,
    ...(item.course <= 360 && { course: item.course % 360 }),
    ...(item.satellites > 0 && { numSatellites: item.satellites }),
    hdop: item.hdop,
  });
}

interface HeardTag {
  id: string;
  rssi?: number;
  battery?: number;
  lat?: number;
  lng?: number;
  description?: string;
}

function addTag(
  draft: SampleDraft,
  tag: HeardTag,
  type: 'W' | 'B',
  more: Partial<ReportedPosition> = {},
): void {
  const { rssi, battery, lat, lng, description } = tag;
  const placed = lat !== undefined && lng !== undefined && (lat !== 0 || lng !== 0);
  addAccessPoint(draft, {
    type,
    macAddress: tag.id,
    ...(rssi !== undefined && { signalStrength: rssi }),
    ...(description && { name: description }),
    ...(battery !== undefined && battery <= 100 && { battery }),
    ...(placed && { lat, lng }),
  });
  if (placed) offerPosition(draft, { lat, lng, source: type === 'W' ? 'wifi' : 'beacon', ...more });
  nameThePlace(draft, description, rssi ?? Number.MIN_SAFE_INTEGER);
}

/** The tag that is heard best names the room. */
function nameThePlace(draft: SampleDraft, description: string | undefined, rssi: number): void {
  if (!description || rssi <= draft.placeRssi) return;
  draft.placeRssi = rssi;
  draft.sample.place = description;
}

function wifiPoint(point: { mac: string; rssi: number; name?: string }): AccessPoint {
  return {
    type: 'W',
    macAddress: point.mac,
    signalStrength: point.rssi,
    ...(point.name && { name: point.name }),
  };
}

function addAccessPoint(draft: SampleDraft, point: AccessPoint): void {
  draft.sample.accessPoints ??= [];
  draft.sample.accessPoints.push(point);
}

/** Signal as the device sends it: firmware differs, some send dBm and some a positive level. */
function addCells(
  draft: SampleDraft,
  item: Extract<DataItem, { type: 'cells2g' | 'cells' | 'cellsWideMnc' }>,
): void {
  const cells = item.cells.map(
    ({ lac, cid, rssi }): Cell => ({ mcc: item.mcc, mnc: item.mnc, lac, cid, signalStrength: rssi }),
  );
  if (cells.length > 0) draft.sample.cells = [...(draft.sample.cells ?? []), ...cells];
}
