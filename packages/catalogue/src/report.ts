import type { MessageTypeId } from './message-types.ts';
import type { PositionSource } from './pos-types.ts';
import type { SettingValues } from './settings/types.ts';

/**
 * What a device said, in words that no protocol owns. Protocols produce it, processing consumes it.
 * Times are Unix milliseconds UTC. A missing field means that the device did not report it, never zero.
 */
export interface DeviceReport {
  /** One entry becomes one transaction. A frame with a backlog of 57 records has 57. Order as sent. */
  samples: Sample[];
  /** Answers to commands sent earlier on the same connection. */
  confirmations: Confirmation[];
  /** Settings as the device reports them; only keys that the vocabulary knows. */
  settings?: SettingValues;
  /**
   * The device's firmware number (`fiwaNum`): the main version, which is the first number of the version that it tells.
   * A setting's `sinceFirmware` is compared with it.
   */
  firmware?: number;
}

export interface Sample {
  /** What the transaction is shown as: the most urgent of `events`, else 5 position, 2 heartbeat, … */
  metyId: MessageTypeId;
  /** Every alarm bit and every event that the message carries. None is dropped in favour of another. */
  events: DeviceEvent[];
  /** When the device says that it happened. Null: the protocol has no time here, arrival time counts. */
  at: number | null;
  /** The device says that it kept this record while it was out of contact. */
  historical: boolean;
  position?: ReportedPosition;
  battery?: ReportedBattery;
  /** Raw signal strength in the scale of the hardware (catalogue: `signalScale`). */
  gsmStrength?: number;
  moving?: boolean;
  /** Device's own state flags, e.g. `lowBattery`, `insideFence`, `worn`. States never raise or hide an alarm. */
  states?: Record<string, boolean>;
  health?: ReportedHealth;
  /** Steps counted today, or since the device's own reset. */
  steps?: number;
  accessPoints?: AccessPoint[];
  cells?: Cell[];
  /** Room or place that a beacon names. */
  place?: string;
  /** What the decoder did not understand, kept verbatim: key → hex or text. */
  unknown?: Record<string, string>;
}

export interface DeviceEvent {
  metyId: MessageTypeId;
  /** The bit or word behind it, protocol-neutral: `sos`, `sideButton1`, `fall`, `tilt`, `geofence2`, `bit17`, … */
  code: string;
  /** When this event happened, if it has a time of its own. */
  at: number | null;
}

export type { PositionSource };

export interface ReportedPosition {
  /** Degrees WGS 84, latitude -90…90, longitude -180…180. Never 0,0. */
  lat: number;
  lng: number;
  source: PositionSource;
  /** Metres, radius of the error circle. */
  accuracy?: number;
  /** Metres above sea level; informational. */
  altitude?: number;
  /** km/h */
  speed?: number;
  /** Degrees, 0…359 */
  course?: number;
  numSatellites?: number;
  hdop?: number;
}

export interface ReportedBattery {
  /** Percent 0…100 */
  level?: number;
  millivolts?: number;
  charging?: boolean;
}

export interface ReportedHealth {
  /** Beats a minute */
  heartRate?: number;
  /** mmHg */
  systolic?: number;
  diastolic?: number;
  /** Percent */
  spo2?: number;
  /** Degrees Celsius */
  temperature?: number;
}

/** A WiFi access point (`W`) or Bluetooth beacon (`B`) heard by the device. */
export interface AccessPoint {
  type: 'W' | 'B';
  /** Lower-case hex with colons. */
  macAddress: string;
  /** dBm; absent when the device does not report it. */
  signalStrength?: number;
  name?: string;
  /** Percent, beacons only. */
  battery?: number;
  lat?: number;
  lng?: number;
}

export interface Cell {
  mcc: number;
  mnc: number;
  lac: number;
  cid: number;
  signalStrength?: number;
}

export interface Confirmation {
  /** As returned by the protocol's `send`: sequence number or command word. */
  ref: string;
  ok: boolean;
  /** The device's own words, if it had any. */
  detail?: string;
}

/** What Varde can ask a device to do, in words that no protocol owns. */
export type DeviceCommand =
  | { kind: 'writeSettings'; values: SettingValues }
  | { kind: 'readSettings' }
  | { kind: 'findMe' }
  | { kind: 'locate' }
  /** Report often for a while. The values are those of `writeSettings`: a whole wire group, with the interval in it. */
  | { kind: 'startTracking'; minutes: number; values: SettingValues }
  /** Report as often as before. */
  | { kind: 'stopTracking'; values: SettingValues }
  | { kind: 'reboot' }
  | { kind: 'factoryReset' };
