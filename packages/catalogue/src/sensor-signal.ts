import type { SensorKind } from './hardware/capabilities.ts';

/** How good the signal of a sensor is, from the best. Texts: `sensors.signals.<key>`. */
export const sensorSignals = ['excellent', 'veryGood', 'okay', 'notGood', 'unusable'] as const;
export type SensorSignal = (typeof sensorSignals)[number];

/** dBm, from -50 to 0 for the best (specification 2, section 9 "Signal for base station and wristband"). */
function ofMac(dbm: number): SensorSignal {
  if (dbm >= -50 && dbm <= 0) return 'excellent';
  if (dbm >= -60) return 'veryGood';
  if (dbm >= -67) return 'okay';
  return dbm >= -70 ? 'notGood' : 'unusable';
}

/** 0 to 9 (specification 2, section 9 "Home sensors"). */
function ofHomeSensor(strength: number): SensorSignal {
  if (strength > 8) return 'excellent';
  if (strength > 6) return 'veryGood';
  if (strength > 4) return 'okay';
  return strength > 2 ? 'notGood' : 'unusable';
}

/** The signal of a sensor in the scale of its kind: dBm for base stations and wristbands, 0 to 9 for home sensors. */
export const sensorSignalOf = (kind: SensorKind, rssi: number): SensorSignal =>
  kind === 'homeSensor' ? ofHomeSensor(rssi) : ofMac(rssi);

/** The strongest signal of a home sensor. */
export const homeSignalMax = 9;
