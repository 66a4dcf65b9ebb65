import type { SensorKind } from './hardware/capabilities.ts';
import type { SensorFunctionCode } from './sensor-functions.ts';

/** What a walk test calls the kind of a sensor (specification 2, section 3 "Walk test sensor row"). */
export const walkTestTypeCodes = ['alarm', 'magnetic', 'wireless', 'stikk'] as const;
export type WalkTestTypeCode = (typeof walkTestTypeCodes)[number];

interface SensorTypeRow {
  /** The device type code on the wire. Never renamed or reused. */
  code: string;
  /** Names its text (`sensors.types.<key>`). */
  key: string;
  kind: SensorKind;
  /** Tabler icon key; the console maps it to a drawing. */
  icon: string;
  walkTest: WalkTestTypeCode;
  /** It speaks over DECT: it can be the voice of another sensor's alarm. */
  dect?: true;
  /** It takes pictures when asked. */
  camera?: true;
  /** It detects movement: its function can always be edited. */
  pir?: true;
  /** It is worn or pressed, and supervised for days instead of hours. */
  pendant?: true;
  /** What it can watch for, besides `generic`. */
  functions: readonly SensorFunctionCode[];
}

const home = { kind: 'homeSensor', walkTest: 'wireless', functions: [] } as const;
const button = { kind: 'homeSensor', walkTest: 'alarm', functions: ['custom'] } as const;

/**
 * The types of sensors (specification 2, section 3 "Device type codes"). The last row but those of watches is for a
 * type that the unit itself does not know; every other code is unsupported.
 */
export const sensorTypes = [
  {
    ...home,
    code: '4',
    key: 'doorContact',
    icon: 'door',
    walkTest: 'magnetic',
    functions: ['31', '32', '39'],
  },
  {
    ...home,
    code: '33',
    key: 'universal',
    icon: 'sensor',
    functions: ['33', '34', '35', '36', 'medicalAlarm', 'custom'],
  },
  { ...home, code: 'SPT-1', key: 'powerMeter', icon: 'power-meter', walkTest: 'stikk' },
  { ...home, code: '5', key: 'water', icon: 'water' },
  { ...button, code: '7', key: 'panicButton', icon: 'panic-button' },
  { ...home, code: '9', key: 'pir', icon: 'motion', pir: true, functions: ['34', '39'] },
  {
    ...home,
    code: '27',
    key: 'pirCamera',
    icon: 'motion-camera',
    pir: true,
    camera: true,
    functions: ['34', '39'],
  },
  { ...home, code: '67', key: 'smoke', icon: 'smoke' },
  { ...home, code: '20', key: 'thermostat', icon: 'thermostat' },
  { ...button, code: '21', key: 'pendant', icon: 'pendant', pendant: true },
  { ...button, code: '32', key: 'pullCord', icon: 'pull-cord' },
  { ...home, code: '49', key: 'dectMobile', icon: 'dect-mobile', dect: true },
  { ...button, code: '60', key: 'fallAlarm', icon: 'fall', pendant: true },
  { ...home, code: '65', key: 'dectMounted', icon: 'dect-mounted', dect: true },
  { ...home, code: '78', key: 'lightBulb', icon: 'light-bulb', walkTest: 'stikk' },
  { ...home, code: '109', key: 'wadc1', icon: 'sensor' },
  { ...home, code: '113', key: 'vcp', icon: 'voice-panel' },
  { ...home, code: '0', key: 'unknown', icon: 'unknown' },
  { ...home, kind: 'wristband', code: 'Wristband', key: 'wristband', icon: 'wristband' },
  { ...home, kind: 'baseStation', code: 'BaseStation', key: 'baseStation', icon: 'base-station' },
] as const satisfies readonly SensorTypeRow[];

/**
 * Types that a unit may name, which are drawn and called by their name, but not supported: they have no function and
 * cannot be given to a sensor. Texts: `sensors.types.<key>`.
 */
export const drawnTypes = [
  { code: 'switch', key: 'switch', icon: 'switch' },
  { code: 'nightSwitch', key: 'nightSwitch', icon: 'night-switch' },
  { code: 'repeater', key: 'repeater', icon: 'repeater' },
  { code: 'panel', key: 'panel', icon: 'panel' },
  { code: 'chargingStation', key: 'chargingStation', icon: 'charging-station' },
  { code: 'videoDevice', key: 'videoDevice', icon: 'video-device' },
] as const;
export type DrawnType = (typeof drawnTypes)[number];

export type SensorTypeCode = (typeof sensorTypes)[number]['code'];
export type SensorTypeKey = (typeof sensorTypes)[number]['key'];
export type SensorIcon = (typeof sensorTypes)[number]['icon'] | DrawnType['icon'];
export type SensorType = SensorTypeRow & { code: SensorTypeCode; key: SensorTypeKey; icon: SensorIcon };

/** The type of a code; undefined: it is not supported. */
export const sensorTypeOf = (code: string): SensorType | undefined => sensorTypes.find((type) => type.code === code);

/** A type that is drawn and not supported. */
export const drawnTypeOf = (code: string): DrawnType | undefined => drawnTypes.find((type) => type.code === code);

/** The drawing of a code. */
export const sensorIconOf = (code: string): SensorIcon =>
  sensorTypeOf(code)?.icon ?? drawnTypeOf(code)?.icon ?? 'unknown';

/** A row's type on the wire (specification 2, section 3 "Sensor row"). */
export const sensorRowTypes = {
  homeSensor: 'vardeHome',
  baseStation: 'BaseStation',
  wristband: 'Wristband',
} as const;

/** What kind of sensor a code is; one that Varde does not support is a sensor of a home unit. */
export const sensorKindOf = (code: string): SensorKind => sensorTypeOf(code)?.kind ?? 'homeSensor';

/** The serial number of a sensor as it is shown: without a trailing zero (specification 2, section 9). */
export const shownSerial = (gatewayId: string): string => gatewayId.replace(/0$/, '');

const generic = 'generic';
const unknown = '-1';

/** The functions that a sensor of this type can have; none: the type is not supported. */
export function functionsOfType(typeCode: string): SensorFunctionCode[] {
  const type = sensorTypeOf(typeCode);
  return type === undefined || type.kind !== 'homeSensor' ? [] : [generic, ...type.functions];
}

/** A function that can be given to a sensor: it is known, and the sensor's type has it. */
export const isValidFunction = (typeCode: string, code: string): boolean =>
  code !== unknown && functionsOfType(typeCode).some((known) => known === code);

/** Whether the function of a sensor may be edited (specification 2, section 4 "Sensor row actions"). */
export function mayEditFunction(typeCode: string, current: string): boolean {
  if (sensorTypeOf(typeCode)?.pir) return true;
  return functionsOfType(typeCode).some((code) => code !== generic && code !== unknown && code !== current);
}
