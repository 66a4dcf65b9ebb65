import type { AccessPoint } from '@varde/catalogue/report';
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';

/** A message that lists the access points and beacons around a device. */
export interface Scan {
  /** When it happened, Unix milliseconds. */
  at: number;
  lat: number | null;
  lng: number | null;
  accessPoints: AccessPoint[];
}

/** An access point or beacon as the scans of a device have it. */
export interface HeardMac extends Pick<AccessPoint, 'macAddress' | 'type'> {
  name: string | null;
  rssi: number | null;
  latestTimestamp: number;
  receivedCount: number;
  visible: boolean;
  lat: number | null;
  lng: number | null;
}

// A device may send addresses at random, so all of it is bounded: messages searched, scans read, entries of each. Only
// the time of receipt is indexed: it is before the beginning of the assignment only if the server's clock was set back.
const [searchedMessages, readScans, readEntries] = [2000, 500, 30];

/**
 * The latest scans of a device in an assignment. They are read from its transactions and stored nowhere else, so that
 * they follow the rights, the retention and the erasure of these.
 */
export function scansOf(db: Database, deviId: number, assignmentId: number): Promise<Scan[]> {
  return queryRows<Scan>(
    db,
    sql`select (extract(epoch from coalesce(t.device_time, t.rec_ts)) * 1000)::float8 as at,
        t.pos_lati as lat, t.pos_long as lng,
        jsonb_path_query_array(t.detail, ${`$.accessPoints[0 to ${readEntries - 1}]`}::jsonpath) as "accessPoints"
      from (
        select rec_ts, tran_id, device_time, pos_lati, pos_long, detail from transactions
        where devi_id = ${deviId} and assignment_id = ${assignmentId}
          and rec_ts >= coalesce((select begins_at - interval '1 day' from device_assignments
            where assignment_id = ${assignmentId}), '-infinity')
        order by rec_ts desc, tran_id desc limit ${searchedMessages}
      ) t
      where jsonb_typeof(t.detail -> 'accessPoints') = 'array'
      order by at desc, t.tran_id desc limit ${readScans}`,
  );
}

/** Each access point and beacon of the scans once, as it was heard last. The scans are given latest first. */
export function heardMacs(scans: readonly Scan[]): HeardMac[] {
  const heard = new Map<string, HeardMac>();
  for (const scan of scans)
    for (const point of scan.accessPoints) {
      const { macAddress, type } = point;
      const own = point.lat !== undefined && point.lng !== undefined ? point : null;
      const { lat = null, lng = null } = own ?? scan;
      const before = heard.get(macAddress);
      if (before === undefined)
        heard.set(macAddress, {
          ...{ macAddress, type, lat, lng, receivedCount: 1, latestTimestamp: scan.at },
          name: point.name ?? null,
          rssi: point.signalStrength ?? null,
          visible: scan === scans[0],
        });
      else {
        before.receivedCount += 1;
        before.name ??= point.name ?? null;
        if (before.lat === null) Object.assign(before, { lat, lng });
      }
    }
  return [...heard.values()];
}
