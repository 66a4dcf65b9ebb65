import { metresOutside } from '@varde/catalogue/geofences';
import type { api } from '@varde/contract/api';
import { type Look, recordLook } from '#domain/audit/audit-looks.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { findDevice } from '#domain/devices/find-device.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { fencesOf, fencesSharedWith } from '#domain/geofences/geofences.ts';
import { unavailableChannels } from '#domain/notifications/working-channels.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import { epoch } from '#platform/clock/epoch.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { changeHandlers, type GeofenceDependencies } from './change-handlers.ts';
import { customersToShareWith } from './customers-to-share-with.ts';
import { defaultGeofenceHandlers } from './default-geofence-handlers.ts';
import { mayHaveFences } from './fenced-device.ts';
import { locationsFor } from './indoor-choices.ts';
import { presentGeofences, presentShape } from './present-geofence.ts';

type Dependencies = GeofenceDependencies & Pick<FeatureDependencies, 'working'>;

/** Fences of others that are offered for reuse. */
const offered = 200;

/** The geofences of each device. */
export function geofenceHandlers(dependencies: Dependencies): Handlers<(typeof api)['geofences']> {
  const { db, clock, working } = dependencies;

  async function positioned(caller: Caller, deviId: number): Promise<DeviceRecord> {
    const device = await findDevice(db, caller.scopeOf('DEVICE_GEOFENCE'), deviId);
    if (device === undefined) throw new AppError('notFound');
    if (!mayHaveFences(device)) throw new AppError('notAllowed');
    return device;
  }
  const look = (action: Look['action'], by: Caller, { custId, deviId }: DeviceRecord) =>
    recordLook(db, { action, at: new Date(clock.now()), by, custId, deviId });

  /** Where the device is: for callers with its map, and each look is recorded. */
  async function located(caller: Caller, deviId: number): Promise<DeviceRecord> {
    const device = await positioned(caller, deviId);
    requireMap(caller, device);
    await look('positions.read', caller, device);
    return device;
  }

  return {
    ...changeHandlers(dependencies),
    ...defaultGeofenceHandlers(dependencies),
    async listGeofences({ params: { deviId } }, caller) {
      const device = await positioned(caller, deviId);
      await look('geofence.read', caller, device);
      const fences = await fencesOf(db, await presentAssignmentId(db, deviId));
      const { custId } = device;
      return {
        geofences: presentGeofences(fences, custId, caller),
        abilities: [
          ...(caller.acting.may('DEVICE_GEOFENCE', custId) ? (['add'] as const) : []),
          ...(caller.may('DEVICE_ACCESS_MAP', custId) ? (['map'] as const) : []),
        ],
        unavailable: unavailableChannels(working),
      };
    },

    async listGlobalGeofences({ params: { deviId } }, caller) {
      const { custId } = await positioned(caller, deviId);
      const assignmentId = await presentAssignmentId(db, deviId);
      return { geofences: (await fencesSharedWith(db, { custId, assignmentId }, offered)).map(presentShape) };
    },

    async listGeofenceIndoorLocations({ params: { deviId } }, caller) {
      const { custId } = await positioned(caller, deviId);
      const assignmentId = await presentAssignmentId(db, deviId);
      const found = await locationsFor(db, { custId, assignmentId });
      return { indoorLocations: found.map(({ inloId, name }) => ({ inloId, name })) };
    },

    async listGeofenceCustomers({ params: { deviId } }, caller) {
      const { custId } = await positioned(caller, deviId);
      return { custId, customers: await customersToShareWith(db, custId, caller) };
    },

    async getGeofencePosition({ params: { deviId } }, caller) {
      const { posLati, posLong, posTime, posType, posAccuracy, place } = await located(caller, deviId);
      return { posLati, posLong, posTime: epoch(posTime), posType, posAccuracy, place };
    },

    async getGeofenceDistance({ params: { deviId, geofenceId } }, caller) {
      const { posLati: lat, posLong: lng, posTime } = await located(caller, deviId);
      const fences = await fencesOf(db, await presentAssignmentId(db, deviId));
      const fence = fences.find((one) => one.geofenceId === geofenceId);
      if (fence === undefined) throw new AppError('notFound');
      if (lat === null || lng === null || fence.kind === 'indoor') return { distance: null, posTime: null };
      const metres = metresOutside({ ...fence, circle: fence.kind === 'circle' }, { lat, lng });
      return { distance: Math.round(metres), posTime: epoch(posTime) };
    },
  };
}

function requireMap(caller: Caller, { custId }: DeviceRecord): void {
  if (caller.may('DEVICE_ACCESS_MAP', custId)) return;
  throw new AppError(caller.seesPositions ? 'notAllowed' : 'positionsNotice');
}
