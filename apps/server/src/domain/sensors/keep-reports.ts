import type { FoundSensor, MeasuredSensor, ReportedSensor, SensorReport } from '@varde/catalogue/report';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { jsonRows } from '#platform/database/json-rows.ts';
import { mostSensors } from './change-sensors.ts';

/** What a device reported about its sensors, at one time. */
export interface DeviceSensorReport {
  deviId: number;
  report: SensorReport;
  at: Date;
}

/** A row of `sensors`, with the fields that a report holds. */
interface ReportedRow {
  devi_id: number;
  gateway_id: string;
  at: string;
  type_code?: string | undefined;
  name?: string | undefined;
  mac_address?: string | undefined;
  function_code?: string | undefined;
  function_type?: string | undefined;
  status?: string | undefined;
  door?: number | undefined;
  rssi?: number | undefined;
  battery?: number | undefined;
  connected?: boolean | undefined;
  walk_strength?: number | undefined;
}

const columns = sql`(devi_id int, gateway_id text, at timestamptz, type_code text, name text, mac_address text,
  function_code text, function_type text, status text, door smallint, rssi smallint, battery smallint,
  connected boolean, walk_strength smallint)`;

/** While a change waits, the unit still reports what was before it. */
const isEditWaiting = sql`exists (select from commands c where c.devi_id = s.devi_id
  and c.command ->> 'gatewayId' = s.gateway_id and c.command ->> 'kind' = 'editSensor'
  and c.state in ('pending', 'sent') and c.ended_at is null)`;

/** The unit is to take the sensor, or has not taken it and has not been heard to hear it since. */
const isExpected = sql`exists (select from commands c where c.devi_id = s.devi_id
  and c.command ->> 'gatewayId' = s.gateway_id and c.command ->> 'kind' <> 'captureImage'
  and (c.state in ('pending', 'sent') and c.ended_at is null or c.state in ('failed', 'expired') and c.ended_at >= n.at))`;

/**
 * Stores what units report about their sensors. In the caller's transaction, which holds the locks of the devices. A
 * field that a report leaves out is unchanged. Returns the devices with sensors that were added, renamed or removed.
 */
export async function keepSensorReports(tx: Database, reports: readonly DeviceSensorReport[]): Promise<Set<number>> {
  const left = leftByDevice(reports);
  const owned = rowsOf(reports, ({ all = [], changed = [] }) => [...all, ...changed].map(reportedRow)).filter(
    ({ devi_id, gateway_id }) => left.get(devi_id)?.has(gateway_id) ?? true,
  );
  const found = rowsOf(reports, (report) => (report.found ?? []).map(foundRow));
  const measured = rowsOf(reports, (report) => (report.measured ?? []).map(measuredRow));
  const removed = await removeMissing(tx, left);
  const taken = await saveHeard(tx, owned);
  const renamed = [...(await updateSensors(tx, owned, true)), ...(await updateSensors(tx, found, false))];
  const added = await insertSensors(tx, owned, true);
  await insertSensors(tx, found, false);
  await measureSensors(tx, measured);
  return new Set([...removed, ...taken, ...renamed, ...added]);
}

async function devicesOf(tx: Database, statement: SQL): Promise<number[]> {
  return (await queryRows<{ devi_id: number }>(tx, statement)).map(({ devi_id }) => devi_id);
}

type Fields = Omit<ReportedRow, 'devi_id' | 'at'>;

/** One row for each sensor: of several reports the later one wins, field by field. */
function rowsOf(reports: readonly DeviceSensorReport[], fieldsOf: (report: SensorReport) => Fields[]): ReportedRow[] {
  const rows = new Map<string, ReportedRow>();
  for (const { deviId, report, at } of reports)
    for (const fields of fieldsOf(report)) {
      const key = `${deviId} ${fields.gateway_id}`;
      rows.set(key, { ...rows.get(key), ...fields, devi_id: deviId, at: at.toISOString() });
    }
  return [...rows.values()];
}

