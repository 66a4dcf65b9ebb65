import type { MessageTypeId } from './message-types.ts';

/** What a sensor watches for (specification 2, section 3 "Function codes"). Codes are never renamed or reused. */
export const sensorFunctions = [
  { code: '31', key: 'fridge', icon: 'fridge' },
  { code: '32', key: 'wanderer', icon: 'wanderer' },
  { code: '33', key: 'notBackInBed', icon: 'bed' },
  { code: '34', key: 'notStoodUp', icon: 'bed' },
  { code: '35', key: 'epilepsy', icon: 'epilepsy' },
  { code: '36', key: 'outOfBed', icon: 'bed' },
  { code: '39', key: 'outOfBedroom', icon: 'door' },
  { code: 'generic', key: 'generic', icon: 'sensor' },
  { code: 'medicalAlarm', key: 'medicalAlarm', icon: 'medical' },
  { code: 'custom', key: 'custom', icon: 'custom' },
  { code: '-1', key: 'unknown', icon: 'unknown' },
] as const;

export type SensorFunction = (typeof sensorFunctions)[number];
export type SensorFunctionCode = SensorFunction['code'];
export const sensorFunctionCodes = sensorFunctions.map(({ code }) => code);

export const sensorFunctionOf = (code: string): SensorFunction | undefined =>
  sensorFunctions.find((known) => known.code === code);

/** The alarms that a sensor of one's own kind may raise; the value is the message type. */
export const customAlarmTypes = [
  { key: 'userAlarm', metyId: 1 },
  { key: 'lowBattery', metyId: 111 },
  { key: 'fire', metyId: 27 },
  { key: 'fridge', metyId: 21 },
  { key: 'geofence', metyId: 102 },
  { key: 'fall', metyId: 3 },
  { key: 'offline', metyId: 7 },
  { key: 'wanderer', metyId: 22 },
] as const satisfies readonly { key: string; metyId: MessageTypeId }[];

export const epilepsyTypes = ['mobile', 'stationary'] as const;

export const medicalAlarmTypes = [
  'fingerTrigger',
  'headTrigger',
  'swanNeck',
  'lightTrigger',
  'pillowTrigger',
  'respirator',
  'voiceControlled',
  'suckAndBlow',
  'stepMat',
] as const;

/** The types of a function (`funcType`), as text; empty: it has none, and none is asked for. */
export function functionTypesOf(code: string): readonly string[] {
  if (code === 'custom') return customAlarmTypes.map((type) => String(type.metyId));
  if (code === '35') return epilepsyTypes;
  return code === 'medicalAlarm' ? medicalAlarmTypes : [];
}

/** A function with its type: `funcType` is one of its types, or absent where it has none. */
export function isValidFunctionType(code: string, funcType: string | null): boolean {
  const types = functionTypesOf(code);
  return types.length === 0 ? funcType === null : funcType !== null && types.includes(funcType);
}
