import fc from 'fast-check';
import type { ConfigurationItem } from '../eview/messages/configuration-items.ts';
import type { ControlItem } from '../eview/messages/control-items.ts';
import type { DataItem } from '../eview/messages/data-items.ts';
import { buildFrame, type EviewMessage } from '../eview/messages/message.ts';
import { toHex } from '../hex.ts';

const u8 = fc.nat(0xff);
const u16 = fc.nat(0xffff);
const u32 = fc.integer({ min: 0, max: 0xffffffff });
const i8 = fc.integer({ min: -128, max: 127 });
const i16 = fc.integer({ min: -0x8000, max: 0x7fff });
const degrees = fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff }).map((n) => n / 1e7);
const tenths = u16.map((n) => n / 10);
const hex = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map((b) => toHex(b));
const mac = fc.uint8Array({ minLength: 6, maxLength: 6 }).map((bytes) => toHex(bytes, ':'));
/** Well-formed, at most 60 bytes of UTF-8. */
const text = fc
  .string({ unit: 'grapheme', maxLength: 15 })
  .filter((s) => new TextEncoder().encode(s).length <= 60);
const extra = fc.uint8Array({ minLength: 1, maxLength: 6 }).map((bytes) => toHex(bytes));

/** Items without fields in doubt: every field present, `extra` sometimes. */
function item<T extends string, F extends Record<string, fc.Arbitrary<unknown>>>(
  type: T,
  fields: F,
  more = true,
) {
  const record = fc.record({ type: fc.constant(type), ...fields });
  return more
    ? fc.oneof(
        record,
        fc.tuple(record, extra).map(([r, e]) => ({ ...r, extra: e })),
      )
    : record;
}

const place = { lat: degrees, lng: degrees };
const estimate = { ...place, hdop: tenths, altitude: i16 };
const cells = (cid: fc.Arbitrary<number>) =>
  fc.array(fc.record({ rssi: i8, lac: u16, cid }), { maxLength: 9 });
const identity = fc.stringMatching(/^[0-9]{15}$/);
const tag = { index: fc.nat(15), id: mac, rssi: i8 };

/** Every way in which a tag can be placed and described. */
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
  namedWifi: item(
    'namedWifi',
    { points: fc.array(fc.record({ rssi: i8, mac, name: text }), { maxLength: 3 }) },
    false,
  ),
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
  activity: item(
    'activity',
    { entries: fc.array(fc.record({ time: u32, value: u32 }), { maxLength: 5 }) },
    false,
  ),
  bark: item('bark', { time: u32, count: u32 }),
  heartRate: item('heartRate', { time: u32, bpm: u8 }),
  spo2: item('spo2', { time: u32, percent: u8 }),
  unknown: fc.record({
    type: fc.constant('unknown' as const),
    key: fc.integer({ min: 0x80, max: 0xef }),
    value: fc.uint8Array({ maxLength: 254 }).map((bytes) => toHex(bytes)),
  }),
} satisfies Record<DataItem['type'], fc.Arbitrary<unknown>>;

const number = (type: string, value: fc.Arbitrary<number>) => item(type, { value });
const words = (type: string) => item(type, { text }, false);
const raw = (type: string) =>
  item(type, { raw: fc.uint8Array({ maxLength: 40 }).map((b) => toHex(b)) }, false);

