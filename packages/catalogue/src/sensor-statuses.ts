import { mayEditFunction, sensorKindOf, sensorTypeOf } from './sensor-types.ts';

interface StatusRow {
  key: string;
  icon: string;
  colour: 'alarm' | 'warning' | 'ok' | 'quiet';
  /** A change is on its way to the unit, or from it: its row shows a loader. */
  pending?: true;
}

/**
 * What a sensor may be, in the order of the list: errors first (specification 2, section 4 "Sensor status values"). Then
 * what asks for somebody, what is on its way, and the rest. Texts: `sensors.statuses.<key>`.
 */
export const sensorStatuses = [
  { key: 'control_error', icon: 'control-error', colour: 'alarm' },
  { key: 'not_found', icon: 'not-found', colour: 'alarm' },
  { key: 'out_of_order', icon: 'out-of-order', colour: 'alarm' },
  { key: 'low_battery', icon: 'low-battery', colour: 'warning' },
  { key: 'tamper', icon: 'tamper', colour: 'warning' },
  { key: 'proc_req', icon: 'processing', colour: 'warning' },
  { key: 'disconnected', icon: 'disconnected', colour: 'warning' },
  { key: 'pending_create', icon: 'pending-create', colour: 'quiet', pending: true },
  { key: 'pending_read', icon: 'pending-read', colour: 'quiet', pending: true },
  { key: 'pending_update', icon: 'pending-update', colour: 'quiet', pending: true },
  { key: 'pending_delete', icon: 'pending-delete', colour: 'quiet', pending: true },
  { key: 'unknown', icon: 'unknown', colour: 'quiet' },
  { key: 'ok', icon: 'ok', colour: 'ok' },
  { key: 'connected', icon: 'ok', colour: 'ok' },
] as const satisfies readonly StatusRow[];

export type SensorStatus = (typeof sensorStatuses)[number]['key'];
export type SensorStatusFacts = StatusRow & { key: SensorStatus };
export const sensorStatusKeys = sensorStatuses.map(({ key }) => key);

export const sensorStatusOf = (key: SensorStatus): SensorStatusFacts => {
  const found = sensorStatuses.find((status) => status.key === key);
  if (found === undefined) throw new Error(`there is no sensor status ${key}`);
  return found;
};

/** The statuses that a unit reports; the others follow from commands that wait. */
export const reportedStatuses = [
  'unknown',
  'low_battery',
  'tamper',
  'out_of_order',
  'not_found',
  'control_error',
  'ok',
  'proc_req',
] as const satisfies readonly SensorStatus[];
export type ReportedStatus = (typeof reportedStatuses)[number];

/** The order of the list: by status, errors first, and then as they are given. */
export const bySensorStatus = (a: { status: SensorStatus }, b: { status: SensorStatus }): number =>
  sensorStatusKeys.indexOf(a.status) - sensorStatusKeys.indexOf(b.status);

export const sensorRowActions = ['info', 'editFunction', 'captureImage', 'processing', 'delete'] as const;
export type SensorRowAction = (typeof sensorRowActions)[number];

/** The actions on a sensor's row (specification 2, section 4 "Sensor row actions"). */
export function sensorActionsFor(sensor: {
  status: SensorStatus;
  typeCode: string;
  functionCode: string;
}): SensorRowAction[] {
  const { status, typeCode, functionCode } = sensor;
  if (status === 'pending_create') return ['delete'];
  if (status === 'proc_req') return ['info', 'processing', 'delete'];
  if (sensorKindOf(typeCode) !== 'homeSensor') return ['delete'];
  const edit = mayEditFunction(typeCode, functionCode) ? (['editFunction'] as const) : [];
  const capture = sensorTypeOf(typeCode)?.camera ? (['captureImage'] as const) : [];
  return ['info', ...edit, ...capture, 'delete'];
}
