import fc from 'fast-check';
import type { ConfigurationItem } from '../eview/messages/configuration-items.ts';
import { toHex } from '../hex.ts';
import { hex, i8, item, mac, place, text, u8, u16, u32, unknownItem } from './eview-values.ts';

const number = (type: string, value: fc.Arbitrary<number>) => item(type, { value });
const words = (type: string) => item(type, { text }, false);
const raw = (type: string) => item(type, { raw: fc.uint8Array({ maxLength: 40 }).map((b) => toHex(b)) }, false);

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
  workMode: item('workMode', { seconds: fc.nat(0xffffff), mode: u8 }),
  alarmClock: item('alarmClock', { slot: u8, hour: u8, minute: u8, weekdays: u8, seconds: u8, tune: u8 }),
  doNotDisturb: item('doNotDisturb', { flags: u8, startHour: u8, startMinute: u8, endHour: u8, endMinute: u8 }),
  smsPassword: number('smsPassword', u32),
  timeZone: number('timeZone', i8),
  features: number('features', u32),
  ringVolume: number('ringVolume', u8),
  microphoneVolume: number('microphoneVolume', u8),
  speakerVolume: number('speakerVolume', u8),
  deviceName: words('deviceName'),
  battery: item('battery', { level: u8, millivolts: u16 }),
  bluetoothHome: item('bluetoothHome', { ...place, description: text }, false),
  allowedBluetooth: item('allowedBluetooth', { slot: u8, mac }),
  gpsLink: words('gpsLink'),
  cellLink: words('cellLink'),
  voicePrompts: number('voicePrompts', u32),
  firmwareName: words('firmwareName'),
  modem: words('modem'),
  promptVolume: number('promptVolume', u8),
  assistedPosition: item('assistedPosition', { flag: u8, ...place }),
  sosButton: number('sosButton', u16),
  callButton1: number('callButton1', u16),
  callButton2: number('callButton2', u16),
  phone: item('phone', { slot: u8, number: text }, false),
  smsPrefix: item('smsPrefix', { flag: u8, text }, false),
  alarmCalls: item('alarmCalls', { longest: u16, ringing: u8, rounds: u8 }),
  phoneSwitches: number('phoneSwitches', u32),
  apn: words('apn'),
  apnUser: words('apnUser'),
  apnPassword: words('apnPassword'),
  server: item('server', { flag: u8, port: u16, host: text }, false),
  intervals: item('intervals', { heartbeat: u32, upload: u32, lazyUpload: u32 }),
  manualTracking: item('manualTracking', { interval: u16, duration: u16 }),
  deviceId: words('deviceId'),
  band: number('band', u8),
  powerAlert: number('powerAlert', u32),
  geofence: item('geofence', { slot: u8, flags: u8, radius: u16, ...place }),
  motionAlert: number('motionAlert', u32),
  noMotionAlert: number('noMotionAlert', u32),
  overspeedAlert: raw('overspeedAlert'),
  tiltAlert: item('tiltAlert', { time: u16, angle: u8, flags: u8 }),
  fallAlert: item('fallAlert', { flags: u8 }),
  welfareCheck: raw('welfareCheck'),
  bark: item('bark', { level: u8, interval: u32 }),
  phoneNumber: words('phoneNumber'),
  homeWifi: item('homeWifi', { flag: u8, mac }),
  operator: item('operator', { rssi: u8, band: u32, name: text }, false),
  network: item('network', { rssi: u8, networkStatus: u8, serverStatus: u8, plmn: hex(6), homePlmn: hex(6) }),
  imsi: words('imsi'),
  extraFeatures: number('extraFeatures', u32),
  extension: words('extension'),
  read: item('read', { keys: fc.uint8Array({ maxLength: 40 }).map((b) => toHex(b)) }, false),
  unknown: unknownItem,
} satisfies Record<ConfigurationItem['type'], fc.Arbitrary<unknown>>;

export const configurationItemArbitraries = Object.entries(configurationByType) as [
  string,
  fc.Arbitrary<ConfigurationItem>,
][];
