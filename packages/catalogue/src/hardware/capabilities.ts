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
