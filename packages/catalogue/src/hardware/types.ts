import type { ProtocolKey, protocolsWithoutGateway } from '../protocols.ts';
import type { SettingNarrowing } from '../settings/types.ts';
import type { SettingKey } from '../settings/vocabulary.ts';
import type { SignalScale } from '../signal.ts';

export type HardwareFamily = 'trigger' | 'track' | 'watch' | 'home' | 'app' | 'other';

/** What carries settings and commands, and for everything but home units also the alarms. */
export type DeviceProtocol = ProtocolKey | (typeof protocolsWithoutGateway)[number];

/** What may carry the alarms of a home unit. */
export type AlarmProtocol = 'sia' | 'scaip' | 'xmpp' | 'mqtt';

export type SensorKind = 'homeSensor' | 'baseStation' | 'wristband';

/** What a kind of hardware can do. Decisions "Hardware". Everything outside the catalogue asks here. */
export interface Capabilities {
  /** It can say where it is. */
  positioning: boolean;
  /** It can make a sound so that somebody finds it. */
  findMe: boolean;
  /** It answers "where are you now" (specification 2, section 6 "FETCH CURRENT POSITION"). */
  locate: boolean;
  /** Manual tracking: minutes offered, and whether the user may ask for another number. Null: cannot be tracked. */
  tracking: { defaultMinutes: number; adjustable: boolean } | null;
  /** It lists the access points around it; how long an answer may take. Null: it cannot. */
  wifiScan: { timeoutSeconds: number } | null;
  sensors: readonly SensorKind[];
  /** Sensors are added by serial number and local learning, or come by synchronisation. Null: no such sensors. */
  sensorEnrolment: 'learned' | 'synchronised' | null;
  walkTest: boolean;
  display: boolean;
  pedometer: boolean;
  /** It measures heart rate and blood pressure. */
  health: boolean;
  /** It belongs to the specification's Gx8 family of home units. */
  gx8: boolean;
  /** It is an STCB home unit, which has lists and columns of its own. */
  stcb: boolean;
}

/** Where a hardware entry starts from: it can do nothing but be in contact. */
export const noCapabilities = {
  positioning: false,
  findMe: false,
  locate: false,
  tracking: null,
  wifiScan: null,
  sensors: [],
  sensorEnrolment: null,
  walkTest: false,
  display: false,
  pedometer: false,
  health: false,
  gx8: false,
  stcb: false,
} as const satisfies Capabilities;

/** One kind of device, as plain data. */
export interface Hardware {
  /** The number on the wire. Never renamed or reused. */
  dehaId: number;
  key: string;
  /** Shown to users; a proper name, the same in every language. */
  name: string;
  /** The type name on the wire, in the words of the specification's table. */
  detyName: string;
  family: HardwareFamily;
  protocol: DeviceProtocol;
  /** Home units only: the ways their alarms may come. Empty: alarms come over `protocol`. */
  alarmProtocols: readonly AlarmProtocol[];
  /** Tabler icon key; the console maps it to a drawing. */
  icon: string;
  capabilities: Capabilities;
  signalScale: SignalScale;
  /** Minutes within which it makes contact when nobody has set another interval. */
  heartbeatMinutes: number;
  /** The settings it has, each narrowed to what it accepts. An empty narrowing takes the vocabulary as it stands. */
  settings: { readonly [K in SettingKey]?: SettingNarrowing };
}
