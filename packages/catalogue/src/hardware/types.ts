import type { ProtocolKey, protocolsWithoutGateway } from '../protocols.ts';
import type { SignalScale } from '../signal.ts';
import type { Capabilities } from './capabilities.ts';

export type HardwareFamily = 'trigger' | 'track' | 'watch' | 'home' | 'app' | 'other';

/** The channel of settings and commands, and for everything but home units also of alarms. */
export type DeviceProtocol = ProtocolKey | (typeof protocolsWithoutGateway)[number];

/** The channels of the alarms of a home unit. */
export type AlarmProtocol = 'sia' | 'scaip' | 'xmpp' | 'mqtt';

/** The initial values of a hardware entry: contact only. */
export const noCapabilities = {
  positioning: false,
  gpsQuality: true,
  findMe: false,
  locate: false,
  tracking: null,
  smsCommands: null,
  wifiScan: null,
  sensors: [],
  sensorEnrolment: null,
  walkTest: false,
  display: false,
  fewTabs: false,
  pedometer: false,
  wearDetection: false,
  health: false,
  requestHeartRate: false,
  choosesReceiver: false,
  gx8: false,
  stcb: false,
  sotaFwnum: 0,
} as const satisfies Capabilities;

/** One kind of device, as plain data. */
export interface Hardware {
  /** The number on the wire. Never renamed or reused. */
  dehaId: number;
  key: string;
  /** Shown to users; a proper name, the same in every language. */
  name: string;
  /** The type name on the wire, as in the specification's table. */
  detyName: string;
  family: HardwareFamily;
  protocol: DeviceProtocol;
  /** Home units only: the possible channels of their alarms. Empty: alarms come over `protocol`. */
  alarmProtocols: readonly AlarmProtocol[];
  /** Tabler icon key; the console maps it to a drawing. */
  icon: string;
  capabilities: Capabilities;
  signalScale: SignalScale;
  /** Default interval of contact, minutes. */
  heartbeatMinutes: number;
}
