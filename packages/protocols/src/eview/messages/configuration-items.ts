import { coordinate, type Field, hex, hexRest, i8, mac, text, u8, u16, u24, u32 } from './fields.ts';
import { type ItemOf, itemTable } from './items.ts';
import { layout } from './layout.ts';

/** Four bytes, last one first on the wire: `01.00.29.cf`. */
const version: Field<string> = {
  read: (reader) => [...hex(4).read(reader).matchAll(/../g)].reverse().join('.'),
  write: (writer, value) => {
    for (const part of value.split('.').reverse()) writer.u8(Number.parseInt(part, 16));
  },
};

const value = (field: Field<number>) => layout({ value: field });
const words = layout({ text });
const raw = layout({ raw: hexRest });

/**
 * Items of the command `configuration`. All numbers are little-endian: read this way, the captured report gives port
 * 5187, 3.746 V and a date in 2024. Items of uncertain meaning keep their bytes.
 */
const kinds = {
  moduleNumber: { key: 0x01, codec: value(u32) },
  firmwareVersion: { key: 0x02, codec: layout({ version }) },
  imei: { key: 0x03, codec: words },
  iccid: { key: 0x04, codec: words },
  bluetoothMac: { key: 0x05, codec: layout({ mac }) },
  /** Seconds since 1970 of the last change. */
  settingTime: { key: 0x06, codec: value(u32) },
  runCount: { key: 0x07, codec: value(u32) },
  buildInfo: { key: 0x08, codec: raw },
  /** `mode`: 1 normal, 2 saves power, 3 sleeps; `seconds` between two wake-ups of later modes. */
  workMode: { key: 0x0a, codec: layout({ seconds: u24, mode: u8 }) },
  /** `slot`: bits 0–6 its number, bit 7 on. `weekdays`: bit 0 is Monday. */
  alarmClock: {
    key: 0x0b,
    codec: layout({ slot: u8, hour: u8, minute: u8, weekdays: u8, seconds: u8, tune: u8 }),
  },
  /** Bit 7 of the flags: on. */
  doNotDisturb: {
    key: 0x0c,
    codec: layout({ flags: u8, startHour: u8, startMinute: u8, endHour: u8, endMinute: u8 }),
  },
  /** Bit 31: on, the rest the number. */
  smsPassword: { key: 0x0d, codec: value(u32) },
  /** Quarter hours from UTC. */
  timeZone: { key: 0x0e, codec: value(i8) },
  /** One bit for each: docs/protocols/eview-commands.md. */
  features: { key: 0x0f, codec: value(u32) },
  /** Percent. */
  ringVolume: { key: 0x10, codec: value(u8) },
  /** Of a call, 0 to 15. */
  microphoneVolume: { key: 0x11, codec: value(u8) },
  /** Percent. */
  speakerVolume: { key: 0x12, codec: value(u8) },
  deviceName: { key: 0x13, codec: words },
  battery: { key: 0x14, codec: layout({ level: u8, millivolts: u16 }) },
  bluetoothHome: { key: 0x15, codec: layout({ lat: coordinate, lng: coordinate, description: text }) },
  /** Devices that may connect by Bluetooth. Bit 7 of the slot: on. */
  allowedBluetooth: { key: 0x16, codec: layout({ slot: u8, mac }) },
  gpsLink: { key: 0x17, codec: words },
  cellLink: { key: 0x18, codec: words },
  /** What it says aloud, one bit for each: docs/protocols/eview-commands.md. */
  voicePrompts: { key: 0x19, codec: value(u32) },
  firmwareName: { key: 0x1a, codec: words },
  modem: { key: 0x1b, codec: words },
  /** Percent, of the voice prompts. */
  promptVolume: { key: 0x1c, codec: value(u8) },
  assistedPosition: { key: 0x1d, codec: layout({ flag: u8, lat: coordinate, lng: coordinate }) },
  /**
   * Buttons. Bits 0–1 vibration and voice as feedback, 2–8 tenths of a second, 9–12 the task (15: SOS), 13 pressed twice,
   * 15 on.
   */
  sosButton: { key: 0x20, codec: value(u16) },
  callButton1: { key: 0x21, codec: value(u16) },
  callButton2: { key: 0x22, codec: value(u16) },
  /** `slot`: bits 0–3 its number, 4 may be called without a SIM card, 5 and 6 is called and gets an SMS, 7 on. */
  phone: { key: 0x30, codec: layout({ slot: u8, number: text }) },
  smsPrefix: { key: 0x31, codec: layout({ flag: u8, text }) },
  /** Seconds of the longest call of an alarm and of the ringing, and how often all numbers are tried. */
  alarmCalls: { key: 0x32, codec: layout({ longest: u16, ringing: u8, rounds: u8 }) },
  /** Bits 0–6 rings, 7 answers by itself, 8 only known numbers, 9 no hanging up, 10 silent, 11 SMS of known numbers only. */
  phoneSwitches: { key: 0x33, codec: value(u32) },
  apn: { key: 0x40, codec: words },
  apnUser: { key: 0x41, codec: words },
  apnPassword: { key: 0x42, codec: words },
  server: { key: 0x43, codec: layout({ flag: u8, port: u16, host: text }) },
  /** Seconds. Bit 31 of `heartbeat`: it is on. */
  intervals: { key: 0x44, codec: layout({ heartbeat: u32, upload: u32, lazyUpload: u32 }) },
  /** Seconds. */
  manualTracking: { key: 0x45, codec: layout({ interval: u16, duration: u16 }) },
  deviceId: { key: 0x47, codec: words },
  band: { key: 0x4e, codec: value(u8) },
  /** Byte 0 the percent of the alert, byte 1 that of its voice prompt, bits 28–31 switches. Older firmware: one byte. */
  powerAlert: { key: 0x50, codec: value(u32) },
  /** `radius` in metres; `slot` holds index and flags. */
  geofence: {
    key: 0x51,
    codec: layout({ slot: u8, flags: u8, radius: u16, lat: coordinate, lng: coordinate }),
  },
  /** Bits 0–15 seconds at rest before, 16–29 of movement; bit 30 the device calls its numbers, bit 31 on. */
  motionAlert: { key: 0x52, codec: value(u32) },
  /** Bits 0–29 seconds; bit 30 the device calls its numbers, bit 31 on. */
  noMotionAlert: { key: 0x53, codec: value(u32) },
  overspeedAlert: { key: 0x54, codec: raw },
  /** `time` in seconds, `angle` in degrees. Bit 7 of the flags of both: it is on; bit 6: the device calls its numbers. */
  tiltAlert: { key: 0x55, codec: layout({ time: u16, angle: u8, flags: u8 }) },
  /** Bits 0–3 of the flags: the level. */
  fallAlert: { key: 0x56, codec: layout({ flags: u8 }) },
  /** A question after the wearer: models with a display. */
  welfareCheck: { key: 0x57, codec: raw },
  bark: { key: 0x5c, codec: layout({ level: u8, interval: u32 }) },
  phoneNumber: { key: 0x61, codec: words },
  homeWifi: { key: 0x62, codec: layout({ flag: u8, mac }) },
  operator: { key: 0x64, codec: layout({ rssi: u8, band: u32, name: text }) },
  network: {
    key: 0x65,
    codec: layout({ rssi: u8, networkStatus: u8, serverStatus: u8, plmn: hex(6), homePlmn: hex(6) }),
  },
  imsi: { key: 0x66, codec: words },
  extraFeatures: { key: 0x75, codec: value(u32) },
  /** `key=value`, one item for each setting: docs/protocols/extension.md. Other text: lights of some models. */
  extension: { key: 0xe0, codec: words },
  /** Server to device: report the items with these keys, in hex; none: all. */
  read: { key: 0xf0, codec: layout({ keys: hexRest }) },
} as const;

export type ConfigurationItem = ItemOf<typeof kinds>;
export const configurationItems = itemTable(kinds);
