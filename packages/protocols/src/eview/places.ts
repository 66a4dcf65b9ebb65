import type { AccessPoint, ReportedPosition } from '@varde/catalogue/report';
import { accessPointSignal, cellSignal, lies, plausible } from '../plausible.ts';
import { present } from '../present.ts';
import { printableName } from '../printable.ts';
import { Signals } from '../signals.ts';
import type { DataItem } from './messages/data-items.ts';
import { offerPosition, type SampleDraft } from './sample-draft.ts';

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

/** Adds the position of an item to a sample. */
export function addPlace(draft: SampleDraft, item: Place): void {
  switch (item.type) {
    case 'gps':
      addGps(draft, item);
      break;
    case 'wifi':
    case 'namedWifi':
      addWifi(draft, item.points);
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
      if (item.temperature !== undefined) draft.kept.keep('beaconTemperature', `${item.id} ${item.temperature}`);
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

/** An HDOP of zero means that the device sent none. */
function estimate({ altitude, hdop }: { altitude: number; hdop: number }): Partial<ReportedPosition> {
  return { altitude, ...(hdop > 0 && { hdop }) };
}

/** Valid only with an HDOP and when the record's own flag reports a fix (protocol notes 1.4 and "Status bits"). */
function addGps(draft: SampleDraft, item: Extract<DataItem, { type: 'gps' }>): void {
  const { lat, lng, altitude, speed, course, hdop, satellites, odometer } = item;
  if (odometer > 0) draft.kept.keep('odometer', odometer);
  const numSatellites = satellites > 0 ? satellites : undefined;
  const position = present({
    lat,
    lng,
    source: 'gps' as const,
    altitude,
    speed,
    course,
    numSatellites,
    hdop,
  });
  offerPosition(draft, position, hdop > 0);
}

interface ReceivedTag {
  id: string;
  rssi?: number;
  battery?: number;
  lat?: number;
  lng?: number;
  description?: string;
}

function addTag(draft: SampleDraft, tag: ReceivedTag, type: 'W' | 'B', more: Partial<ReportedPosition> = {}): void {
  const { battery, lat, lng } = tag;
  const signals = new Signals(accessPointSignal);
  const rssi = signals.read(tag.id, tag.rssi);
  signals.keepIn(draft.kept, 'accessPointSignals');
  const description = printableName(tag.description ?? '');
  const source = type === 'W' ? 'wifi' : 'beacon';
  const place = lat !== undefined && lng !== undefined ? offerPosition(draft, { lat, lng, source, ...more }) : null;
  const hasBattery = battery !== undefined && lies(battery, plausible.battery);
  if (battery !== undefined && !hasBattery) draft.kept.keep('beaconBattery', `${tag.id} ${battery}`);
  addAccessPoint(draft, {
    type,
    macAddress: tag.id,
    ...(rssi !== undefined && { signalStrength: rssi }),
    ...(description && { name: description }),
    ...(hasBattery && { battery }),
    ...(place && { lat: place.lat, lng: place.lng }),
  });
  nameThePlace(draft, description, rssi ?? Number.MIN_SAFE_INTEGER);
}

/** The strongest tag names the room. */
function nameThePlace(draft: SampleDraft, description: string | undefined, rssi: number): void {
  if (!description || rssi <= draft.placeRssi) return;
  draft.placeRssi = rssi;
  draft.sample.place = description;
}

function addWifi(draft: SampleDraft, points: readonly { mac: string; rssi: number; name?: string }[]): void {
  const signals = new Signals(accessPointSignal);
  for (const { mac, rssi, name } of points) {
    const signalStrength = signals.read(mac, rssi);
    const known = name ? printableName(name) : undefined;
    addAccessPoint(draft, present({ type: 'W' as const, macAddress: mac, signalStrength, name: known }));
  }
  signals.keepIn(draft.kept, 'accessPointSignals');
}

function addAccessPoint(draft: SampleDraft, point: AccessPoint): void {
  draft.sample.accessPoints ??= [];
  draft.sample.accessPoints.push(point);
}

/** Some firmware sends dBm, other a positive level. */
function addCells(draft: SampleDraft, item: Extract<DataItem, { type: 'cells2g' | 'cells' | 'cellsWideMnc' }>): void {
  const { mcc, mnc } = item;
  const signals = new Signals(cellSignal);
  for (const { lac, cid, rssi } of item.cells) {
    draft.sample.cells ??= [];
    draft.sample.cells.push(present({ mcc, mnc, lac, cid, signalStrength: signals.read(`${lac}/${cid}`, rssi) }));
  }
  signals.keepIn(draft.kept, 'cellSignals');
}
