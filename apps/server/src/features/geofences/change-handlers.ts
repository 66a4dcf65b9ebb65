import { changedParts, type FencePart, fenceParts } from '@varde/catalogue/geofence-parts';
import { geofenceLimits } from '@varde/catalogue/geofences';
import type { api } from '@varde/contract/api';
import type { Geofence } from '@varde/contract/geofences';
import { type AuditEntry, recordAudit } from '#domain/audit/audit.ts';
import { sendReportInterval } from '#domain/commands/tracking-values.ts';
import { type Changes, commitAndPublish } from '#domain/commit-and-publish.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { findDevice, lockDevice } from '#domain/devices/find-device.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { afterFix, type FenceState, unknownState } from '#domain/geofences/fence-state.ts';
import { fenceValuesOf } from '#domain/geofences/fence-values.ts';
import {
  addFence,
  changeFence,
  type FenceValues,
  fencesOf,
  removeFence,
  type WearersFence,
} from '#domain/geofences/geofences.ts';
import type { GeofenceRecord } from '#domain/geofences/tables.ts';
import type { WireGroups } from '#domain/settings/wire-groups.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { customersToShareWith } from './customers-to-share-with.ts';
import { mayHaveFences } from './fenced-device.ts';
import { locationsFor } from './indoor-choices.ts';
import { mayEdit, presentGeofences, presentShape, refuseStale } from './present-geofence.ts';

/** A locked device with the fences of its present wearer. */
interface Fenced {
  tx: Database;
  device: DeviceRecord;
  assignmentId: number;
  fences: WearersFence[];
}

export type GeofenceDependencies = Pick<FeatureDependencies, 'db' | 'bus' | 'clock'> & { wireGroups: WireGroups };

type Audited = Pick<AuditEntry, 'action' | 'before' | 'after'>;

export function changeHandlers({
  db,
  bus,
  clock,
  wireGroups,
}: GeofenceDependencies): Pick<Handlers<(typeof api)['geofences']>, 'saveGeofence' | 'deleteGeofence'> {
  /** Changes the fences of a device, audits the change and tells the consoles that show them; null: there is none. */
  const change = <Result>(
    caller: Caller,
    deviId: number,
    work: (fenced: Fenced) => Promise<[Result, Audited | null]>,
  ): Promise<Result> =>
    commitAndPublish({ db, bus }, async (tx, changes: Changes) => {
      const device = await lockDevice(tx, caller.scopeOf('DEVICE_GEOFENCE'), deviId);
      if (device === undefined) throw new AppError('notFound');
      const { custId } = device;
      if (!mayHaveFences(device) || !caller.acting.may('DEVICE_GEOFENCE', custId)) throw new AppError('notAllowed');
      const assignmentId = await presentAssignmentId(tx, deviId);
      const fences = await fencesOf(tx, assignmentId);
      const [result, entry] = await work({ tx, device, assignmentId, fences });
      if (entry === null) return result;
      const at = new Date(clock.now());
      await recordAudit(tx, { ...entry, at, by: caller, custId, deviId });
      await keepReporting(tx, device, { userId: caller.userId, at }, wireGroups);
      changes.publish({ type: 'devicePage', deviId, custId });
      changes.commandsOf(deviId);
      return result;
    });

  return {
    saveGeofence: ({ params: { deviId }, body: { geofence, rev } }, caller) =>
      change(caller, deviId, async (fenced) => {
        const { tx, device, assignmentId, fences } = fenced;
        const before = geofence.id === 0 ? undefined : editable(fenced, geofence.id, caller);
        if (before !== undefined) refuseStale({ ...before, changedBy: before.changedByName }, rev);
        if (before === undefined && fences.length >= geofenceLimits.fences)
          throw new AppError('validationFailed', [
            { path: 'geofence.id', message: `there are ${geofenceLimits.fences} already` },
          ]);
        if (geofence.sharedCustId !== null && geofence.sharedCustId !== before?.sharedCustId)
          await requireMayShare(tx, geofence.sharedCustId, device.custId, caller);
        const taken = fences.flatMap(({ geofenceId, name }) => (geofenceId === geofence.id ? [] : [name]));
        const values = { ...fenceValuesOf(geofence, taken), changedBy: caller.userId };
        const entered = { ...geofence, name: values.name };
        const changed = before === undefined ? fenceParts : changedParts(presentShape(before), entered);
        if (before !== undefined && changed.length === 0) return [shown(fenced, geofence.id, caller), null];
        await requireLocations(fenced, values.inloIds);
        const state = before === undefined ? seenFrom(values, device) : stateAfter(before, values, device);
        const geofenceId =
          before?.geofenceId ?? (await addFence(tx, { ...unknownState, ...values, ...state, assignmentId, deviId }));
        if (before !== undefined) await changeFence(tx, geofenceId, { ...values, ...state });
        const saved = shown({ ...fenced, fences: await fencesOf(tx, assignmentId) }, geofenceId, caller);
        return [
          saved,
          {
            action: 'geofence.saved',
            ...(before && { before: audited(before, changed) }),
            after: { geofenceId, ...audited(values, changed), ...(before && { changed }) },
          },
        ];
      }),

    deleteGeofence: ({ params: { deviId, geofenceId }, query: { rev } }, caller) =>
      change(caller, deviId, async (fenced) => {
        const before = editable(fenced, geofenceId, caller);
        refuseStale({ ...before, changedBy: before.changedByName }, rev);
        await removeFence(fenced.tx, geofenceId);
        return [{}, { action: 'geofence.deleted', before: { geofenceId, ...audited(before, fenceParts) } }];
      }),
  };
}

