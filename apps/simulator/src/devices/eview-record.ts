import { type DataItem, writeStatusWord } from '@varde/protocols/eview/index';
import type { SignalKind } from '../behaviours/behaviour.ts';
import { scanOf } from '../streets/access-points.ts';
import type { Observation } from './outgoing.ts';

/** Protocol notes 1.4, "Alarm bits". */
const alarmBits: { readonly [K in SignalKind]?: number } = {
  lowBattery: 1 << 0,
  fall: 1 << 2,
  powerOff: 1 << 8,
  sos: 1 << 12,
};
const signalStrength = 22;

/** One record in the order of every captured frame: status, alarm, position. */
export function recordItems(observation: Observation): DataItem[] {
  const { kind, at, place, historical } = observation;
  const time = Math.floor(at / 1000);
  const alarm = alarmBits[kind];
  const points = scanOf(observation);
  const bits = writeStatusWord({
    gpsFix: place !== null,
    charging: observation.charging,
    historical,
    moving: observation.speed > 1,
    signal: signalStrength,
    battery: Math.round(observation.battery),
    workMode: 0,
    states: {},
  });
  return [
    { type: 'status', time, bits },
    ...(alarm === undefined ? [] : [{ type: 'alarm' as const, bits: alarm, time }]),
    ...(place === null ? [] : [gpsItem(place, observation)]),
    ...(points.length > 0 ? [{ type: 'wifi' as const, points }] : []),
  ];
}

function gpsItem(place: { lat: number; lng: number }, { speed, course }: Observation): DataItem {
  return {
    type: 'gps',
    ...place,
    speed: Math.round(speed),
    course: Math.round(course) % 360,
    altitude: 12,
    hdop: 1.1,
    odometer: 0,
    satellites: 9,
  };
}
