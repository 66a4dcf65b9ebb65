import { signalScales } from '../signal.ts';
import { eviewSmsCommands, watchSmsCommands } from './sms-commands.ts';
import { type Hardware, noCapabilities } from './types.ts';

/** The fields that the kinds of a family share: a kind spreads them, and replaces those in which it differs. */
type Family = Omit<Hardware, 'dehaId' | 'key' | 'name' | 'detyName'>;

const tracking = { defaultMinutes: 60, adjustable: true } as const;
const ev07bTracking = { ...tracking, lessAtRest: true } as const;

/** Hardware of several protocols. */
export const other = {
  family: 'other',
  alarmProtocols: [],
  capabilities: noCapabilities,
  signalScale: signalScales.mobile,
} as const satisfies Omit<Family, 'protocol' | 'icon' | 'heartbeatMinutes'>;

/** Reports positions by OsmAnd's protocol, as the app does, which has no words for their quality. */
export const osmand = {
  ...other,
  protocol: 'osmand',
  capabilities: { ...noCapabilities, positioning: true, gpsQuality: false, tracking },
  heartbeatMinutes: 60,
} as const;

const eview = {
  protocol: 'eview',
  alarmProtocols: [],
  signalScale: signalScales.mobile,
  heartbeatMinutes: 5,
} as const;

export const pendant = {
  ...eview,
  family: 'trigger',
  icon: 'circle-dot',
  capabilities: {
    ...noCapabilities,
    positioning: true,
    locate: true,
    tracking: ev07bTracking,
    smsCommands: eviewSmsCommands,
  },
} as const satisfies Family;

export const tracker = {
  ...eview,
  family: 'track',
  icon: 'current-location',
  capabilities: {
    ...noCapabilities,
    positioning: true,
    findMe: true,
    tracking: ev07bTracking,
    smsCommands: eviewSmsCommands,
  },
} as const satisfies Family;

/** Watches with a 4G modem take other sound files from this firmware number on. */
export const sotaFwnum = 3;

export const watch = {
  family: 'watch',
  protocol: 'watch',
  alarmProtocols: [],
  icon: 'device-watch',
  capabilities: {
    ...noCapabilities,
    smsCommands: watchSmsCommands,
    positioning: true,
    findMe: true,
    locate: true,
    tracking,
    display: true,
  },
  signalScale: signalScales.watch,
  heartbeatMinutes: 10,
} as const satisfies Family;

export const homeUnit = {
  family: 'home',
  protocol: 'mqtt',
  alarmProtocols: ['sia', 'scaip', 'xmpp', 'mqtt'],
  icon: 'home-signal',
  capabilities: {
    ...noCapabilities,
    sensors: ['homeSensor'],
    sensorEnrolment: 'learned',
    walkTest: true,
    gx8: true,
  },
  signalScale: signalScales.home,
  heartbeatMinutes: 60,
} as const satisfies Family;

/** STCB: its alarms come over `mqtt`. */
export const stcbUnit = {
  ...homeUnit,
  alarmProtocols: [],
  capabilities: { ...homeUnit.capabilities, sensorEnrolment: 'synchronised', stcb: true },
  signalScale: signalScales.stcb,
} as const satisfies Family;
