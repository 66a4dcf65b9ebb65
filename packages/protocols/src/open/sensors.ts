import { enteredCode } from '@varde/catalogue/entered-text';
import type { FoundSensor, MeasuredSensor, ReportedSensor, SensorReport } from '@varde/catalogue/report';
import { homeSignalMax } from '@varde/catalogue/sensor-signal';
import { reportedStatuses } from '@varde/catalogue/sensor-statuses';
import { asText, isObject, type JsonObject } from '../json.ts';
import type { KeptFields } from '../kept-fields.ts';
import { macAddressFrom } from '../mac-address.ts';
import { type Limits, lies } from '../plausible.ts';
import { present } from '../present.ts';
import { printableName } from '../printable.ts';
import { booleanValue, numberValue } from '../text-values.ts';

/** Sensors of one list; the largest home units have 80. */
export const maxSensors = 200;
/** 0 to 9 of home sensors, and dBm of base stations and wristbands. */
const signals: Limits = [-120, homeSignalMax];
const percent: Limits = [0, 100];
const longestName = 60;
const longestCode = 20;
const statuses: ReadonlySet<unknown> = new Set(reportedStatuses);

/** The members of a request about sensors; each is a list. docs/protocols/http.md. */
export const sensorMembers = ['sensorList', 'sensors', 'learning', 'walkTest'] as const;
export type SensorMember = (typeof sensorMembers)[number];

type Given = { readonly [M in SensorMember]?: unknown };

/** What a request says about sensors; undefined: nothing. An entry without a usable id is kept and is no sensor. */
export function readSensors(given: Given, kept: KeptFields): SensorReport | undefined {
  const list = <T>(member: SensorMember, read: (entry: Entry) => T | undefined) =>
    given[member] === undefined || given[member] === null ? undefined : readList(member, given[member], kept, read);
  const all = list('sensorList', readSensor);
  const changed = list('sensors', readSensor);
  // What is missing in a list that was not understood in full is not gone.
  const some = all === undefined || all.isWhole ? changed?.byId : new Map([...all.byId, ...(changed?.byId ?? [])]);
  const report = present({
    all: all?.isWhole === true ? [...all.byId.values()] : undefined,
    changed: some && [...some.values()],
    found: valuesOf(list('learning', readFound)),
    measured: valuesOf(list('walkTest', readMeasured)),
  });
  return Object.keys(report).length > 0 ? report : undefined;
}

/** The members of a request for a report; the reverse of `readSensors`. */
export const writeSensors = ({ all, changed, found, measured }: SensorReport = {}) => ({
  sensorList: all?.map(writeSensor),
  sensors: changed?.map(writeSensor),
  learning: found?.map(({ gatewayId, typeCode, rssi }) => ({ id: gatewayId, type: typeCode, signal: rssi })),
  walkTest: measured?.map(({ gatewayId, signalStrength }) => ({ id: gatewayId, signal: signalStrength })),
});

/** An entry of a list, with its id. */
interface Entry {
  gatewayId: string;
  fields: JsonObject;
  kept: KeptFields;
}

interface ReadList<T> {
  byId: Map<string, T>;
  /** It is a list, all of its entries were read, and none was cut off. */
  isWhole: boolean;
}

const valuesOf = <T>(list: ReadList<T> | undefined) => list && [...list.byId.values()];

/** A sensor twice in one list is as it was said last. */
function readList<T>(
  member: SensorMember,
  given: unknown,
  kept: KeptFields,
  read: (entry: Entry) => T | undefined,
): ReadList<T> {
  const entries: unknown[] = Array.isArray(given) ? given : [given];
  const byId = new Map<string, T>();
  let isWhole = Array.isArray(given) && entries.length <= maxSensors;
  for (const entry of entries.slice(0, maxSensors)) {
    const gatewayId = isObject(entry) ? readGatewayId(entry.id) : undefined;
    const value = gatewayId === undefined || !isObject(entry) ? undefined : read({ gatewayId, fields: entry, kept });
    if (value === undefined || gatewayId === undefined) {
      kept.keepAs(member, asText(entry));
      isWhole = false;
    } else byId.set(gatewayId, value);
  }
  if (entries.length > maxSensors) kept.keepAs(member, `… (${entries.length})`);
  return { byId, isWhole };
}

/** The id of a sensor; undefined: it is none. */
export function readGatewayId(given: unknown): string | undefined {
  if (typeof given !== 'string' && typeof given !== 'number') return undefined;
  const id = enteredCode(String(given));
  return /^[A-Za-z0-9:_.-]{1,40}$/.test(id) ? id : undefined;
}

function readSensor({ gatewayId, fields, kept }: Entry): ReportedSensor {
  const { id: _, type, name, mac, function: code, functionType, status, door, signal, battery, connected } = fields;
  const keep = (field: string, value: unknown) => {
    if (value !== undefined && value !== null) kept.keepAs(`sensor ${gatewayId} ${field}`, asText(value));
    return undefined;
  };
  return present({
    gatewayId,
    typeCode: readCode(type) ?? keep('type', type),
    name: readName(name) ?? keep('name', name),
    macAddress: readMac(mac) ?? keep('mac', mac),
    functionCode: readCode(code) ?? keep('function', code),
    functionType: readCode(functionType) ?? keep('functionType', functionType),
    status: isStatus(status) ? status : keep('status', status),
    door: isDoor(door) ? door : keep('door', door),
    rssi: readNumber(signal, signals) ?? keep('signal', signal),
    battery: readNumber(battery, percent) ?? keep('battery', battery),
    connected: booleanValue(connected) ?? keep('connected', connected),
  });
}

function readFound({ gatewayId, fields }: Entry): FoundSensor {
  return present({
    gatewayId,
    typeCode: readCode(fields.type),
    rssi: readNumber(fields.signal, signals),
  });
}

function readMeasured({ gatewayId, fields }: Entry): MeasuredSensor | undefined {
  const signalStrength = readNumber(fields.signal, [0, homeSignalMax]);
  return signalStrength === undefined ? undefined : { gatewayId, signalStrength };
}

const isDoor = (door: unknown): door is NonNullable<ReportedSensor['door']> => door === 'open' || door === 'closed';

const isStatus = (status: unknown): status is NonNullable<ReportedSensor['status']> => statuses.has(status);

function readCode(given: unknown): string | undefined {
  const code = typeof given === 'number' ? String(given) : given;
  if (typeof code !== 'string' || code === '' || code.length > longestCode) return undefined;
  return /^[\w .-]+$/.test(code) ? code : undefined;
}

function readName(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const name = printableName(given);
  return name === '' || name.length > longestName ? undefined : name;
}

function readMac(given: unknown): string | undefined {
  return typeof given === 'string' ? macAddressFrom(given) : undefined;
}

function readNumber(given: unknown, limits: Limits): number | undefined {
  const number = numberValue(given);
  return number !== undefined && lies(number, limits) ? Math.round(number) + 0 : undefined;
}

const writeSensor = (sensor: ReportedSensor) => ({
  id: sensor.gatewayId,
  type: sensor.typeCode,
  name: sensor.name,
  mac: sensor.macAddress,
  function: sensor.functionCode,
  functionType: sensor.functionType,
  status: sensor.status,
  door: sensor.door,
  signal: sensor.rssi,
  battery: sensor.battery,
  connected: sensor.connected,
});