const configurationByType = {
  moduleNumber: number('moduleNumber', u32),
  firmwareVersion: item('firmwareVersion', {
    version: hex(4).map((digits) => digits.replace(/(..)(?=.)/g, '$1.')),
  }),
  imei: words('imei'),
  iccid: words('iccid'),
  bluetoothMac: item('bluetoothMac', { mac }),
  settingTime: number('settingTime', u32),
  runCount: number('runCount', u32),
  buildInfo: raw('buildInfo'),
  petMode: item('petMode', { interval: fc.nat(0xffffff), mode: u8 }),
  alarmClock: item('alarmClock', { index: u8, slot: hex(5) }),
  passwordProtection: number('passwordProtection', u32),
  timeZone: number('timeZone', i8),
  features: number('features', u32),
  deviceName: words('deviceName'),
  battery: item('battery', { level: u8, millivolts: u16 }),
  bluetoothHome: item('bluetoothHome', { ...place, description: text }, false),
  beaconWhiteList: item('beaconWhiteList', { index: u8, mac }),
  gpsLink: words('gpsLink'),
  cellLink: words('cellLink'),
  firmwareName: words('firmwareName'),
  modem: words('modem'),
  assistedPosition: item('assistedPosition', { flag: u8, ...place }),
  lights: number('lights', u16),
  buzzer: number('buzzer', u16),
  phone: item('phone', { slot: u8, number: text }, false),
  smsPrefix: item('smsPrefix', { flag: u8, text }, false),
  phoneSwitches: number('phoneSwitches', u32),
  apn: words('apn'),
  apnUser: words('apnUser'),
  apnPassword: words('apnPassword'),
  server: item('server', { flag: u8, port: u16, host: text }, false),
  intervals: item('intervals', { heartbeat: u32, upload: u32, lazyUpload: u32 }),
  extraIntervals: item('extraIntervals', { first: u16, second: u16 }),
  deviceId: words('deviceId'),
  band: number('band', u8),
  powerAlert: number('powerAlert', u32),
  geofence: item('geofence', { slot: u8, flags: u8, radius: u16, ...place }),
  alert52: raw('alert52'),
  motionAlert: number('motionAlert', u32),
  overspeedAlert: raw('overspeedAlert'),
  tiltAlert: raw('tiltAlert'),
  fallAlert: raw('fallAlert'),
  alert57: raw('alert57'),
  bark: item('bark', { level: u8, interval: u32 }),
  phoneNumber: words('phoneNumber'),
  homeWifi: item('homeWifi', { flag: u8, mac }),
  operator: item('operator', { rssi: u8, band: u32, name: text }, false),
  network: item('network', { rssi: u8, networkStatus: u8, serverStatus: u8, plmn: hex(6), homePlmn: hex(6) }),
  imsi: words('imsi'),
  extraFeatures: number('extraFeatures', u32),
  readAll: item('readAll', {}),
  unknown: dataByType.unknown,
} satisfies Record<ConfigurationItem['type'], fc.Arbitrary<unknown>>;

const controlByType = {
  textResult: item('textResult', { kind: u8, text }, false),
  firmwareUpdate: item('firmwareUpdate', { url: text }, false),
  unknown: dataByType.unknown,
} satisfies Record<ControlItem['type'], fc.Arbitrary<unknown>>;

export const dataItemArbitraries = Object.entries(dataByType) as [string, fc.Arbitrary<DataItem>][];
export const configurationItemArbitraries = Object.entries(configurationByType) as [
  string,
  fc.Arbitrary<ConfigurationItem>,
][];
export const controlItemArbitraries = Object.entries(controlByType) as [string, fc.Arbitrary<ControlItem>][];

function items<T>(arbitraries: readonly [string, fc.Arbitrary<T>][]): fc.Arbitrary<T[]> {
  return fc.array(fc.oneof(...arbitraries.map(([, arbitrary]) => arbitrary)), { maxLength: 8 });
}

const deviceId = fc.record({ type: fc.constant('deviceId' as const), id: identity });

/** Messages of every command, as a device or the server may send them. */
export const eviewMessages: fc.Arbitrary<EviewMessage> = fc.oneof(
  fc.record({
    command: fc.constantFrom('data' as const, 'services' as const),
    items: fc.tuple(deviceId, items(dataItemArbitraries)).map(([id, rest]): DataItem[] => [id, ...rest]),
  }),
  fc.record({ command: fc.constant('configuration' as const), items: items(configurationItemArbitraries) }),
  fc.record({ command: fc.constant('systemControl' as const), items: items(controlItemArbitraries) }),
  fc.record({ command: fc.constant('response' as const), code: u8 }),
  fc.record({
    command: fc.constant('other' as const),
    code: fc.integer({ min: 0x05, max: 0x7e }),
    body: fc.uint8Array({ maxLength: 60 }).map((bytes) => toHex(bytes)),
  }),
);

export const eviewFrames: fc.Arbitrary<Uint8Array> = fc
  .tuple(eviewMessages, u16, fc.boolean())
  .map(([message, sequence, wantsAck]) => buildFrame(message, sequence, wantsAck));
