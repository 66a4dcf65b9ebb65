import { batteryWarningAfter } from '@varde/catalogue/battery';
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database.ts';
import type { DeviceRecord } from './device-row.ts';
import { flagColumns } from './flag-columns.ts';

/** The battery thresholds that users have set for these devices, by number of the device. */
export async function batteryThresholdsOf(
  db: Database,
  deviIds: readonly number[],
): Promise<Map<number, number>> {
  if (deviIds.length === 0) return new Map();
  const rows = await queryRows<{ deviId: number; threshold: number }>(
    db,
    sql`select devi_id as "deviId", desired::int as threshold from device_settings
        where key = 'batteryThreshold' and desired is not null
          and devi_id = any(${sql.param([...deviIds])}::int[])`,
  );
  return new Map(rows.map(({ deviId, threshold }) => [deviId, threshold]));
}

/** Flags and status of a device whose battery is judged by a new threshold; null when they stay. */
export function flagsAtThreshold(
  device: DeviceRecord,
  threshold: number,
): Pick<DeviceRecord, 'flags' | 'status'> | null {
  const { battery, charging } = device;
  const before = device.flags.includes('batteryWarning');
  const after = batteryWarningAfter(before, { level: battery ?? undefined, charging }, threshold);
  if (after === before) return null;
  const others = device.flags.filter((flag) => flag !== 'batteryWarning');
  return flagColumns(new Set(after ? [...others, 'batteryWarning'] : others), device);
}
