import fc from 'fast-check';
import type { DataItem } from '../eview/messages/data-items.ts';
import { i8, i16, item, mac, place, tenths, text, u8, u16, u32, unknownItem } from './eview-values.ts';

const estimate = { ...place, hdop: tenths, altitude: i16 };
const cells = (cid: fc.Arbitrary<number>) => fc.array(fc.record({ rssi: i8, lac: u16, cid }), { maxLength: 9 });
export const identity = fc.stringMatching(/^[0-9]{15}$/);
const tag = { index: fc.nat(15), id: mac, rssi: i8 };

/** Every combination of a tag's position and description. */
function tags<T extends string>(type: T, fields: Record<string, fc.Arbitrary<unknown>>, last: object) {
  return fc.oneof(
    item(type, fields),
    item(type, { ...fields, ...place, spareFlags: fc.constantFrom(0x10, 0x20, 0x30) }),
    item(type, { ...fields, description: text, ...last }, false),
    item(type, { ...fields, ...place, description: text, ...last }, false),
  );
}

const temperature = i16.map((n) => n / 10);
const beaconV2 = { ...tag, rssiAt1m: i8, battery: u8 };

/** One arbitrary for each item of data and services, by type: a type without one does not compile. */
const dataByType = {
  deviceId: item('deviceId', { id: identity }, false),
  alarm: fc.oneof(item('alarm', { bits: u32, time: u32 }), item('alarm', { bits: u32 }, false)),
  heartbeat: fc.oneof(item('heartbeat', {}, false), item('heartbeat', { level: u8 })),
  locationAid: fc.oneof(item('locationAid', {}, false), item('locationAid', { ...place, reserved: u8 })),
  clock: fc.oneof(item('clock', {}, false), item('clock', { time: u32 })),
  battery: item('battery', { level: u8, millivolts: u16 }),
  namedWifi: item('namedWifi', { points: fc.array(fc.record({ rssi: i8, mac, name: text }), { maxLength: 3 }) }, false),
  gps: item('gps', {
    ...place,
    speed: u16,
    course: u16,
    altitude: i16,
    hdop: tenths,
    odometer: u32,
    satellites: u8,
  }),
  cells2g: item('cells2g', { mcc: u16, mnc: u8, cells: cells(u16) }, false),
  wifi: item('wifi', { points: fc.array(fc.record({ rssi: i8, mac }), { maxLength: 20 }) }, false),
  bluetoothTag: fc.oneof(
    item('bluetoothTag', { id: mac }, false),
    item('bluetoothTag', { id: mac, ...place, description: text }, false),
  ),
  status: item('status', { time: u32, bits: u32 }),
  call: item('call', { time: u32, status: u8, duration: u16, result: u8, number: text }, false),
  bluetoothPlace: item('bluetoothPlace', { id: mac, ...estimate }),
  assistedPlace: item('assistedPlace', estimate),
  beacon: tags('beacon', { ...tag, rssiAt1m: i8 }, {}),
  cells: item('cells', { mcc: u16, mnc: u8, cells: cells(u32) }, false),
  homeWifi: tags('homeWifi', tag, {}),
  cellsWideMnc: item('cellsWideMnc', { mcc: u16, mnc: u16, cells: cells(u32) }, false),
  beaconV2: fc.oneof(
    tags('beaconV2', { ...beaconV2, temperature }, { temperature }),
    item('beaconV2', beaconV2, false),
    item('beaconV2', { ...beaconV2, description: text }, false),
  ),
  steps: item('steps', { time: u32, steps: u32 }),
  activity: item('activity', { entries: fc.array(fc.record({ time: u32, value: u32 }), { maxLength: 5 }) }, false),
  bark: item('bark', { time: u32, count: u32 }),
  heartRate: item('heartRate', { time: u32, bpm: u8 }),
  spo2: item('spo2', { time: u32, percent: u8 }),
  unknown: unknownItem,
} satisfies Record<DataItem['type'], fc.Arbitrary<unknown>>;

export const dataItemArbitraries = Object.entries(dataByType) as [string, fc.Arbitrary<DataItem>][];
