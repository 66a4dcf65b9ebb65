import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { jsonRows } from '#platform/database/json-rows.ts';
import type { DeviceRecord } from './device-row.ts';

/** Stores until when these devices are tracked, with their next revision, and sets that revision on the records. */
export async function saveTracking(tx: Database, changed: readonly DeviceRecord[]): Promise<void> {
  if (changed.length === 0) return;
  const rows = changed.map((device) => ({ devi_id: device.deviId, tracking_until: device.trackingUntil }));
  const saved = await queryRows<{ devi_id: number; rev: string | number }>(
    tx,
    sql`update devices set tracking_until = n.tracking_until, rev = nextval('rev_seq')
        from json_populate_recordset(null::devices, ${jsonRows(rows)}) n
        where devices.devi_id = n.devi_id
        returning devices.devi_id, devices.rev`,
  );
  const revs = new Map(saved.map((row) => [row.devi_id, Number(row.rev)]));
  for (const device of changed) device.rev = revs.get(device.deviId) ?? device.rev;
}