/** A fence needs the places of its device: one that is on has it report by itself, whatever its settings say. */
async function keepReporting(
  tx: Database,
  before: DeviceRecord,
  by: { userId: number; at: Date },
  wireGroups: WireGroups,
): Promise<void> {
  const device = await findDevice(tx, 'all', before.deviId);
  if (device !== undefined && device.fenced !== before.fenced) await sendReportInterval(tx, device, by, wireGroups);
}

function shown({ fences, device }: Fenced, geofenceId: number, caller: Caller): Geofence {
  const fence = presentGeofences(fences, device.custId, caller).find(({ id }) => id === geofenceId);
  if (fence === undefined) throw new Error('the saved geofence is gone');
  return fence;
}

function editable({ fences, device }: Fenced, geofenceId: number, caller: Caller): WearersFence {
  const fence = fences.find((one) => one.geofenceId === geofenceId);
  if (fence === undefined) throw new AppError('notFound');
  if (!mayEdit(fence, device.custId, caller)) throw new AppError('notAllowed');
  return fence;
}

async function requireMayShare(tx: Database, sharedCustId: number, custId: number, caller: Caller): Promise<void> {
  const able = await customersToShareWith(tx, custId, caller);
  if (!able.some((customer) => customer.custId === sharedCustId)) throw new AppError('notAllowed');
}

async function requireLocations({ tx, device, assignmentId }: Fenced, inloIds: readonly number[]): Promise<void> {
  if (inloIds.length === 0) return;
  const able = await locationsFor(tx, { custId: device.custId, assignmentId });
  if (inloIds.every((inloId) => able.some((location) => location.inloId === inloId))) return;
  throw new AppError('validationFailed', [{ path: 'geofence.inloIds', message: 'is no location of the device' }]);
}

/**
 * What changes of the knowledge about the wearer when a fence is saved again. Whoever has left it as it was stays missed,
 * unless the last position is inside of it as it is now: an alarm that waits for its delay is not lost.
 */
function stateAfter(before: GeofenceRecord, after: FenceValues, device: DeviceRecord): Partial<FenceState> {
  if (isWatchedAlike(before, after)) return {};
  const seen = seenFrom(after, device);
  const isMissed = before.enabled && after.enabled && before.outside === true;
  return isMissed && seen.outside !== false ? {} : seen;
}

/** Whether the fence is as it was. */
const isWatchedAlike = (before: GeofenceRecord, after: FenceValues): boolean =>
  before.enabled === after.enabled &&
  before.kind === after.kind &&
  before.radius === after.radius &&
  before.inloIds.join() === after.inloIds.join() &&
  JSON.stringify(before.vertices) === JSON.stringify(after.vertices);

/** What the last position tells about a fence that is new or has moved: whoever is outside by now has not left it. */
function seenFrom(fence: FenceValues, device: DeviceRecord): FenceState {
  const { posLati: lat, posLong: lng, posTime: at, posType, posAccuracy: accuracy } = device;
  if (lat === null || lng === null || at === null || posType === null) return unknownState;
  // Which indoor location that was is not known any more.
  const fix = { lat, lng, at, posType, accuracy, inloId: null, receivedAt: at, historical: false };
  return afterFix({ ...fence, places: [] }, unknownState, fix, false);
}

/** The parts of a fence, without name and place: they are about the wearer's home, and the audit log is not erased with them. */
const audited = (
  {
    enabled,
    alertByCall,
    delayMinutes,
    sharedCustId,
  }: Pick<FenceValues, 'enabled' | 'alertByCall' | 'delayMinutes' | 'sharedCustId'>,
  parts: readonly FencePart[],
) => ({
  ...(parts.includes('enabled') && { enabled }),
  ...(parts.includes('call') && { alertByCall }),
  ...(parts.includes('delay') && { delayMinutes }),
  ...(parts.includes('sharing') && { shared: sharedCustId !== null }),
});
