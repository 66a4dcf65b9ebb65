import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import type { DeviceRecord } from './device-row.ts';
import { tellTwins } from './tell-twins.ts';

/** The result of `flagColumns` for a device. */
export type DeviceFlags = Pick<DeviceRecord, 'deviId' | 'flags' | 'status'>;

/**
 * Stores flags and status of these devices, which are locked with the other units of their pairs. Returns the new
 * revision of each.
 */
export async function saveFlags(tx: Database, rows: readonly DeviceFlags[]): Promise<Map<number, number>> {
  const columns = rows.map(({ deviId, flags, status }) => ({ devi_id: deviId, flags, status }));
  const saved = await queryRows<{ devi_id: number; rev: string | number; twin: string }>(
    tx,
    sql`update devices set flags = n.flags, status = n.status, rev = nextval('rev_seq')
        from json_populate_recordset(null::devices, ${JSON.stringify(columns)}::json) n
        where devices.devi_id = n.devi_id
        returning devices.devi_id, devices.rev, devices.twin`,
  );
  await tellTwins(
    tx,
    saved.filter(({ twin }) => twin !== 'NONE').map((row) => row.devi_id),
  );
  return new Map(saved.map((row) => [row.devi_id, Number(row.rev)]));
}
