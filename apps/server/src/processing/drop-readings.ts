import type { Sample } from '@varde/catalogue/report';
import { healthHeartRateBloodPressure } from '@varde/catalogue/settings/general';
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import type { MessageEntry } from './batch.ts';

/** The messages with readings of heart rate or blood pressure from devices whose setting says that these are not kept. */
export async function messagesWithUnwantedReadings(
  tx: Database,
  messages: readonly MessageEntry[],
): Promise<Set<MessageEntry>> {
  const measured = messages.filter(({ uplink }) => uplink.report.samples.some(isMeasured));
  if (measured.length === 0) return new Set();
  const rows = await queryRows<{ devi_id: number }>(
    tx,
    sql`select devi_id from device_settings
        where key = ${healthHeartRateBloodPressure.key} and desired = 'false'::jsonb
          and devi_id = any(${sql.param(measured.map(({ device }) => device.before.deviId))}::int[])`,
  );
  const unwanted = new Set(rows.map(({ devi_id }) => devi_id));
  return new Set(measured.filter(({ device }) => unwanted.has(device.before.deviId)));
}

const isMeasured = ({ health = {} }: Sample): boolean =>
  health.heartRate !== undefined || health.systolic !== undefined || health.diastolic !== undefined;

/** A sample without heart rate and blood pressure. What the decoder did not understand goes too: it may hold them. */
export function withoutReadings(sample: Sample): Sample {
  const { health: { heartRate, systolic, diastolic, ...others } = {}, unknown, ...rest } = sample;
  return Object.keys(others).length > 0 ? { ...rest, health: others } : rest;
}
