import type { FoundSensor, ReportedSensor, SensorReport } from '@varde/catalogue/report';
import type { KeptFields } from '../kept-fields.ts';
import { macAddressFrom } from '../mac-address.ts';

/** A base station near a watch (docs/protocols/extension.md). */
export interface BaseStation {
  mac: string;
  /** dBm */
  rssi: number;
  /** `heard` only, or the watch's own: `connected` with it now, or `away`. */
  state: 'heard' | 'away' | 'connected';
}

const states = ['heard', 'away', 'connected'] as const;
/** One frame lists no more. */
const most = 50;
const typeCode = 'BaseStation';

/** The base stations in the fields of `BASES` or `BASE`: address, dBm and state, in turn. Others are kept for the log. */
export function readBaseStations(text: string, kept: KeptFields): BaseStation[] {
  const fields = text === '' ? [] : text.split(',');
  const read: BaseStation[] = [];
  for (let at = 0; at < fields.length && read.length < most; at += 3) {
    const station = stationOf(fields.slice(at, at + 3));
    if (station === null) kept.keepAs('BASES', fields.slice(at, at + 3).join(','));
    else read.push(station);
  }
  return read;
}

function stationOf([address = '', signal = '', number = '']: string[]): BaseStation | null {
  const mac = macAddressFrom(address);
  const state = states[/^[012]$/.test(number) ? Number(number) : -1];
  if (mac === undefined || !/^-\d{1,3}$/.test(signal) || state === undefined) return null;
  const rssi = Number(signal);
  return rssi >= -120 ? { mac, rssi, state } : null;
}

/** The fields for these base stations; the reverse of `readBaseStations`. */
export const baseStationFields = (stations: readonly BaseStation[]): string[] =>
  stations.flatMap(({ mac, rssi, state }) => [mac, String(rssi), String(states.indexOf(state))]);

/** The watch's own base stations are its sensors; others were only heard. A list that is empty is left out. */
export function sensorsOfStations(stations: readonly BaseStation[]): SensorReport {
  const changed: ReportedSensor[] = [];
  const found: FoundSensor[] = [];
  for (const { mac, rssi, state } of stations)
    if (state === 'heard') found.push({ gatewayId: mac, typeCode, rssi });
    else changed.push({ gatewayId: mac, typeCode, macAddress: mac, rssi, connected: state === 'connected' });
  return { ...(changed.length > 0 && { changed }), ...(found.length > 0 && { found }) };
}
