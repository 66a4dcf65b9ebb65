import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { deviceAssignments, deviceImages, devices } from './tables.ts';

type Image = Pick<typeof deviceImages.$inferInsert, 'mediaType' | 'image'>;

const runningOf = (deviId: number) => and(eq(deviceAssignments.deviId, deviId), isNull(deviceAssignments.endsAt));

/** The image of the present wearer of a device within scope, with its customer; undefined without an image. */
export async function findDeviceImage(db: Database, scope: Scope, deviId: number) {
  const [row] = await db
    .select({
      custId: devices.custId,
      mediaType: deviceImages.mediaType,
      image: deviceImages.image,
      version: devices.userImageAt,
    })
    .from(deviceImages)
    .innerJoin(deviceAssignments, eq(deviceAssignments.assignmentId, deviceImages.assignmentId))
    .innerJoin(devices, eq(devices.deviId, deviceAssignments.deviId))
    .where(and(runningOf(deviId), withinScope(devices.custId, scope)));
  return row;
}

/** Sets the image of the present wearer of a locked device, replacing the one before. */
export async function putDeviceImage(tx: Database, deviId: number, { mediaType, image }: Image): Promise<void> {
  const [running] = await tx.select().from(deviceAssignments).where(runningOf(deviId));
  if (running === undefined) throw new Error(`device ${deviId} has no assignment`);
  const { assignmentId } = running;
  await tx
    .insert(deviceImages)
    .values({ assignmentId, deviId, mediaType, image })
    .onConflictDoUpdate({ target: deviceImages.assignmentId, set: { mediaType, image } });
}

/** Moves the image of a device to another one, in its present assignment. */
export async function moveDeviceImage(tx: Database, from: number, to: number): Promise<void> {
  const [running] = await tx.select().from(deviceAssignments).where(runningOf(to));
  if (running === undefined) throw new Error(`device ${to} has no assignment`);
  await removeDeviceImages(tx, to);
  await tx
    .update(deviceImages)
    .set({ deviId: to, assignmentId: running.assignmentId })
    .where(eq(deviceImages.deviId, from));
}

/** Removes the images of all wearers of a device. False when there was none. */
export async function removeDeviceImages(tx: Database, deviId: number): Promise<boolean> {
  const removed = await tx.delete(deviceImages).where(eq(deviceImages.deviId, deviId)).returning({ one: sql`1` });
  return removed.length > 0;
}
