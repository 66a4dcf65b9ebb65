import type { LatLng } from '@varde/catalogue/geofences';
import { and, asc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { type JsonRows, jsonRows, parseRows, rowsAsJson } from '#platform/database/json-rows.ts';
import { idsNamed, prepared } from '#platform/database/prepared.ts';
import { withReach } from '#platform/database/reach.ts';
import { presentAssignment, presentAssignmentId } from '../devices/device-note.ts';
import { nameOrder } from '../search-words.ts';
import { type FenceSettings, fenceSettingKeys, fenceSettingsIn } from './fence-settings.ts';
import { type FenceState, unknownState } from './fence-state.ts';
import { type GeofenceRecord, geofences } from './tables.ts';

/** The editable columns of a fence. */
export type FenceValues = Pick<
  GeofenceRecord,
  | 'name'
  | 'kind'
  | 'radius'
  | 'vertices'
  | 'inloIds'
  | 'enabled'
  | 'enabledTime'
  | 'enabledTimeFrom'
  | 'enabledTimeTo'
  | 'delayMinutes'
  | 'alertByCall'
  | 'sharedCustId'
>;

/** A fence with the name of the user who changed it last; null: unknown. */
export type WearersFence = GeofenceRecord & { changedByName: string | null };

/** The fences of an assignment, oldest first. */
export function fencesOf(db: Database, assignmentId: number): Promise<WearersFence[]> {
  return db
    .select({
      ...getTableColumns(geofences),
      changedByName: sql<string | null>`name_of_user(${geofences.changedBy})`,
    })
    .from(geofences)
    .where(eq(geofences.assignmentId, assignmentId))
    .orderBy(asc(geofences.geofenceId));
}

/**
 * Fences of other wearers that are shared with a customer or with one above it, by name; at most `limit`. Whether such a
 * wearer still has the device is known of devices of other customers too, whoever asks.
 */
export function fencesSharedWith(
  db: Database,
  { custId, assignmentId }: { custId: number; assignmentId: number },
  limit: number,
): Promise<GeofenceRecord[]> {
  return withReach('all', async () => {
    const found = await db
      .select()
      .from(geofences)
      .where(
        and(
          isNotNull(geofences.sharedCustId),
          sql`${geofences.sharedCustId} = any (select unnest(c.path) from customers c where c.cust_id = ${custId})`,
          sql`${geofences.assignmentId} <> ${assignmentId}`,
          // One of a wearer who has handed the device back is no longer offered.
          sql`exists (select from device_assignments a where a.assignment_id = ${geofences.assignmentId} and a.ends_at is null)`,
        ),
      )
      .orderBy(nameOrder(sql`${geofences.name}`), asc(geofences.geofenceId))
      .limit(limit);
    return found;
  });
}

type FenceToAdd = FenceValues &
  FenceState &
  Pick<GeofenceRecord, 'assignmentId' | 'deviId'> &
  Partial<Pick<GeofenceRecord, 'ofDefaults' | 'changedBy'>>;

/** Adds a fence; returns its number. The caller's transaction holds the lock of the device. */
export async function addFence(tx: Database, fence: FenceToAdd): Promise<number> {
  const [added] = await tx.insert(geofences).values(fence).returning({ geofenceId: geofences.geofenceId });
  if (added === undefined) throw new Error('the database returned no geofence');
  return added.geofenceId;
}

/** Changes a fence, which gets its next revision. The caller's transaction holds the lock of the device. */
export async function changeFence(
  tx: Database,
  geofenceId: number,
  values: FenceValues & Partial<FenceState> & Pick<GeofenceRecord, 'changedBy'>,
): Promise<void> {
  await tx
    .update(geofences)
    .set({ ...values, rev: sql`nextval('rev_seq')` })
    .where(eq(geofences.geofenceId, geofenceId));
}

export async function removeFence(tx: Database, geofenceId: number): Promise<void> {
  await tx.delete(geofences).where(eq(geofences.geofenceId, geofenceId));
}

/** Moves the fences of an assignment to the present one of another device, replacing those there. */
export async function moveFences(tx: Database, fromAssignment: number, toDevice: number): Promise<void> {
  const assignmentId = await presentAssignmentId(tx, toDevice);
  await tx.delete(geofences).where(eq(geofences.assignmentId, assignmentId));
  await tx
    .update(geofences)
    // The other device has its own positions: what was known came from the former one.
    .set({ ...unknownState, assignmentId, deviId: toDevice })
    .where(eq(geofences.assignmentId, fromAssignment));
}

/** An enabled fence of a present wearer, and what judging it asks for. */
export type FenceToJudge = GeofenceRecord &
  FenceSettings & {
    /** Of the device's customer. */
    market: number;
    /** Where the indoor locations of an indoor fence are. */
    places: readonly LatLng[];
  };

/** The enabled fences of the present wearers of these devices. They are locked with their device. */
export async function fencesToJudge(tx: Database, deviIds: readonly number[]): Promise<FenceToJudge[]> {
  const [found] = await findFences(tx, { deviIds });
  const fences = parseRows<typeof geofences, JudgedWith>(geofences, found?.rows ?? null);
  return fences.map(({ settings, ...fence }) => ({ ...fence, ...fenceSettingsIn(settings) }));
}

type JudgedWith = Pick<FenceToJudge, 'market' | 'places'> & { settings: Record<string, unknown> };

const findFences = prepared<JsonRows>(
  'fences_to_judge',
  rowsAsJson(sql`select g.*, c.market, coalesce((select json_object_agg(s.key, s.desired) from device_settings s
        where s.devi_id = g.devi_id and s.key = any (${sql.param([...fenceSettingKeys])}::text[])), '{}') as settings,
      coalesce((select json_agg(json_build_object('lat', l.lat, 'lng', l.lng)) from indoor_locations l
        where l.inlo_id = any (g.inlo_ids)), '[]') as places
    from geofences g
      join devices d on d.devi_id = g.devi_id
      join customers c on c.cust_id = d.cust_id
    where g.devi_id = any (${idsNamed('deviIds')}) and g.enabled
      and g.assignment_id = ${presentAssignment(sql`g.devi_id`)}
    order by g.geofence_id`),
);

/** Stores what is known of these fences. */
export async function saveFenceStates(
  tx: Database,
  rows: readonly (FenceState & Pick<GeofenceRecord, 'geofenceId'>)[],
): Promise<void> {
  const columns = rows.map((row) => ({
    geofence_id: row.geofenceId,
    outside: row.outside,
    outside_since: row.outsideSince,
    outside_heard_at: row.outsideHeardAt,
    outside_fixes: row.outsideFixes,
    crossed: row.crossed,
    judged_at: row.judgedAt,
    last_known_outside: row.lastKnownOutside,
    notified_at: row.notifiedAt,
    still: row.still,
  }));
  await tx.execute(sql`update geofences set outside = n.outside, outside_since = n.outside_since,
      outside_heard_at = n.outside_heard_at, outside_fixes = n.outside_fixes, crossed = n.crossed,
      judged_at = n.judged_at, last_known_outside = n.last_known_outside, notified_at = n.notified_at, still = n.still
    from json_populate_recordset(null::geofences, ${jsonRows(columns)}) n
    where geofences.geofence_id = n.geofence_id`);
}

/** Forgets where the wearer of a locked device is: what happens to its fences begins with the next position. */
export async function forgetFenceStates(tx: Database, deviId: number): Promise<void> {
  await tx.update(geofences).set(unknownState).where(eq(geofences.deviId, deviId));
}

/** Forgets where a wearer was outside, as heard before a time; returns of how many fences. */
export async function forgetStillPlaces(tx: Database, assignmentId: number, before: string): Promise<number> {
  const forgotten = await tx
    .update(geofences)
    .set({ still: null })
    .where(
      and(
        eq(geofences.assignmentId, assignmentId),
        sql`(${geofences.still} ->> 'heardAt')::float8 < extract(epoch from ${before}::timestamptz) * 1000`,
      ),
    )
    .returning({ geofenceId: geofences.geofenceId });
  return forgotten.length;
}

/**
 * Devices whose present wearer is outside an enabled fence whose alarm may become due; ascending, at most `limit` after
 * `after`. Who was never seen inside is missed only when the hours of a fence begin.
 */
export async function devicesOutside(db: Database, after: number, limit: number): Promise<number[]> {
  const rows = await queryRows<{ devi_id: number }>(
    db,
    sql`select distinct g.devi_id from geofences g
        join devices d on d.devi_id = g.devi_id
        join device_assignments a on a.assignment_id = g.assignment_id
      where g.outside and g.enabled and (g.enabled_time or (g.crossed and g.notified_at is null))
        and d.deleted_at is null and a.ends_at is null
        and g.devi_id > ${after}
      order by g.devi_id limit ${limit}`,
  );
  return rows.map(({ devi_id }) => devi_id);
}