function reportedRow({ gatewayId, ...sensor }: ReportedSensor): Fields {
  return {
    gateway_id: gatewayId,
    ...(sensor.typeCode !== undefined && { type_code: sensor.typeCode }),
    ...(sensor.name !== undefined && { name: sensor.name }),
    ...(sensor.macAddress !== undefined && { mac_address: sensor.macAddress }),
    ...(sensor.functionCode !== undefined && { function_code: sensor.functionCode }),
    ...(sensor.functionType !== undefined && { function_type: sensor.functionType }),
    ...(sensor.status !== undefined && { status: sensor.status }),
    ...(sensor.door !== undefined && { door: sensor.door === 'open' ? 1 : -1 }),
    ...(sensor.rssi !== undefined && { rssi: sensor.rssi }),
    ...(sensor.battery !== undefined && { battery: sensor.battery }),
    ...(sensor.connected !== undefined && { connected: sensor.connected }),
  };
}

const foundRow = ({ gatewayId, typeCode, rssi }: FoundSensor): Fields => ({
  gateway_id: gatewayId,
  ...(typeCode !== undefined && { type_code: typeCode }),
  ...(rssi !== undefined && { rssi }),
});

const measuredRow = ({ gatewayId, signalStrength }: MeasuredSensor): Fields => ({
  gateway_id: gatewayId,
  walk_strength: signalStrength,
});

/** `owned`: the unit has them; otherwise it only heard them. Returns the devices with another name or address of a sensor. */
async function updateSensors(tx: Database, rows: readonly ReportedRow[], owned: boolean): Promise<number[]> {
  if (rows.length === 0) return [];
  const kept = sql`${isEditWaiting} or not ${owned}`;
  const updated = await queryRows<{ devi_id: number; renamed: boolean }>(
    tx,
    sql`update sensors s set
      type_code = case when ${isEditWaiting} or (not ${owned} and s.saved) then s.type_code
        else coalesce(n.type_code, s.type_code) end,
      name = case when not s.saved and not ${isExpected} then ''
        when ${kept} then s.name else coalesce(n.name, s.name) end,
      function_code = case when ${kept} then s.function_code else coalesce(n.function_code, s.function_code) end,
      function_type = case when ${kept} or n.function_code is null then coalesce(s.function_type, n.function_type)
        else n.function_type end,
      mac_address = coalesce(n.mac_address, s.mac_address),
      status = coalesce(n.status, s.status),
      door = coalesce(n.door, s.door),
      rssi = coalesce(n.rssi, s.rssi),
      rssi_at = case when n.rssi is null then s.rssi_at else n.at end,
      battery = coalesce(n.battery, s.battery),
      connected_at = case when n.connected is distinct from s.connected and n.connected is not null then n.at
        else s.connected_at end,
      connected = coalesce(n.connected, s.connected),
      found_at = case when ${owned} then s.found_at else n.at end,
      last_contact = case when n.status = 'not_found' then s.last_contact else greatest(s.last_contact, n.at) end
    from json_to_recordset(${jsonRows(rows)}) as n ${columns}
    join sensors before on before.devi_id = n.devi_id and before.gateway_id = n.gateway_id
    where s.dese_id = before.dese_id
    returning s.devi_id, (s.name, s.mac_address) is distinct from (before.name, before.mac_address) as renamed`,
  );
  return updated.filter(({ renamed }) => renamed).map(({ devi_id }) => devi_id);
}

/** How many sensors the devices of these rows have: saved ones, or only heard ones. */
const countsOf = (rows: readonly ReportedRow[], saved: boolean) => sql`(
  select devi_id, count(*) as taken from sensors
  where saved = ${saved} and devi_id in (select value::int from json_array_elements_text(
    ${jsonRows([...new Set(rows.map(({ devi_id }) => devi_id))])}))
  group by devi_id)`;

/** What a unit only heard before and now has, as far as there is room. */
async function saveHeard(tx: Database, rows: readonly ReportedRow[]): Promise<number[]> {
  if (rows.length === 0) return [];
  return devicesOf(
    tx,
    sql`update sensors s set saved = true
    from (select h.dese_id, c.taken, row_number() over (partition by h.devi_id order by h.dese_id) as place
      from json_to_recordset(${jsonRows(rows)}) as n ${columns}
      join sensors h on h.devi_id = n.devi_id and h.gateway_id = n.gateway_id and not h.saved
      left join ${countsOf(rows, true)} c on c.devi_id = n.devi_id) f
    where s.dese_id = f.dese_id and coalesce(f.taken, 0) + f.place <= ${mostSensors}
    returning s.devi_id`,
  );
}

