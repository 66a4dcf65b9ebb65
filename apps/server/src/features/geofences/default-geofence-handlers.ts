import { changedParts } from '@varde/catalogue/geofence-parts';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { api } from '@varde/contract/api';
import type { GeofenceForm } from '@varde/contract/geofence-form';
import { recordAudit } from '#domain/audit/audit.ts';
import { findCustomerName, lockCustomer } from '#domain/customers/customers.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { defaultFencesOf, storeDefaultFences } from '#domain/geofences/default-fences.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { refuseStale } from './present-geofence.ts';

type Call = 'getDefaultGeofences' | 'saveDefaultGeofences';

interface Defaults {
  custId: number;
  dehaId: number;
}

/** The standard fences of customers, by type of device. */
export function defaultGeofenceHandlers({
  db,
  clock,
}: Pick<FeatureDependencies, 'db' | 'clock'>): Pick<Handlers<(typeof api)['geofences']>, Call> {
  return {
    getDefaultGeofences: ({ params }, caller) => present(db, params, caller),

    saveDefaultGeofences: ({ params, body: { geofences, rev } }, caller) =>
      db.transaction(async (tx) => {
        const { custId, dehaId } = params;
        const { changeable } = await present(tx, params, caller);
        if (!changeable) throw new AppError('notAllowed');
        await lockCustomer(tx, custId);
        const before = await present(tx, params, caller);
        refuseStale(before, rev);
        if (isSame(before.geofences, geofences)) return before;
        await storeDefaultFences(tx, { ...params, changedBy: caller.userId }, geofences);
        await recordAudit(tx, {
          ...{ action: 'defaultGeofences.saved', at: new Date(clock.now()), by: caller, custId },
          subject: { kind: 'customer', id: custId },
          before: { dehaId, geofences: before.geofences?.length ?? null },
          after: {
            ...{ dehaId, geofences: geofences?.length ?? null },
            ...changesOf(before.geofences ?? [], geofences ?? []),
          },
        });
        return present(tx, params, caller);
      }),
  };
}

/** Throws `notFound` for a customer out of scope, and for a type that does not know where it is. */
async function present(tx: Database, { custId, dehaId }: Defaults, caller: Caller) {
  const customer = await findCustomerName(tx, caller.scopeOf('CUSTOMER_GEOFENCE'), custId);
  if (customer === undefined || !hardwareById(dehaId)?.capabilities.positioning) throw new AppError('notFound');
  const { own, ...stored } = await defaultFencesOf(tx, { custId, dehaId });
  const changeable = caller.acting.may('CUSTOMER_GEOFENCE', custId);
  return { custId, dehaId, geofences: own, ...stored, changeable };
}

function isSame(before: readonly GeofenceForm[] | null, after: readonly GeofenceForm[] | null): boolean {
  if (before === null || after === null) return before === after;
  if (before.length !== after.length) return false;
  return before.every((fence, index) => {
    const now = after[index];
    return now !== undefined && changedParts(fence, now).length === 0;
  });
}

/** What an entry of the audit log says of a change. Standard fences have no numbers: one with another name is another one. */
function changesOf(before: readonly GeofenceForm[], after: readonly GeofenceForm[]) {
  const namesakes = (fences: readonly GeofenceForm[], { name }: GeofenceForm) =>
    fences.filter((one) => one.name === name);
  const added = after.filter((fence) => namesakes(before, fence).length === 0).length;
  const removed = before.filter((fence) => namesakes(after, fence).length === 0).length;
  const changed = new Set(after.flatMap((now) => namesakes(before, now).flatMap((fence) => changedParts(fence, now))));
  return {
    ...(added > 0 && { added }),
    ...(removed > 0 && { removed }),
    ...(changed.size > 0 && { changed: [...changed] }),
  };
}
