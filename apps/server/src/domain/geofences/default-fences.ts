import type { GeofenceForm } from '@varde/contract/geofence-form';
import { and, eq, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { presentAssignmentId } from '../devices/device-note.ts';
import { unknownState } from './fence-state.ts';
import { fenceValuesOf } from './fence-values.ts';
import { addFence } from './geofences.ts';
import { customerGeofences, geofences } from './tables.ts';

/** Whose devices of a type. */
interface Defaults {
  custId: number;
  dehaId: number;
}

/** The standard fences of a customer for a type of device; a stock has none, since nobody wears its units. */
export interface StoredDefaultFences {
  /** Of the customer itself; null: it has those of the customer above. */
  own: GeofenceForm[] | null;
  /** Of the nearest customer above that has some. */
  inherited: { geofences: GeofenceForm[]; customerName: string } | null;
  /** Of its own; 0: it has none. */
  rev: number;
  /** The name of who saved them last; null: unknown. */
  changedBy: string | null;
}

export async function defaultFencesOf(db: Database, { custId, dehaId }: Defaults): Promise<StoredDefaultFences> {
  const rows = await queryRows<{
    fences: GeofenceForm[];
    firm_name: string;
    is_own: boolean;
    rev: number;
    changed_by: string | null;
  }>(
    db,
    sql`select g.fences, c.firm_name, c.cust_id = own.cust_id as is_own, g.rev::float8 as rev,
        name_of_user(g.changed_by) as changed_by
      from customers own join customers c on c.cust_id = any (own.path)
      join customer_geofences g on g.cust_id = c.cust_id
      where own.cust_id = ${custId} and own.kind <> 'stock' and g.deha_id = ${dehaId} order by cardinality(c.path) desc`,
  );
  const own = rows.find(({ is_own }) => is_own);
  const above = rows.find(({ is_own }) => !is_own);
  return {
    own: own?.fences ?? null,
    ...{ rev: own?.rev ?? 0, changedBy: own?.changed_by ?? null },
    inherited: above === undefined ? null : { geofences: above.fences, customerName: above.firm_name },
  };
}

/** Null: the customer has those of the customer above. The caller's transaction holds the lock of the customer. */
export async function storeDefaultFences(
  tx: Database,
  { custId, dehaId, changedBy }: Defaults & { changedBy: number },
  fences: GeofenceForm[] | null,
): Promise<void> {
  if (fences === null) {
    const { custId: ofCustomer, dehaId: ofType } = customerGeofences;
    await tx.delete(customerGeofences).where(and(eq(ofCustomer, custId), eq(ofType, dehaId)));
    return;
  }
  await tx
    .insert(customerGeofences)
    .values({ custId, dehaId, fences, changedBy })
    .onConflictDoUpdate({
      target: [customerGeofences.custId, customerGeofences.dehaId],
      set: { fences, changedBy, rev: sql`nextval('rev_seq')` },
    });
}

/**
 * Gives the present wearer of a device copies of the standard fences of its customer. The caller's transaction holds the
 * lock of the device, which has no other fences yet.
 */
export async function giveDefaultFences(
  tx: Database,
  { deviId, ...defaults }: Defaults & { deviId: number },
): Promise<void> {
  const { own, inherited } = await defaultFencesOf(tx, defaults);
  const fences = own ?? inherited?.geofences ?? [];
  if (fences.length === 0) return;
  const assignmentId = await presentAssignmentId(tx, deviId);
  for (const fence of fences)
    await addFence(tx, { ...unknownState, ...fenceValuesOf(fence, []), ofDefaults: true, assignmentId, deviId });
}

/**
 * Takes the copies back from the present wearer of a device that becomes a clone: the fences of a pair are those of its
 * master. Those of former wearers stay theirs.
 */
export async function takeDefaultFences(tx: Database, deviId: number): Promise<void> {
  const assignmentId = await presentAssignmentId(tx, deviId);
  await tx.delete(geofences).where(and(eq(geofences.assignmentId, assignmentId), eq(geofences.ofDefaults, true)));
}
