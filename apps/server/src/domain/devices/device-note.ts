import { eq, type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { changeDevice } from './change-device.ts';
import type { DeviceRecord } from './device-row.ts';
import { deviceNotes } from './tables.ts';

export interface NoteRecord {
  /** A new number with every change; 0 without a note. */
  id: number;
  /** Empty without a note. */
  note: string;
  sms: boolean;
  /** Unix milliseconds. */
  lastChanged: number | null;
  /** Name of the user. */
  changedBy: string | null;
}

const noNote: NoteRecord = { id: 0, note: '', sms: false, lastChanged: null, changedBy: null };

/** The fields of a `NoteRecord`, for a query on `device_notes n`. */
export const noteColumns = sql`n.note_id as id, n.note, n.sms,
  (extract(epoch from n.last_changed) * 1000)::float8 as "lastChanged", name_of_user(n.changed_by) as "changedBy"`;

/** The present assignment of a device. */
export const presentAssignment = (deviId: number | SQL): SQL =>
  sql`(select a.assignment_id from device_assignments a where a.devi_id = ${deviId} and a.ends_at is null)`;

/** The note on a device in its present assignment. */
export async function findNote(db: Database, deviId: number): Promise<NoteRecord> {
  const [found] = await queryRows<NoteRecord>(
    db,
    sql`select ${noteColumns} from device_notes n where n.assignment_id = ${presentAssignment(deviId)}`,
  );
  return found ?? noNote;
}

/**
 * Notes about the wearers of assignments that have not ended, with the assignment (`worn.assignment_id`), as a query;
 * of the master for a clone. `sms`: flagged by its author for messages about alarms (specification 2, section 3 "Note").
 */
export const notesOfWearers = sql`select worn.assignment_id, n.note, n.sms from device_assignments worn
  join devices d on d.devi_id = worn.devi_id
  join device_notes n on n.assignment_id =
    ${presentAssignment(sql`(case d.twin when 'CLONE' then d.twin_device else d.devi_id end)`)}
  where worn.ends_at is null`;

/** The note that messages about an alarm of this assignment include. Null: none, or the assignment has ended. */
export async function noteInMessages(db: Database, assignmentId: number | null): Promise<string | null> {
  const [found] = await queryRows<{ note: string }>(
    db,
    sql`${notesOfWearers} and worn.assignment_id = ${assignmentId} and n.sms`,
  );
  return found?.note ?? null;
}

/**
 * Saves the note of the present assignment, or removes it when the text is empty. Returns the device's row with when the
 * note was added. In the caller's transaction, which holds the device's lock.
 */
export async function saveNote(
  tx: Database,
  device: DeviceRecord,
  { note, sms, at, userId }: { note: string; sms: boolean; at: Date; userId: number },
): Promise<DeviceRecord> {
  const { deviId } = device;
  const assignmentId = sql<number>`${presentAssignment(deviId)}`;
  if (note === '') await tx.delete(deviceNotes).where(sql`${deviceNotes.assignmentId} = ${assignmentId}`);
  else {
    const columns = { note, sms, lastChanged: at, changedBy: userId };
    await tx
      .insert(deviceNotes)
      .values({ assignmentId, ...columns })
      .onConflictDoUpdate({
        target: deviceNotes.assignmentId,
        set: { ...columns, noteId: sql`excluded.note_id` },
      });
  }
  return changeDevice(tx, deviId, {
    noteAddedAt: note === '' ? null : (device.noteAddedAt ?? at),
  });
}

/** The number of a device's present assignment. */
export async function presentAssignmentId(db: Database, deviId: number): Promise<number> {
  const [row] = await queryRows<{ id: number }>(db, sql`select ${presentAssignment(deviId)} as id`);
  if (row === undefined) throw new Error(`device ${deviId} has no assignment`);
  return row.id;
}

/** Moves the note of an assignment to another device, replacing that one's note. */
export async function moveNote(tx: Database, fromAssignment: number, toDevice: number): Promise<void> {
  const to = await presentAssignmentId(tx, toDevice);
  await tx.delete(deviceNotes).where(eq(deviceNotes.assignmentId, to));
  await tx.update(deviceNotes).set({ assignmentId: to }).where(eq(deviceNotes.assignmentId, fromAssignment));
}
