import { hardwareById } from '@varde/catalogue/hardware/index';
import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { commands } from './tables.ts';

/** Seconds after which nobody waits for a scan any more (specification 2, section 9 "Scan timeout"). */
export const scanSeconds = (dehaId: number): number => hardwareById(dehaId)?.capabilities.wifiScan?.timeoutSeconds ?? 0;

const isScan = sql`${commands.command} ->> 'kind' = 'scanWifi'`;

/**
 * Those of these devices with a scan that has not timed out, and was not cancelled. One that the device has answered
 * runs on, because more of its messages may list access points, also where it refused for want of a GPS position.
 */
export async function devicesScanning(
  db: Database,
  devices: readonly { deviId: number; dehaId: number }[],
  now: number,
): Promise<Set<number>> {
  const able = devices.filter(({ dehaId }) => scanSeconds(dehaId) > 0);
  if (able.length === 0) return new Set();
  const longest = Math.max(...able.map(({ dehaId }) => scanSeconds(dehaId)));
  const rows = await db
    .select({ deviId: commands.deviId, createdAt: commands.createdAt })
    .from(commands)
    .where(
      and(
        inArray(
          commands.deviId,
          able.map(({ deviId }) => deviId),
        ),
        gt(commands.createdAt, new Date(now - longest * 1000)),
        ne(commands.state, 'cancelled'),
        isScan,
      ),
    );
  const secondsOf = new Map(able.map(({ deviId, dehaId }) => [deviId, scanSeconds(dehaId)]));
  const runs = rows.filter(({ deviId, createdAt }) => {
    const end = createdAt.getTime() + (secondsOf.get(deviId) ?? 0) * 1000;
    return now < end && createdAt.getTime() <= now;
  });
  return new Set(runs.map(({ deviId }) => deviId));
}

/** The latest scan of a device in the last two days. */
export async function latestScan(db: Database, deviId: number, now: number) {
  const since = new Date(now - 2 * 86_400_000);
  const [row] = await db
    .select({ state: commands.state, reason: commands.reason, createdAt: commands.createdAt })
    .from(commands)
    .where(and(eq(commands.deviId, deviId), gt(commands.createdAt, since), isScan))
    .orderBy(desc(commands.commandId))
    .limit(1);
  return row;
}