/** A unit has `mostSensors` at most, and as many that it only heard; more are left out, whatever it sends. */
async function insertSensors(tx: Database, rows: readonly ReportedRow[], owned: boolean): Promise<number[]> {
  if (rows.length === 0) return [];
  return devicesOf(
    tx,
    sql`insert into sensors (devi_id, gateway_id, type_code, name, mac_address, function_code, function_type, status, door,
      rssi, rssi_at, battery, connected, connected_at, saved, found_at, last_contact)
    select n.devi_id, n.gateway_id, coalesce(n.type_code, '0'), coalesce(n.name, ''), n.mac_address,
      coalesce(n.function_code, '-1'), n.function_type, coalesce(n.status, 'unknown'), n.door,
      n.rssi, case when n.rssi is not null then n.at end, n.battery, n.connected,
      case when n.connected is not null then n.at end, ${owned}, case when not ${owned} then n.at end,
      case when n.status is distinct from 'not_found' then n.at end
    from (select r.*, row_number() over (partition by r.devi_id order by r.gateway_id) as place
      from json_to_recordset(${jsonRows(rows)}) as r ${columns}
      where not exists (select from sensors s where s.devi_id = r.devi_id and s.gateway_id = r.gateway_id)) n
    left join ${countsOf(rows, owned)} c on c.devi_id = n.devi_id
    where coalesce(c.taken, 0) + n.place <= ${mostSensors}
    on conflict (devi_id, gateway_id) do nothing
    returning devi_id`,
  );
}

async function measureSensors(tx: Database, rows: readonly ReportedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    update sensors s set walk_strength = n.walk_strength, walk_at = n.at, last_contact = greatest(s.last_contact, n.at)
    from json_to_recordset(${jsonRows(rows)}) as n ${columns}
    where s.devi_id = n.devi_id and s.gateway_id = n.gateway_id and s.saved`);
}

/**
 * The sensors that devices with a whole list still have: those of their last list, and those that they reported after it.
 */
function leftByDevice(reports: readonly DeviceSensorReport[]): Map<number, Set<string>> {
  const left = new Map<number, Set<string>>();
  for (const { deviId, report } of reports)
    if (report.all !== undefined) left.set(deviId, new Set(report.all.map(({ gatewayId }) => gatewayId)));
    else for (const { gatewayId } of report.changed ?? []) left.get(deviId)?.add(gatewayId);
  return left;
}

/** A sensor that is missing in a whole list is gone. One that is only on its way to the unit stays. */
async function removeMissing(tx: Database, left: ReadonlyMap<number, ReadonlySet<string>>): Promise<number[]> {
  if (left.size === 0) return [];
  const rows = [...left].map(([devi_id, ids]) => ({ devi_id, ids: [...ids] }));
  return devicesOf(
    tx,
    sql`delete from sensors s using json_to_recordset(${jsonRows(rows)}) as n (devi_id int, ids jsonb)
    where s.devi_id = n.devi_id and s.saved and not (n.ids ? s.gateway_id)
    returning s.devi_id`,
  );
}

/** The devices of these that have a sensor with a low battery. */
export async function withLowBattery(tx: Database, deviIds: readonly number[]): Promise<Set<number>> {
  const rows = await queryRows<{ devi_id: number }>(
    tx,
    sql`select distinct devi_id from sensors where saved and status = 'low_battery'
      and devi_id in (select value::int from json_array_elements_text(${jsonRows(deviIds)}))`,
  );
  return new Set(rows.map(({ devi_id }) => devi_id));
}

/** A sensor that a message is about. */
export interface NamedSensor {
  deviId: number;
  gatewayId: string;
  deseId: number;
  name: string;
}

/** The sensors with these ids, which have just been heard. Unknown ones are absent. */
export function hearSensors(
  tx: Database,
  heard: readonly { devi_id: number; gateway_id: string; at: string }[],
): Promise<NamedSensor[]> {
  return queryRows<NamedSensor>(
    tx,
    sql`update sensors s set last_contact = greatest(s.last_contact, n.at)
      from (select devi_id, gateway_id, max(at) as at
        from json_to_recordset(${jsonRows(heard)}) as h (devi_id int, gateway_id text, at timestamptz)
        group by devi_id, gateway_id) n
      where s.devi_id = n.devi_id and s.gateway_id = n.gateway_id and s.saved
      returning s.devi_id as "deviId", s.gateway_id as "gatewayId", s.dese_id as "deseId", s.name`,
  );
}
