import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import type { DeviceRecord } from './device-row.ts';
import { devices } from './tables.ts';
import { tellTwins } from './tell-twins.ts';

type Row = typeof devices.$inferInsert;
type Changed = { [F in Exclude<keyof Row, 'deviId' | 'rev'>]?: Row[F] | SQL };

/** What the other unit of a pair is told (`tellTwins`). */
const toldToTwin = ['deviceName', 'status', 'userTag'] as const satisfies (keyof Changed)[];

/**
 * Changes columns of a locked device, and returns its row with its next revision. Lock the other unit of a pair too
 * (`lockWithTwin`) for a change that it is told of.
 */
export async function changeDevice(tx: Database, deviId: number, changed: Changed): Promise<DeviceRecord> {
  const [device] = await tx
    .update(devices)
    .set({ ...changed, rev: sql`nextval('rev_seq')` })
    .where(eq(devices.deviId, deviId))
    .returning();
  if (device === undefined) throw new Error(`device ${deviId} is gone while it is locked`);
  if (device.twinDevice !== null && toldToTwin.some((key) => key in changed)) await tellTwins(tx, [deviId]);
  return device;
}
