import type { AccessPoint, Cell, DeviceEvent, Sample } from '@varde/catalogue/report';
import type { DeviceRequest, DeviceSender } from '../protocol.ts';
import { kmhToKnots, kmhToMetresASecond } from './values.ts';

/** The form of the request: all in the URL, as a form, or as JSON with the token in a header. */
export type OsmandForm = 'query' | 'form' | 'json';

/** A phone's request for this sample. Values without a word in the protocol are left out. */
export function osmandRequest(sample: Sample, sender: DeviceSender, form: OsmandForm = 'query'): DeviceRequest {
  if (form === 'json') {
    return {
      method: 'POST',
      url: '/',
      contentType: 'application/json',
      authorization: `Bearer ${sender.token}`,
      body: JSON.stringify({ device_id: sender.identity, location: locationOf(sample) }),
    };
  }
  const fields = new URLSearchParams([
    ['id', sender.identity],
    ['token', sender.token],
    ...fieldsOf(sample),
  ]).toString();
  if (form === 'query') return { method: 'GET', url: `/?${fields}`, body: '' };
  return { method: 'POST', url: '/', contentType: 'application/x-www-form-urlencoded', body: fields };
}

function fieldsOf(sample: Sample): [string, string][] {
  const { position, battery } = sample;
  const values: [string, string | number | boolean | undefined][] = [
    ['timestamp', isoTime(sample.at)],
    ['lat', position?.lat],
    ['lon', position?.lng],
    ['speed', position?.speed === undefined ? undefined : kmhToKnots(position.speed)],
    ['bearing', position?.course],
    ['altitude', position?.altitude],
    ['accuracy', position?.accuracy],
    ['hdop', position?.hdop],
    ['batt', battery?.level],
    ['charge', battery?.charging],
    ['motion', sample.moving],
    ['steps', sample.steps],
    ...sample.events.map((event): [string, string] => ['alarm', alarmWord(event)]),
    ...(sample.cells ?? []).map((cell): [string, string] => ['cell', cellText(cell)]),
    ...(sample.accessPoints ?? []).map((point): [string, string] => accessPointField(point)),
    ...Object.entries(sample.unknown ?? {}),
  ];
  return values.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]]));
}

function locationOf(sample: Sample): object {
  const { position, battery, cells = [], accessPoints = [] } = sample;
  const named = (name: string) =>
    accessPoints.map(accessPointField).flatMap(([type, text]) => (type === name ? [text] : []));
  return {
    timestamp: isoTime(sample.at),
    ...(position && {
      coords: {
        latitude: position.lat,
        longitude: position.lng,
        accuracy: position.accuracy,
        altitude: position.altitude,
        speed: position.speed === undefined ? -1 : kmhToMetresASecond(position.speed),
        heading: position.course ?? -1,
      },
    }),
    battery: {
      level: battery?.level === undefined ? -1 : battery.level / 100,
      is_charging: battery?.charging,
    },
    is_moving: sample.moving,
    extras: {
      alarm: sample.events.map(alarmWord),
      hdop: position?.hdop?.toString(),
      steps: sample.steps?.toString(),
      cell: cells.map(cellText),
      wifi: named('wifi'),
      beacon: named('beacon'),
      ...sample.unknown,
    },
  };
}

/** The senders' own words for the events. */
function alarmWord({ code }: DeviceEvent): string {
  const words: Record<string, string> = {
    fall: 'fallDown',
    geofenceEntered: 'geofenceEnter',
    geofenceLeft: 'geofenceExit',
    removed: 'removing',
  };
  return words[code] ?? (code === 'alarm' ? 'general' : code);
}

function accessPointField({ type, macAddress, signalStrength }: AccessPoint): [string, string] {
  return [type === 'W' ? 'wifi' : 'beacon', joined([macAddress, signalStrength])];
}

function cellText({ mcc, mnc, lac, cid, signalStrength }: Cell): string {
  return joined([mcc, mnc, lac, cid, signalStrength]);
}

function joined(parts: readonly (string | number | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(',');
}

function isoTime(at: number | null): string | undefined {
  return at === null ? undefined : new Date(at).toISOString();
}
