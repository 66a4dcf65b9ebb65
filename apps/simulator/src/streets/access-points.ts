import type { Observation } from '../devices/outgoing.ts';
import { metresBetween, type Place } from './place.ts';

/** An access point as a device hears it. */
export interface HeardPoint {
  mac: string;
  /** dBm */
  rssi: number;
}

/** Degrees between two access points: some 30 m. */
const apart = 0.0003;
const reachMetres = 60;

/**
 * The access points that a device hears at a place, the strongest first. Every place has its own, so that a device that
 * stays hears the same ones again.
 */
function accessPointsNear(place: Place): HeardPoint[] {
  const [row, column] = [Math.round(place.lat / apart), Math.round(place.lng / apart)];
  const steps = [-1, 0, 1];
  return steps
    .flatMap((north) => steps.map((east) => pointAt(place, row + north, column + east)))
    .filter(({ metres }) => metres < reachMetres)
    .map(({ mac, metres }) => ({ mac, rssi: -40 - Math.round(metres) }))
    .sort((a, b) => b.rssi - a.rssi);
}

function pointAt(from: Place, row: number, column: number): { mac: string; metres: number } {
  return {
    mac: macOf(row, column),
    metres: metresBetween(from, { lat: row * apart, lng: column * apart }),
  };
}

/** An address of the locally administered ones, so that it is nobody's. */
function macOf(row: number, column: number): string {
  const bytes = Buffer.from([2, 0, 0, 0, 0, 0]);
  bytes.writeUInt16BE(row & 0xff_ff, 1);
  bytes.writeUIntBE(column & 0xff_ff_ff, 3, 3);
  return bytes.toString('hex').replaceAll(/..(?!$)/g, '$&:');
}

/** The access points of an observation: a device scans for them with its regular position, while it stands still. */
export function scanOf({ kind, place, speed, historical }: Observation): HeardPoint[] {
  return kind === 'position' && place !== null && speed <= 1 && !historical ? accessPointsNear(place) : [];
}
