import {
  coordinate,
  type Field,
  i8,
  i16,
  mac,
  prefixedText,
  reversedMac,
  tenthsU16,
  text,
  u8,
  u16,
  u32,
} from './fields.ts';
import { type ItemOf, itemTable } from './items.ts';
import { layout, listOf } from './layout.ts';
import { beacon, beaconV2, homeWifi } from './tag-layout.ts';

/** The identity of a device: an IMEI, so anything but letters and digits is damage. */
const identity: Field<string> = {
  read(reader) {
    const id = text.read(reader);
    if (!/^[0-9A-Za-z]+$/.test(id)) reader.failed = true;
    return id;
  },
  write: text.write,
};

/** Seconds since 1970, UTC. */
const time = u32;
const place = { lat: coordinate, lng: coordinate };
const bluetoothPlace = { ...place, hdop: tenthsU16, altitude: i16 };
const narrowCell = { rssi: i8, lac: u16, cid: u16 };
const wideCell = { rssi: i8, lac: u16, cid: u32 };

/** Items of the commands `data` and `services`, with their keys on the wire. */
const kinds = {
  deviceId: { key: 0x01, codec: layout({ id: identity }) },
  alarm: { key: 0x02, codec: layout({ bits: u32 }, { time }) },
  /** `level`: percent. Without it the item is only a sign of life. */
  heartbeat: { key: 0x10, codec: layout({}, { level: u8 }) },
  /** Empty: the device asks. With a position: the answer. */
  locationAid: { key: 0x11, codec: layout({}, { ...place, reserved: u8 }) },
  /** Empty: the device asks. With a time: the answer. */
  clock: { key: 0x12, codec: layout({}, { time }) },
  battery: { key: 0x14, codec: layout({ level: u8, millivolts: u16 }) },
  namedWifi: { key: 0x19, codec: layout({ points: listOf({ rssi: i8, mac, name: prefixedText }) }) },
  /** Altitude and HDOP come in other units from some firmware; both are informational. */
  gps: {
    key: 0x20,
    codec: layout({
      ...place,
      speed: u16,
      course: u16,
      altitude: i16,
      hdop: tenthsU16,
      odometer: u32,
      satellites: u8,
    }),
  },
  cells2g: { key: 0x21, codec: layout({ mcc: u16, mnc: u8, cells: listOf(narrowCell) }) },
  wifi: { key: 0x22, codec: layout({ points: listOf({ rssi: i8, mac }) }) },
  /** A description of 8 bytes or more can only follow a place: the wire cannot tell them apart. */
  bluetoothTag: { key: 0x23, codec: layout({ id: reversedMac }, { ...place, description: text }) },
  /** `bits`: see `status-word.ts`. */
  status: { key: 0x24, codec: layout({ time, bits: u32 }) },
  call: { key: 0x25, codec: layout({ time, status: u8, duration: u16, result: u8, number: text }) },
  bluetoothPlace: { key: 0x26, codec: layout({ id: reversedMac, ...bluetoothPlace }) },
  assistedPlace: { key: 0x27, codec: layout(bluetoothPlace) },
  beacon: { key: 0x28, codec: beacon },
  cells: { key: 0x29, codec: layout({ mcc: u16, mnc: u8, cells: listOf(wideCell) }) },
  homeWifi: { key: 0x2a, codec: homeWifi },
  cellsWideMnc: { key: 0x2b, codec: layout({ mcc: u16, mnc: u16, cells: listOf(wideCell) }) },
  beaconV2: { key: 0x2c, codec: beaconV2 },
  steps: { key: 0x30, codec: layout({ time, steps: u32 }) },
  activity: { key: 0x31, codec: layout({ entries: listOf({ time, value: u32 }) }) },
  /** Pet models. `count`: bits 0–30 a number, bit 31 it has stopped. */
  bark: { key: 0x37, codec: layout({ time, count: u32 }) },
  /** Beats a minute; 0 and 1 mean "no reading". */
  heartRate: { key: 0x40, codec: layout({ time, bpm: u8 }) },
  /** Percent; 0 and 1 mean "no reading". */
  spo2: { key: 0x41, codec: layout({ time, percent: u8 }) },
} as const;

export type DataItem = ItemOf<typeof kinds>;
export const dataItems = itemTable(kinds);
