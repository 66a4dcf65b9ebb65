import type { api } from '@varde/contract/api';
import type { Note } from '@varde/contract/notes';
import { openAlarmEvents } from '#domain/alarms/open-alarms.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { type Look, recordLook, recordLooks } from '#domain/audit/audit-looks.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { customerName } from '#domain/customers/customers.ts';
import { deviceEvent } from '#domain/devices/device-events.ts';
import { findNote, type NoteRecord, saveNote } from '#domain/devices/device-note.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { findDevice, lockDevice } from '#domain/devices/find-device.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { listNotes } from './store.ts';

/** The note on each device. */
export function noteHandlers({
  db,
  bus,
  clock,
}: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>): Handlers<(typeof api)['notes']> {
  const look = (by: Caller, { custId, deviId }: { custId: number; deviId: number }): Look => {
    return { action: 'note.read', at: new Date(clock.now()), by, custId, deviId };
  };
  return {
    async getNote({ params: { deviId } }, caller) {
      const device = await findDevice(db, caller.scopeOf('DEVICE_NOTE'), deviId);
      if (device === undefined) throw new AppError('notFound');
      await recordLook(db, look(caller, device));
      return present(await findNote(db, deviId), device, caller);
    },

    async saveNote({ params: { deviId }, body: { id, note, sms } }, caller) {
      const at = new Date(clock.now());
      return commitAndPublish({ db, bus }, async (tx, changes) => {
        const device = await lockDevice(tx, caller.scopeOf('DEVICE_NOTE'), deviId);
        if (device === undefined) throw new AppError('notFound');
        if (!mayEdit(caller, device)) throw new AppError('notAllowed');
        if ((await findNote(tx, deviId)).id !== id) throw new AppError('noteChanged');
        const now = await saveNote(tx, device, { note, sms, at, userId: caller.userId });
        const { custId, twinDevice } = device;
        // Without the text: it is about the wearer, and the audit log is not erased with the note.
        const after = { removed: note === '', sms };
        await recordAudit(tx, { action: 'note.saved', at, by: caller, custId, deviId, after });
        changes.publish(deviceEvent(now, (await customerName(tx, custId)) ?? ''), {
          type: 'note',
          deviId,
          custId,
        });
        // The alarms of its clone show it as well.
        changes.publish(...(await openAlarmEvents(tx, [deviId, ...(twinDevice === null ? [] : [twinDevice])])));
        return present(await findNote(tx, deviId), now, caller);
      });
    },

    async listNotes({ query }, caller) {
      const { page, nextCursor } = await listNotes(db, caller.scopeOf('DEVICE_NOTE'), query);
      await recordLooks(
        db,
        page.map((note) => look(caller, note)),
      );
      return {
        notes: page.map(({ changedBy, ...note }) => ({ ...note, log: { changedBy } })),
        nextCursor,
      };
    },
  };
}

/** The note of a pair of twins belongs to the master. */
const mayEdit = (caller: Caller, { custId, twin }: DeviceRecord): boolean =>
  twin !== 'CLONE' && caller.acting.may('DEVICE_NOTE', custId);

function present({ changedBy, ...note }: NoteRecord, device: DeviceRecord, caller: Caller): Note {
  const { deviId } = device;
  return { ...note, deviId, log: { changedBy }, abilities: mayEdit(caller, device) ? ['edit'] : [] };
}
