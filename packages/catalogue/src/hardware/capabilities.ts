import type { SmsCommands } from './sms-commands.ts';

export type SensorKind = 'homeSensor' | 'baseStation' | 'wristband';

/** The capabilities of a kind of hardware. Decisions "Hardware". All code outside the catalogue asks here. */
export interface Capabilities {
  /** It reports its position. */
  positioning: boolean;
  /** It reports the quality of its satellite positions: how many satellites, and HDOP. */
  gpsQuality: boolean;
  /** It can make a sound so that it can be found. */
  findMe: boolean;
  /** It answers "where are you now" (specification 2, section 6 "FETCH CURRENT POSITION"). */
  locate: boolean;
  /**
   * Manual tracking: minutes offered, and whether the user may enter another number. `lessAtRest`: it knows when it is not
   * moved, and then reports as `leastMinutesAtRest` says. Null: cannot be tracked.
   */
  tracking: { defaultMinutes: number; adjustable: boolean; lessAtRest?: true } | null;
  /** What it does when it gets an SMS. Null: no such text is documented. */
  smsCommands: SmsCommands | null;
  /** It scans for access points; timeout of an answer. Null: it cannot. */
  wifiScan: { timeoutSeconds: number } | null;
  sensors: readonly SensorKind[];
  /** Sensors are added by serial number and local learning, or come by synchronisation. Null: no such sensors. */
  sensorEnrolment: 'learned' | 'synchronised' | null;
  walkTest: boolean;
  display: boolean;
  /** Its page has only the main tabs "info" and "general" (specification 2, section 1). */
  fewTabs: boolean;
  pedometer: boolean;
  /** It notices that it is taken off, and can warn of it (specification 2, section 2 "Device info tab"). */
  wearDetection: boolean;
  /** It measures heart rate and blood pressure, the latter also when asked. */
  health: boolean;
  /** It measures the heart rate when asked (specification 2, section 2 "Health settings"). */
  requestHeartRate: boolean;
  /** Its alarms go to Varde or to another receiver, as it is programmed. Of other hardware they go to Varde. */
  choosesReceiver: boolean;
  /** It belongs to the specification's Gx8 family of home units. */
  gx8: boolean;
  /** It is an STCB home unit, which has lists and columns of its own. */
  stcb: boolean;
  /** The lowest firmware number (`fiwaNum`) that takes new sound files over the air. 0: no firmware does. */
  sotaFwnum: number;
}
