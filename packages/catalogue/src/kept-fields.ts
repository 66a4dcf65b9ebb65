/**
 * Names under which decoders keep what no field of a sample holds (`Sample.unknown`): readings without a field of
 * their own, values that cannot be right, and how much of a report was left out because there was too much of it.
 * Beside them stand names that the device itself gives, such as the key of an unknown item. The console has words for
 * each of these.
 */
export const keptFieldNames = [
  // readings without a field of their own
  'odometer',
  'workMode',
  'tumbles',
  'beaconTemperature',
  'activity',
  'barkCount',
  'callStatus',
  'callSeconds',
  'callResult',
  'callNumber',
  'otherPlace',
  // as sent, because it cannot be right or cannot be read
  'placeWithoutFix',
  'implausiblePlace',
  'speed',
  'course',
  'altitude',
  'accuracy',
  'hdop',
  'satellites',
  'battery',
  'gsmStrength',
  'steps',
  'heartRate',
  'systolic',
  'diastolic',
  'spo2',
  'temperature',
  'beaconBattery',
  'cells',
  'cellSignals',
  'accessPoints',
  'accessPointSignals',
  'time',
  'clockNotSet',
  'status',
  'reading',
  'rest',
  'tail',
  // how many were left out
  'fieldsLeftOut',
  'samplesLeftOut',
  'eventsLeftOut',
  'accessPointsLeftOut',
  'cellsLeftOut',
] as const;

export type KeptFieldName = (typeof keptFieldNames)[number];
