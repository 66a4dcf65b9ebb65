import { hardwareById } from '@varde/catalogue/hardware/index';
import type { api } from '@varde/contract/api';
import { recordAudit } from '#domain/audit/audit.ts';
import { findCustomerName } from '#domain/customers/customers.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { defaultFencesOf, storeDefaultFences } from '#domain/geofences/default-fences.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';

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

    saveDefaultGeofences: ({ params, body: { geofences } }, caller) =>
      db.transaction(async (tx) => {
        const before = await present(tx, params, caller);
        if (!before.changeable) throw new AppError('notAllowed');
        if (JSON.stringify(before.geofences) === JSON.stringify(geofences)) return before;
        await storeDefaultFences(tx, params, geofences);
        const { custId, dehaId } = params;
        await recordAudit(tx, {
          ...{ action: 'defaultGeofences.saved', at: new Date(clock.now()), by: caller, custId },
          subject: { kind: 'customer', id: custId },
          before: { dehaId, geofences: before.geofences?.length ?? null },
          after: { dehaId, geofences: geofences?.length ?? null },
        });
        return present(tx, params, caller);
      }),
  };
}

/** Throws `notFound` for a customer out of scope, and for a type that does not know where it is. */
async function present(tx: Database, { custId, dehaId }: Defaults, caller: Caller) {
  const customer = await findCustomerName(tx, caller.scopeOf('CUSTOMER_GEOFENCE'), custId);
  if (customer === undefined || !hardwareById(dehaId)?.capabilities.positioning) throw new AppError('notFound');
  const { own, inherited } = await defaultFencesOf(tx, { custId, dehaId });
  const changeable = caller.acting.may('CUSTOMER_GEOFENCE', custId);
  return { custId, dehaId, geofences: own, inherited, changeable };
}
