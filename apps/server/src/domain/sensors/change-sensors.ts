import type { SensorChanges, SensorCommand } from '@varde/catalogue/sensor-commands';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { cancelPending, queueCommand } from '../commands/commands.ts';
import { commands } from '../commands/tables.ts';
import { sensors } from './tables.ts';

/** Who changes a sensor, and when. */
export interface SensorChange {
  deviId: number;
  userId: number;
  at: Date;
}

/** The most sensors of a unit, with those that wait to be added. */
export const mostSensors = 200;

/** Queues a command about sensors. In the caller's transaction, which holds the device's lock. */
export const queueSensorCommand = (
  tx: Database,
  { deviId, userId, at }: SensorChange,
  command: SensorCommand,
): Promise<number> => queueCommand(tx, { deviId, userId, at, command });

/**
 * Stores changes of a sensor and queues them for its unit. What still waits for the same sensor goes along, so that one
 * command at most waits for each.
 */
export async function changeSensor(
  tx: Database,
  change: SensorChange,
  gatewayId: string,
  changes: SensorChanges,
): Promise<void> {
  const { deviId, at } = change;
  const waiting = await tx
    .select({ commandId: commands.commandId, command: commands.command })
    .from(commands)
    .where(
      and(
        eq(commands.deviId, deviId),
        eq(commands.state, 'pending'),
        sql`${commands.command} ->> 'kind' = 'editSensor'`,
        sql`${commands.command} ->> 'gatewayId' = ${gatewayId}`,
      ),
    )
    .orderBy(commands.commandId);
  let all: SensorChanges = {};
  for (const { commandId, command } of waiting) {
    all = { ...all, ...(command as Extract<SensorCommand, { changes: SensorChanges }>).changes };
    await cancelPending(tx, commandId, { at, reason: 'superseded' });
  }
  await tx.update(sensors).set(changes).where(ofUnit(deviId, gatewayId));
  await queueSensorCommand(tx, change, { kind: 'editSensor', gatewayId, changes: { ...all, ...changes } });
}

/** A sensor that its unit does not have yet, and is told to take. One that it heard keeps what is known of it. */
export async function addSensor(
  tx: Database,
  change: SensorChange,
  { gatewayId, name, rssi }: { gatewayId: string; name: string; rssi: number | null },
): Promise<void> {
  const { deviId, at } = change;
  await tx
    .insert(sensors)
    .values({ deviId, gatewayId, name, rssi, rssiAt: rssi === null ? null : at, saved: false })
    .onConflictDoUpdate({
      target: [sensors.deviId, sensors.gatewayId],
      set: { name, ...(rssi !== null && { rssi, rssiAt: at }) },
    });
  await queueSensorCommand(tx, change, { kind: 'addSensor', gatewayId, name });
}

/** Cancels what waits for a sensor and was not sent. */
export async function cancelSensorCommands(
  tx: Database,
  { deviId, at }: SensorChange,
  gatewayId: string,
): Promise<void> {
  const waiting = await tx
    .select({ commandId: commands.commandId })
    .from(commands)
    .where(
      and(
        eq(commands.deviId, deviId),
        eq(commands.state, 'pending'),
        sql`${commands.command} ->> 'gatewayId' = ${gatewayId}`,
      ),
    );
  for (const { commandId } of waiting) await cancelPending(tx, commandId, { at, reason: 'superseded' });
}

/** Forgets what a unit heard and does not have, before it begins to learn again. Those that it is about to get stay. */
export async function forgetFound(tx: Database, deviId: number): Promise<void> {
  await tx.delete(sensors).where(
    and(
      eq(sensors.deviId, deviId),
      eq(sensors.saved, false),
      sql`not exists (select from commands c where c.devi_id = ${sensors.deviId}
        and c.command ->> 'gatewayId' = ${sensors.gatewayId} and c.state in ('pending', 'sent') and c.ended_at is null)`,
    ),
  );
}

const ofUnit = (deviId: number, gatewayId: string) => and(eq(sensors.deviId, deviId), eq(sensors.gatewayId, gatewayId));
