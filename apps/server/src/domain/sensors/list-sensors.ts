import { byName } from '@varde/catalogue/name-order';
import type { SensorCommand } from '@varde/catalogue/sensor-commands';
import { bySensorStatus, type SensorStatus } from '@varde/catalogue/sensor-statuses';
import { sensorKindOf } from '@varde/catalogue/sensor-types';
import type { CommandState } from '@varde/contract/commands';
import { and, eq, getTableColumns, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { jsonRows } from '#platform/database/json-rows.ts';
import { commands } from '../commands/tables.ts';
import { sensors } from './tables.ts';

type SensorRow = typeof sensors.$inferSelect;

/** A sensor as it is shown: its status includes what waits to be changed. */
export interface SensorRecord extends Omit<SensorRow, 'status'> {
  status: SensorStatus;
  /** It waits to be added, changed, removed or read. */
  waiting: boolean;
}

interface LastCommand {
  kind: SensorCommand['kind'] | null;
  state: CommandState | null;
  endedAt: string | null;
}

const pendingStatus: { readonly [K in SensorCommand['kind']]?: SensorStatus } = {
  addSensor: 'pending_create',
  connectBaseStation: 'pending_create',
  editSensor: 'pending_update',
  deleteSensor: 'pending_delete',
};

/** The sensors that a unit has, or is about to get, errors first and then by name. */
export async function sensorsOf(db: Database, deviId: number): Promise<SensorRecord[]> {
  const all = await allSensorsOf(db, deviId);
  return all.filter(isOfUnit).sort((a, b) => bySensorStatus(a, b) || byName(a.name, b.name) || a.deseId - b.deseId);
}

/** The unit has it, or is about to get it; otherwise it only heard it. */
const isOfUnit = ({ saved, waiting, status }: SensorRecord): boolean => saved || waiting || status === 'control_error';

/** The sensors with these numbers that their units have, or are about to get. */
export async function sensorsNumbered(db: Database, deseIds: readonly number[]): Promise<SensorRecord[]> {
  return (await sensorsWhere(db, inArray(sensors.deseId, [...deseIds]))).filter(isOfUnit);
}

/** Also those that the unit only heard. */
export const allSensorsOf = (db: Database, deviId: number): Promise<SensorRecord[]> =>
  sensorsWhere(db, eq(sensors.deviId, deviId));

async function sensorsWhere(db: Database, condition: SQL | undefined): Promise<SensorRecord[]> {
  const last = db
    .select({
      kind: sql<SensorCommand['kind'] | null>`${commands.command} ->> 'kind'`.as('kind'),
      state: commands.state,
      endedAt: sql<string | null>`${commands.endedAt}::text`.as('ended_text'),
    })
    .from(commands)
    .where(
      and(
        eq(commands.deviId, sensors.deviId),
        eq(sql`${commands.command} ->> 'gatewayId'`, sensors.gatewayId),
        ne(sql`${commands.command} ->> 'kind'`, 'captureImage'), // changes nothing of the sensor
      ),
    )
    .orderBy(sql`${commands.commandId} desc`)
    .limit(1)
    .as('last');
  const rows = await db
    .select({ sensor: getTableColumns(sensors), kind: last.kind, state: last.state, endedAt: last.endedAt })
    .from(sensors)
    .leftJoinLateral(last, sql`true`)
    .where(condition);
  return rows.map(({ sensor, ...command }) => shown(sensor, command));
}

function shown(sensor: SensorRow, { kind, state, endedAt }: LastCommand): SensorRecord {
  if (kind !== null && (state === 'pending' || (state === 'sent' && endedAt === null)))
    return { ...sensor, status: pendingStatus[kind] ?? sensor.status, waiting: true };
  const hasFailed = state === 'failed' || state === 'expired';
  // Whatever the sensor says after that counts again.
  const isOver = endedAt !== null && sensor.lastContact !== null && sensor.lastContact > new Date(endedAt);
  if (hasFailed && !isOver) return { ...sensor, status: 'control_error', waiting: false };
  if (sensorKindOf(sensor.typeCode) === 'homeSensor' || !sensor.saved) return { ...sensor, waiting: false };
  return { ...sensor, status: sensor.connected ? 'connected' : 'disconnected', waiting: false };
}

/** The sensors of a device with these ids of the unit, with what waits. */
export const sensorsNamed = (db: Database, deviId: number, gatewayIds: readonly string[]): Promise<SensorRecord[]> =>
  sensorsWhere(
    db,
    and(
      eq(sensors.deviId, deviId),
      sql`${sensors.gatewayId} in (select json_array_elements_text(${jsonRows(gatewayIds)}))`,
    ),
  );

/** One sensor of a device; undefined: it has none with this number. */
export async function findSensor(db: Database, deviId: number, deseId: number): Promise<SensorRecord | undefined> {
  return (await allSensorsOf(db, deviId)).find((sensor) => sensor.deseId === deseId);
}

/** Removes sensors from a device: all of them, or these. */
export async function removeSensors(tx: Database, deviId: number, gatewayIds?: readonly string[]): Promise<void> {
  const these = gatewayIds === undefined ? undefined : inArray(sensors.gatewayId, [...gatewayIds]);
  await tx.delete(sensors).where(and(eq(sensors.deviId, deviId), these));
}
