import type { api } from '@varde/contract/api';
import { type AuditEntry, recordAudit } from '#domain/audit/audit.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { lockDevice } from '#domain/devices/find-device.ts';
import { putIndoorLocation, removeIndoorLocation, renameIndoorLocation } from '#domain/devices/indoor-locations.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { contentOf, findVisible, requireRoom } from './check-location.ts';
import { present, rightsOn } from './present.ts';

type Dependencies = Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>;
type ChangeHandlers = Pick<
  Handlers<(typeof api)['indoorLocations']>,
  'saveIndoorLocation' | 'saveIndoorLocationName' | 'deleteIndoorLocation'
>;

/** What was done, for the audit log: without texts and places, which are about a wearer's home and not erased there. */
type Done<Answer> = [Answer, Pick<AuditEntry, 'action' | 'after'>];

/** Changes of indoor locations, from the page of a device. */
export function changeHandlers(dependencies: Dependencies): ChangeHandlers {
  const change = createChange(dependencies);
  return {
    saveIndoorLocation: ({ params: { deviId }, body }, caller) =>
      change(caller, deviId, async (tx, device) => {
        const known = body.inloId === 0 ? null : await findVisible(tx, device, body.inloId);
        const content = await contentOf(tx, caller, { device, known, body });
        await requireRoom(tx, known, content);
        const { inloId: number, rev } = body;
        const inloId = await putIndoorLocation(tx, known && { inloId: number, rev }, content);
        if (inloId === undefined) throw new AppError('indoorLocationChanged');
        const { custId, points } = content;
        const after = { inloId, points: points.length, ...(custId !== null && { custId }) };
        const saved = present(caller, await findVisible(tx, device, inloId), device);
        return [saved, { action: 'indoorLocation.saved', after }];
      }),

    saveIndoorLocationName: ({ params: { deviId, inloId }, body: { name, rev } }, caller) =>
      change(caller, deviId, async (tx, device) => {
        const known = await findVisible(tx, device, inloId);
        if (!rightsOn(caller, known, device).edit) throw new AppError('notAllowed');
        if (!(await renameIndoorLocation(tx, { inloId, rev }, name))) throw new AppError('indoorLocationChanged');
        const saved = present(caller, await findVisible(tx, device, inloId), device);
        return [saved, { action: 'indoorLocation.saved', after: { inloId } }];
      }),

    deleteIndoorLocation: ({ params: { deviId, inloId } }, caller) =>
      change(caller, deviId, async (tx, device) => {
        const { edit, remove } = rightsOn(caller, await findVisible(tx, device, inloId), device);
        if (!edit) throw new AppError('notAllowed');
        if (!remove) throw new AppError('indoorLocationShared');
        await removeIndoorLocation(tx, inloId);
        return [{ inloId }, { action: 'indoorLocation.deleted', after: { inloId } }];
      }),
  };
}

/** Changes locations under the lock of a device, audits the change and tells those who look at the device. */
function createChange({ db, bus, clock }: Dependencies) {
  return <Answer>(
    caller: Caller,
    deviId: number,
    work: (tx: Database, device: DeviceRecord) => Promise<Done<Answer>>,
  ): Promise<Answer> =>
    commitAndPublish({ db, bus }, async (tx, changes) => {
      const device = await lockDevice(tx, caller.scopeOf('DEVICE_INDOOR'), deviId);
      if (device === undefined) throw new AppError('notFound');
      // What is known about the wearer belongs to the master (specification 2, section 5).
      if (device.twin === 'CLONE') throw new AppError('notAllowed');
      const [answer, entry] = await work(tx, device);
      const { custId } = device;
      await recordAudit(tx, { ...entry, at: new Date(clock.now()), by: caller, custId, deviId });
      changes.publish({ type: 'indoorLocations', deviId, custId });
      return answer;
    });
}
