/**
 * Names under which decoders keep values without a field in a sample (`Sample.unknown`): readings without a field of
 * their own, impossible values, and counts of omitted values. Other names come from the device itself, such as the key
 * of an unknown item. The console has a text for each of these.
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
  // as sent, because it is impossible or unreadable
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
