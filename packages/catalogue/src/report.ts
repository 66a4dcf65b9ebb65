import type { SensorImageType } from './image-types.ts';
import type { MessageTypeId } from './message-types.ts';
import type { PositionSource } from './pos-types.ts';
import type { SensorCommand } from './sensor-commands.ts';
import type { ReportedStatus } from './sensor-statuses.ts';
import type { SettingValues } from './settings/types.ts';

/**
 * A device's report, independent of its protocol. Protocols produce it, processing consumes it. Times are Unix
 * milliseconds UTC. A missing field means that the device did not report it, never zero.
 */
export interface DeviceReport {
  /** One entry becomes one transaction. A frame with a backlog of 57 records has 57. Order as sent. */
  samples: Sample[];
  /** Answers to commands sent earlier on the same connection. */
  confirmations: Confirmation[];
  /** Settings as the device reports them; only keys of the vocabulary. */
  settings?: SettingValues;
  /**
   * The device's firmware number (`fiwaNum`): the main version, which is the first number of its version. A setting's
   * `sinceFirmware` is compared with it.
   */
  firmware?: number;
  /**
   * All that the device says it can beyond its type: `extension`, and keys of settings that not every model has. A
   * report without it changes nothing.
   */
  announces?: string[];
  sensors?: SensorReport;
}

/** What a unit reports about its sensors. A list that it did not send is absent. */
export interface SensorReport {
  /** Every sensor that the unit has: the others are gone. */
  all?: ReportedSensor[];
  /** Some of them, as they are now. */
  changed?: ReportedSensor[];
  /** Sensors that it heard while it learns. */
  found?: FoundSensor[];
  /** Signals that it measured in a walk test. */
  measured?: MeasuredSensor[];
  /** The picture that a camera took. */
  image?: SensorImage;
}

export interface SensorImage {
  gatewayId: string;
  mediaType: SensorImageType;
  /** Base64. */
  data: string;
}

export interface ReportedSensor {
  /** The unit's own name for the sensor: its serial number. */
  gatewayId: string;
  /** Catalogue: `sensor-types`. */
  typeCode?: string;
  name?: string;
  macAddress?: string;
  /** Catalogue: `sensor-functions`. */
  functionCode?: string;
  functionType?: string;
  status?: ReportedStatus;
  /** A door, or anything else that opens. */
  door?: 'open' | 'closed';
  /** 0 to 9 for home sensors, dBm for base stations and wristbands. */
  rssi?: number;
  /** Percent */
  battery?: number;
  /** A base station or wristband is in contact with its watch. */
  connected?: boolean;
}

export interface FoundSensor {
  gatewayId: string;
  typeCode?: string;
  rssi?: number;
}

export interface MeasuredSensor {
  gatewayId: string;
  /** 0 to 9. */
  signalStrength: number;
}

export interface Sample {
  /** The shown type of the transaction: the most urgent of `events`, else 5 position, 2 heartbeat, … */
  metyId: MessageTypeId;
  /** Every alarm bit and every event of the message. None is dropped in favour of another. */
  events: DeviceEvent[];
  /** The time by the device's clock. Null: the protocol has no time here, arrival time counts. */
  at: number | null;
  /** The device recorded this while it was out of contact. */
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
  /** Room or position name of a beacon. */
  place?: string;
  /** The gateway id of the sensor that the message is about. */
  sensor?: string;
  /** Values that the decoder does not know, kept verbatim: key → hex or text. */
  unknown?: Record<string, string>;
}

export interface DeviceEvent {
  metyId: MessageTypeId;
  /** Its bit or word, protocol-neutral: `sos`, `sideButton1`, `fall`, `tilt`, `geofence2`, `bit17`, … */
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
  /** The device's own words, if any. */
  detail?: string;
}

/** Commands to a device, independent of its protocol. */
export type DeviceCommand =
  | { kind: 'writeSettings'; values: SettingValues }
  | { kind: 'readSettings' }
  | { kind: 'findMe' }
  | { kind: 'locate' }
  /** Which access points it hears now: it answers with a position that lists them. */
  | { kind: 'scanWifi' }
  /** Report often for a while. The values are those of `writeSettings`: a whole wire group, including the interval. */
  | { kind: 'startTracking'; minutes: number; values: SettingValues }
  /** Report as often as before. */
  | { kind: 'stopTracking'; values: SettingValues }
  /** A text on the device's display. At most 20 characters (specification 2, section 5). */
  | { kind: 'message'; text: string }
  /** Measure once, now. The reading comes as a sample of its own. */
  | { kind: 'requestHeartRate' }
  | { kind: 'requestBloodPressure' }
  | { kind: 'reboot' }
  | { kind: 'factoryReset' }
  /** By SMS, for a device that does not connect. */
  | { kind: 'smsReboot' }
  | { kind: 'smsReset' }
  | { kind: 'smsConnect' }
  /** To a home unit, about its sensors. */
  | SensorCommand;
